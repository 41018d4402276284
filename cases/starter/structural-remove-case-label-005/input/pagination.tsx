import { useMemo } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';

export interface PaginationProps {
  page: number;
  pageCount: number;
  siblings?: number;
  disabled?: boolean;
  label?: string;
  hrefFor?: (page: number) => string;
  onChange: (page: number) => void;
}

type Slot = { kind: 'page'; page: number } | { kind: 'gap'; key: string };

/** The numbers to offer: first, last, the current one with its siblings, and gaps in between. */
export function slotsFor(page: number, pageCount: number, siblings: number): Slot[] {
  const slots: Slot[] = [];
  const from = Math.max(2, page - siblings);
  const to = Math.min(pageCount - 1, page + siblings);

  slots.push({ kind: 'page', page: 1 });
  if (from > 2) {
    slots.push({ kind: 'gap', key: 'gap-before' });
  }
  for (let number = from; number <= to; number++) {
    slots.push({ kind: 'page', page: number });
  }
  if (to < pageCount - 1) {
    slots.push({ kind: 'gap', key: 'gap-after' });
  }
  if (pageCount > 1) {
    slots.push({ kind: 'page', page: pageCount });
  }
  return slots;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
}

export function Pagination({
  page,
  pageCount,
  siblings = 1,
  disabled = false,
  label = 'Page navigation',
  hrefFor,
  onChange,
}: PaginationProps) {
  const slots = useMemo(() => slotsFor(page, pageCount, siblings), [page, pageCount, siblings]);

  function go(event: MouseEvent, target: number) {
    if (!isPlainClick(event)) {
      return;
    }
    event.preventDefault();
    turnTo(target);
  }

  function turnTo(target: number) {
    const bounded = Math.min(Math.max(1, target), pageCount);
    if (!disabled && bounded !== page) {
      onChange(bounded);
    }
  }

  function handleKey(event: KeyboardEvent) {
    switch (event.key) {
      case 'ArrowLeft':
      case 'PageUp':
        turnTo(page - 1);
        break;
      case 'PageDown':
        turnTo(page + 1);
        break;
      case 'Home':
      case 'First':
        turnTo(1);
        break;
      case 'End':
        turnTo(pageCount);
        break;
    }
  }

  if (pageCount <= 1) {
    return null;
  }

  return (
    <nav
      className={disabled ? 'pagination is-disabled' : 'pagination'}
      aria-label={label}
      onKeyDown={handleKey}
    >
      <a
        className="pagination-previous"
        rel="prev"
        href={hrefFor?.(page - 1) ?? '#'}
        aria-disabled={page <= 1}
        onClick={(event) => go(event, page - 1)}
      >
        Newer
      </a>
      <ol className="pagination-pages">
        {slots.map((slot) =>
          slot.kind === 'gap' ? (
            <li key={slot.key} className="pagination-gap" aria-hidden>
              …
            </li>
          ) : (
            <li key={`page-${slot.page}`}>
              <a
                href={hrefFor?.(slot.page)}
                aria-current={slot.page === page ? 'page' : undefined}
                aria-label={`Go to page ${slot.page}`}
                onClick={(event) => go(event, slot.page)}
              >
                {slot.page}
              </a>
            </li>
          ),
        )}
      </ol>
      <a
        className="pagination-next"
        rel="next"
        href={hrefFor?.(page + 1) ?? '#'}
        aria-disabled={page >= pageCount}
        onClick={(event) => go(event, page + 1)}
      >
        Older
      </a>
    </nav>
  );
}
