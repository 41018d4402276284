import { createContext, memo, useContext, useEffect, useMemo, useReducer, useRef } from 'react';
import type { DragEvent, KeyboardEvent, ReactNode } from 'react';

export interface Card {
  id: string;
  title: string;
  labels: string[];
  assignee: string | null;
  points: number;
  blocked: boolean;
  dueOn: string | null;
}

export interface Column {
  id: string;
  title: string;
  cardIds: string[];
  limit: number | null;
  collapsed: boolean;
}

export interface Board {
  columns: Column[];
  cards: Record<string, Card>;
}

export interface Selection {
  columnIndex: number;
  cardIndex: number;
}

export interface BoardState {
  board: Board;
  selection: Selection | null;
  carrying: string | null;
  filter: string;
  past: Board[];
  future: Board[];
  announcement: string;
}

export type BoardAction =
  | { type: 'card-moved'; cardId: string; columnId: string; index: number }
  | { type: 'card-added'; columnId: string; card: Card }
  | { type: 'card-removed'; cardId: string }
  | { type: 'card-renamed'; cardId: string; title: string }
  | { type: 'card-assigned'; cardId: string; assignee: string | null }
  | { type: 'card-blocked'; cardId: string; blocked: boolean }
  | { type: 'column-toggled'; columnId: string }
  | { type: 'column-moved-left'; columnId: string }
  | { type: 'column-moved-right'; columnId: string }
  | { type: 'picked-up'; cardId: string }
  | { type: 'put-down' }
  | { type: 'filtered'; filter: string }
  | { type: 'selected'; selection: Selection | null }
  | { type: 'key'; key: string; shift: boolean }
  | { type: 'undo' }
  | { type: 'redo' };

const MOST_STEPS_BACK = 50;
const LABEL_QUERY = /(?:^|\s)#([\w-]+)/g;
const PERSON_QUERY = /(?:^|\s)@([\w-]+)/;

export function columnOf(board: Board, cardId: string): Column | undefined {
  return board.columns.find((column) => column.cardIds.includes(cardId));
}

export function pointsIn(board: Board, column: Column): number {
  let points = 0;
  for (const cardId of column.cardIds) {
    points += board.cards[cardId]?.points ?? 0;
  }
  return points;
}

export function isOverLimit(column: Column): boolean {
  return column.limit !== null && column.cardIds.length > column.limit;
}

/** Cards that a search such as `login #bug @mira` finds. */
export function matches(card: Card, query: string): boolean {
  const labels = [...query.matchAll(LABEL_QUERY)].map((match) => match[1].toLowerCase());
  const person = PERSON_QUERY.exec(query)?.[1]?.toLowerCase();
  const words = query
    .replace(LABEL_QUERY, ' ')
    .replace(PERSON_QUERY, ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);

  if (person && card.assignee?.toLowerCase() !== person) {
    return false;
  }
  for (const label of labels) {
    if (!card.labels.some((known) => known.toLowerCase() === label)) {
      return false;
    }
  }
  return words.every((word) => card.title.toLowerCase().includes(word));
}

function clamp(number: number, lowest: number, highest: number): number {
  return Math.max(lowest, Math.min(number, highest));
}

function withoutCard(columns: Column[], cardId: string): Column[] {
  return columns.map((column) =>
    column.cardIds.includes(cardId)
      ? { ...column, cardIds: column.cardIds.filter((other) => other !== cardId) }
      : column,
  );
}

export function moveCard(board: Board, cardId: string, columnId: string, index: number): Board {
  const target = board.columns.find((column) => column.id === columnId);
  if (!target || !board.cards[cardId]) {
    return board;
  }
  const columns = withoutCard(board.columns, cardId).map((column) => {
    if (column.id !== columnId) {
      return column;
    }
    const cardIds = [...column.cardIds];
    cardIds.splice(clamp(index, 0, cardIds.length), 0, cardId);
    return { ...column, cardIds };
  });
  return { ...board, columns };
}

function moveColumn(board: Board, columnId: string, step: number): Board {
  const index = board.columns.findIndex((column) => column.id === columnId);
  const target = index + step;
  if (index < 0 || target < 0 || target >= board.columns.length) {
    return board;
  }
  const columns = [...board.columns];
  const [column] = columns.splice(index, 1);
  columns.splice(target, 0, column);
  return { ...board, columns };
}

