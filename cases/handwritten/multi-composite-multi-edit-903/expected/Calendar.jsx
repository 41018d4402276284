import { useMemo, useState } from 'react';

import { EventChip } from './EventChip';
import { addDays, isSameDay, startOfWeek } from './dates';

const WEEKS_SHOWN = 6;
const CHIPS_PER_DAY = 3;

const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' });
const weekdayName = new Intl.DateTimeFormat('en', { weekday: 'short' });

function buildWeeks(month, firstWeekday) {
  const weeks = [];
  let day = startOfWeek(month, firstWeekday);
  for (let week = 0; week < WEEKS_SHOWN; week++) {
    const days = [];
    for (let column = 0; column < 7; column++) {
      days.push(day);
      day = addDays(day, 1);
    }
    weeks.push(days);
  }
  return weeks;
}

function keyOf(date) {
  return `${date.getFullYear()}-${date.getMonth() + 1}-${date.getDate()}`;
}

/** Events by day; one that lasts several days stands under each of them. */
function groupByDay(events) {
  const groups = new Map();
  for (const event of events) {
    let day = event.start;
    while (day <= event.end) {
      const key = keyOf(day);
      if (!groups.has(key)) {
        groups.set(key, []);
      }
      groups.get(key).push(event);
      day = addDays(day, 1);
    }
  }
  for (const group of groups.values()) {
    group.sort((a, b) => a.start - b.start || a.title.localeCompare(b.title));
  }
  return groups;
}

function Day({ date, events, outside, today, selected, onSelect, onOpen }) {
  const shown = events.slice(0, CHIPS_PER_DAY);
  const hidden = events.length - shown.length;
  const names = ['day'];
  if (outside) names.push('day--outside');
  if (today) names.push('day--today');
  if (selected) names.push('day--selected');

  return (
    <td className={names.join(' ')} aria-selected={selected} onClick={() => onSelect(date)}>
      <time dateTime={keyOf(date)}>{date.getDate()}</time>
      {shown.map((event) => (
        <EventChip key={event.id} event={event} onOpen={onOpen} />
      ))}
      {hidden > 0 && <span className="more">{hidden} more</span>}
    </td>
  );
}

export function Calendar({ events, firstWeekday = 1, onOpen, onCreate }) {
  const [month, setMonth] = useState(() => {
    const now = new Date();
    return new Date(now.getFullYear(), now.getMonth(), 1);
  });
  const [selected, setSelected] = useState(null);

  const weeks = useMemo(() => buildWeeks(month, firstWeekday), [month, firstWeekday]);
  const groups = useMemo(() => groupByDay(events), [events]);
  const today = new Date();

  function turn(offset) {
    setSelected(null);
    setMonth(new Date(month.getFullYear(), month.getMonth() + offset, 1));
  }

  function handleKey(event) {
    if (!selected) {
      return;
    }
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      setSelected(addDays(selected, step));
    }
    if (event.key === 'Enter') {
      onCreate(selected);
    }
  }

  return (
    <section className="calendar" onKeyDown={handleKey}>
      <header>
        <button type="button" aria-label="Previous month" onClick={() => turn(-1)}>
          ‹
        </button>
        <h2 aria-live="polite">{monthName.format(month)}</h2>
        <button type="button" aria-label="Next month" onClick={() => turn(1)}>
          ›
        </button>
      </header>
      <table tabIndex={0}>
        <thead>
          <tr>
            {weeks[0].map((date) => (
              <th key={keyOf(date)} scope="col">
                {weekdayName.format(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={keyOf(days[0])}>
              {days.map((date) => (
                <Day
                  key={keyOf(date)}
                  date={date}
                  events={groups.get(keyOf(date)) ?? []}
                  outside={date.getMonth() !== month.getMonth()}
                  today={isSameDay(date, today)}
                  selected={selected !== null && isSameDay(date, selected)}
                  onSelect={setSelected}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
