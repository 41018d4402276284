import { KeyboardEvent, useCallback, useMemo, useRef, useState } from "react";

import { formatMoney } from "../money/formatMoney";
import { Legend } from "./Legend";

export interface Seat {
  row: number;
  column: number;
  category: string;
  taken: boolean;
  wheelchair: boolean;
}

export interface PriceCategory {
  id: string;
  label: string;
  colour: string;
  /** In cents. */
  price: number;
}

interface SeatMapProps {
  seats: Seat[];
  categories: PriceCategory[];
  maxSeats?: number;
  onChange: (seats: Seat[]) => void;
}

const SEAT_SIZE = 28;
const SEAT_GAP = 6;
const STEP = SEAT_SIZE + SEAT_GAP;

function seatKey(seat: Pick<Seat, "row" | "column">): string {
  return `${seat.row}:${seat.column}`;
}

function rowName(row: number): string {
  // Rows are lettered, and after Z come AA, AB and so on.
  let name = "";
  for (let rest = row; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(65 + (rest % 26)) + name;
  }
  return name;
}

/** A single free seat between two taken ones cannot be sold any more. */
function leavesLonelySeat(seats: Map<string, Seat>, chosen: Set<string>, row: number): boolean {
  const isFree = (column: number) => {
    const seat = seats.get(seatKey({ row, column }));
    return seat !== undefined && !seat.taken && !chosen.has(seatKey(seat));
  };
  const columns = [...seats.values()].filter((seat) => seat.row === row).map((seat) => seat.column);
  return columns.some(
    (column) => isFree(column) && !isFree(column - 1) && !isFree(column + 1) && columns.length > 2,
  );
}

export function SeatMap({ seats, categories, maxSeats = 8, onChange }: SeatMapProps) {
  const [chosen, setChosen] = useState<Set<string>>(() => new Set());
  const [focused, setFocused] = useState<string | null>(null);
  const [warning, setWarning] = useState("");
  const svg = useRef<SVGSVGElement>(null);

  const byKey = useMemo(() => new Map(seats.map((seat) => [seatKey(seat), seat])), [seats]);
  const prices = useMemo(() => new Map(categories.map((entry) => [entry.id, entry])), [categories]);

  const width = (Math.max(...seats.map((seat) => seat.column)) + 1) * STEP;
  const height = (Math.max(...seats.map((seat) => seat.row)) + 1) * STEP;

  const toggle = useCallback(
    (seat: Seat) => {
      if (seat.taken) {
        setWarning(`Seat ${rowName(seat.row)}${seat.column + 1} is taken.`);
        return;
      }

      const next = new Set(chosen);
      if (!next.delete(seatKey(seat))) {
        if (next.size >= maxSeats) {
          setWarning(`You can book ${maxSeats} seats at most.`);
          return;
        }
        next.add(seatKey(seat));
      }

      const lonely = leavesLonelySeat(byKey, next, seat.row);
      setWarning(lonely ? "Please do not leave a single seat between bookings." : "");
      setChosen(next);
      onChange([...next].flatMap((key) => byKey.get(key) ?? []));
    },
    [byKey, chosen, maxSeats, onChange],
  );

  function moveFocus(event: KeyboardEvent, seat: Seat) {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    };
    const step = steps[event.key];
    if (step === undefined) {
      return;
    }
    event.preventDefault();
    const key = seatKey({ row: seat.row + step[0], column: seat.column + step[1] });
    if (byKey.has(key)) {
      setFocused(key);
      svg.current?.querySelector<SVGGElement>(`[data-seat="${key}"]`)?.focus();
    }
  }

  const total = [...chosen].reduce((sum, key) => {
    const seat = byKey.get(key);
    return sum + (seat ? prices.get(seat.category)?.price ?? 0 : 0);
  }, 0);

  return (
    <figure className="seat-map">
      <svg ref={svg} viewBox={`0 0 ${width} ${height}`} role="grid" aria-label="Seats">
        {seats.map((seat) => {
          const key = seatKey(seat);
          const selected = chosen.has(key);
          const colour = seat.taken ? "var(--seat-taken)" : prices.get(seat.category)?.colour;
          return (
            <g
              key={key}
              data-seat={key}
              role="gridcell"
              tabIndex={focused === key || (focused === null && seat === seats[0]) ? 0 : -1}
              aria-selected={selected}
              aria-disabled={seat.taken}
              transform={`translate(${seat.column * STEP} ${seat.row * STEP})`}
              onClick={() => toggle(seat)}
              onFocus={() => setFocused(key)}
              onKeyDown={(event) => (event.key === " " ? toggle(seat) : moveFocus(event, seat))}
            >
              <rect width={SEAT_SIZE} height={SEAT_SIZE} rx={6} fill={colour} />
              {selected && <path d="M7 14 l5 5 l9 -10" className="seat-map-tick" />}
              {seat.wheelchair && <text x={SEAT_SIZE / 2} y={19} textAnchor="middle">♿</text>}
            </g>
          );
        })}
      </svg>
      <figcaption>
        <Legend categories={categories} />
        <p aria-live="polite">
          {chosen.size} seats, {formatMoney(total)}
        </p>
        {warning !== "" && <p role="alert">{warning}</p>}
      </figcaption>
    </figure>
  );
}