function changeCard(board: Board, cardId: string, change: Partial<Card>): Board {
  const card = board.cards[cardId];
  if (!card) {
    return board;
  }
  return { ...board, cards: { ...board.cards, [cardId]: { ...card, ...change } } };
}

/** A new board, with the old one kept for "undo". */
function remember(state: BoardState, board: Board, announcement: string): BoardState {
  if (board === state.board) {
    return state;
  }
  const past = [...state.past, state.board].slice(-MOST_STEPS_BACK);
  return { ...state, board, past, future: [], announcement };
}

function cardAt(state: BoardState, selection: Selection | null): string | null {
  if (!selection) {
    return null;
  }
  return state.board.columns[selection.columnIndex]?.cardIds[selection.cardIndex] ?? null;
}

function nearestSelection(state: BoardState, columnIndex: number, cardIndex: number): Selection {
  const { columns } = state.board;
  const column = clamp(columnIndex, 0, columns.length - 1);
  const last = Math.max(0, (columns[column]?.cardIds.length || 1) - 1);
  return { columnIndex: column, cardIndex: clamp(cardIndex, 0, last) };
}

function carryTo(state: BoardState, cardId: string, selection: Selection): BoardState {
  const column = state.board.columns[selection.columnIndex];
  if (!column) {
    return state;
  }
  const board = moveCard(state.board, cardId, column.id, selection.cardIndex);
  const place = `${column.title}, position ${selection.cardIndex + 1}`;
  return { ...remember(state, board, `Moved to ${place}`), selection };
}

function reduceKey(state: BoardState, key: string, shift: boolean): BoardState {
  const selection = state.selection ?? { columnIndex: 0, cardIndex: 0 };
  const { columnIndex, cardIndex } = selection;
  const carrying = state.carrying;
  switch (key) {
    case 'ArrowUp':
    case 'k': {
      const target = nearestSelection(state, columnIndex, cardIndex - 1);
      if (carrying !== null) {
        return carryTo(state, carrying, target);
      }
      return { ...state, selection: target };
    }
    case 'ArrowDown':
    case 'j': {
      const target = nearestSelection(state, columnIndex, cardIndex + 1);
      if (carrying !== null) {
        return carryTo(state, carrying, target);
      }
      return { ...state, selection: target };
    }
    case 'ArrowLeft':
    case 'h': {
      const target = nearestSelection(state, columnIndex - 1, cardIndex);
      if (carrying !== null) {
        return carryTo(state, carrying, target);
      }
      return { ...state, selection: target };
    }
    case 'ArrowRight':
    case 'l': {
      const target = nearestSelection(state, columnIndex + 1, cardIndex);
      if (carrying !== null) {
        return carryTo(state, carrying, target);
      }
      return { ...state, selection: target };
    }
    case 'Home':
      return { ...state, selection: nearestSelection(state, columnIndex, 0) };
    case 'End':
      return { ...state, selection: nearestSelection(state, columnIndex, Infinity) };
    case ' ':
    case 'Enter': {
      const cardId = cardAt(state, selection);
      if (carrying !== null || cardId === null) {
        return { ...state, carrying: null, announcement: 'Put down' };
      }
      const title = state.board.cards[cardId]?.title ?? 'card';
      return { ...state, carrying: cardId, announcement: `Picked up "${title}"` };
    }
    case 'Escape':
      return { ...state, carrying: null, selection: null, announcement: 'Nothing selected' };
    case 'z':
      return boardReducer(state, { type: shift ? 'redo' : 'undo' });
    case 'Delete':
    case 'Backspace': {
      const cardId = cardAt(state, selection);
      return cardId === null ? state : boardReducer(state, { type: 'card-removed', cardId });
    }
    default:
      return state;
  }
}

export function boardReducer(state: BoardState, action: BoardAction): BoardState {
  const { board } = state;
  switch (action.type) {
    case 'card-moved': {
      const moved = moveCard(board, action.cardId, action.columnId, action.index);
      const column = columnOf(moved, action.cardId);
      return { ...remember(state, moved, `Moved to ${column?.title ?? '?'}`), carrying: null };
    }
    case 'card-added': {
      const cards = { ...board.cards, [action.card.id]: action.card };
      const added = moveCard({ ...board, cards }, action.card.id, action.columnId, Infinity);
      return remember(state, added, `Added "${action.card.title}"`);
    }
    case 'card-removed': {
      const { [action.cardId]: removed, ...cards } = board.cards;
      if (!removed) {
        return state;
      }
      const columns = withoutCard(board.columns, action.cardId);
      return remember(state, { columns, cards }, `Removed "${removed.title}"`);
    }
    case 'card-renamed': {
      const title = action.title.trim().replace(/\s+/g, ' ');
      if (title !== '') {
        return { ...state, announcement: 'A card needs a title' };
      }
      return remember(state, changeCard(board, action.cardId, { title }), `Renamed to "${title}"`);
    }
    case 'card-assigned': {
      const { assignee } = action;
      const title = board.cards[action.cardId]?.title ?? 'card';
      const announcement = `"${title}" assigned to ${assignee ?? 'nobody'}`;
      return remember(state, changeCard(board, action.cardId, { assignee }), announcement);
    }
    case 'card-blocked': {
      const { blocked } = action;
      const title = board.cards[action.cardId]?.title ?? 'card';
      const announcement = blocked ? `"${title}" is blocked` : `"${title}" is free again`;
      return remember(state, changeCard(board, action.cardId, { blocked }), announcement);
    }
    case 'column-toggled': {
      const columns = board.columns.map((column) =>
        column.id === action.columnId ? { ...column, collapsed: !column.collapsed } : column,
      );
      // Folding a column is no change to the work, so it cannot be undone either.
      return { ...state, board: { ...board, columns } };
    }
    case 'column-moved-left':
      return remember(moveColumn(board, action.columnId, -1), state, 'Column moved left');
    case 'column-moved-right':
      return remember(state, moveColumn(board, action.columnId, 1), 'Column moved right');
    case 'picked-up':
      return { ...state, carrying: action.cardId };
    case 'put-down':
      return { ...state, carrying: null };
    case 'filtered':
      return { ...state, filter: action.filter, selection: null };
    case 'selected':
      return { ...state, selection: action.selection };
    case 'key':
      return reduceKey(state, action.key, action.shift);
    case 'undo': {
      const previous = state.past[state.past.length - 1];
      if (!previous) {
        return { ...state, announcement: 'Nothing to undo' };
      }
      const past = state.past.slice(0, -1);
      const future = [board, ...state.future];
      return { ...state, board: previous, past, future, carrying: null, announcement: 'Undone' };
    }
    case 'redo': {
      const next = state.future[0];
      if (!next) {
        return { ...state, announcement: 'Nothing to redo' };
      }
      const past = [...state.past, board];
      const future = state.future.slice(1);
      return { ...state, board: next, past, future, carrying: null, announcement: 'Redone' };
    }
  }
}

const BoardContext = createContext<{
  state: BoardState;
  dispatch: (action: BoardAction) => void;
} | null>(null);

export function useBoard() {
  const context = useContext(BoardContext);
  if (!context) {
    throw new Error('useBoard must be called below a <KanbanBoard>');
  }
  return context;
}

function dueTone(dueOn: string | null, today: string): 'none' | 'soon' | 'late' {
  if (dueOn === null) {
    return 'none';
  }
  if (dueOn < today) {
    return 'late';
  }
  const days = (Date.parse(dueOn) - Date.parse(today)) * 86_400_000;
  return days <= 2 ? 'soon' : 'none';
}

interface CardViewProps {
  card: Card;
  selected: boolean;
  carried: boolean;
  dimmed: boolean;
  today: string;
  onPickUp: (event: DragEvent, cardId: string) => void;
  onSelect: () => void;
}

const CardView = memo(function CardView({
  card,
  selected,
  carried,
  dimmed,
  today,
  onPickUp,
  onSelect,
}: CardViewProps) {
  const ref = useRef<HTMLLIElement>(null);
  const tone = dueTone(card.dueOn, today);
  const classes = ['board-card'];
  if (selected) {
    classes.push('is-selected');
  }
  if (carried) {
    classes.push('is-carried');
  }
  if (dimmed) {
    classes.push('is-dimmed');
  }
  if (card.blocked) {
    classes.push('is-blocked');
  }

  useEffect(() => {
    if (selected) {
      ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }, [selected]);

  return (
    <li
      ref={ref}
      className={classes.join(' ')}
      draggable={!card.blocked}
      aria-grabbed={carried}
      onDragStart={(event) => onPickUp(event, card.id)}
      onClick={onSelect}
    >
      <h4>{card.title}</h4>
      <ul className="board-labels">
        {card.labels.map((label) => (
          <li
            key={label}
            className={`label label-${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`}
          >
            {label}
          </li>
        ))}
      </ul>
      <footer>
        <span className="board-assignee">{card.assignee ?? 'unassigned'}</span>
        <span className={`board-due board-due-${tone}`}>{card.dueOn ?? ''}</span>
        <span className="board–points">{card.points}</span>
      </footer>
    </li>
  );
});

interface ColumnViewProps {
  column: Column;
  columnIndex: number;
  today: string;
}

function ColumnView({ column, columnIndex, today }: ColumnViewProps) {
  const { state, dispatch } = useBoard();
  const listRef = useRef<HTMLUListElement>(null);
  const { board, selection, carrying, filter } = state;
  const points = pointsIn(board, column);

  function handlePickUp(event: DragEvent, cardId: string) {
    event.dataTransfer.setData('text/plain', cardId);
    event.dataTransfer.effectAllowed = 'move';
    dispatch({ type: 'picked-up', cardId });
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    const cardId = event.dataTransfer.getData('text/plain');
    const items = [...(listRef.current?.children ?? [])];
    // The first card whose middle lies below the pointer gives the place.
    let index = items.findIndex((item) => {
      const { top, height } = item.getBoundingClientRect();
      return event.clientY < top + height / 2;
    });
    if (index === -1) {
      index = column.cardIds.length;
    }
    dispatch({ type: 'card-moved', cardId, columnId: column.id, index });
  }

  return (
    <section
      className={isOverLimit(column) ? 'board-column is-over-limit' : 'board-column'}
      aria-label={column.title}
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
    >
      <header>
        <button
          type="button"
          aria-expanded={!column.collapsed}
          onClick={() => dispatch({ type: 'column-toggled', columnId: column.id })}
        >
          {column.title}
        </button>
        <span>
          {column.cardIds.length}
          {column.limit === null ? '' : ` of ${column.limit}`}, {points} points
        </span>
      </header>
      {!column.collapsed && (
        <ul ref={listRef} className="board-cards">
          {column.cardIds.map((cardId, cardIndex) => {
            const card = board.cards[cardId];
            const isSelected =
              selection?.columnIndex === columnIndex && selection.cardIndex === cardIndex;
            return card ? (
              <CardView
                key={cardId}
                card={card}
                selected={isSelected}
                carried={carrying === cardId}
                dimmed={filter !== '' && !matches(card, filter)}
                today={today}
                onPickUp={handlePickUp}
                onSelect={() =>
                  dispatch({ type: 'selected', selection: { columnIndex, cardIndex } })
                }
              />
            ) : null;
          })}
        </ul>
      )}
    </section>
  );
}

export interface KanbanBoardProps {
  board: Board;
  today: string;
  toolbar?: ReactNode;
  onChange?: (board: Board) => void;
}

export function KanbanBoard({ board, today, toolbar, onChange }: KanbanBoardProps) {
  const [state, dispatch] = useReducer(boardReducer, {
    board,
    selection: null,
    carrying: null,
    filter: '',
    past: [],
    future: [],
    announcement: '',
  });
  const context = useMemo(() => ({ state, dispatch }), [state]);
  const firstRef = useRef(true);

  useEffect(() => {
    if (firstRef.current) {
      firstRef.current = false;
      return;
    }
    onChange?.(state.board);
  }, [state.board, onChange]);

  function handleKeyDown(event: KeyboardEvent) {
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === 'Tab') {
      return;
    }
    event.preventDefault();
    dispatch({ type: 'key', key: event.key, shift: event.shiftKey });
  }

  return (
    <BoardContext.Provider value={context}>
      <div className="board" tabIndex={0} onKeyDown={handleKeyDown}>
        <div className="board-toolbar">
          <input
            type="search"
            placeholder="Search, #label, @person"
            value={state.filter}
            onChange={(event) => dispatch({ type: 'filtered', filter: event.target.value })}
          />
          <button
            type="button"
            disabled={state.past.length === 0}
            onClick={() => dispatch({ type: 'undo' })}
          >
            Undo
          </button>
          <button
            type="button"
            disabled={state.future.length === 0}
            onClick={() => dispatch({ type: 'redo' })}
          >
            Redo
          </button>
          {toolbar}
        </div>
        <div className="board-columns">
          {state.board.columns.map((column, columnIndex) => (
            <ColumnView key={column.id} column={column} columnIndex={columnIndex} today={today} />
          ))}
        </div>
        <p className="visually-hidden" role="status" aria-live="polite">
          {state.announcement}
        </p>
      </div>
    </BoardContext.Provider>
  );
}
