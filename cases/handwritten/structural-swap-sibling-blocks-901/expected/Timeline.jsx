import { useMemo } from 'react';
import PropTypes from 'prop-types';

const DAY = 24 * 60 * 60 * 1000;
const ROW_HEIGHT = 32;
const BAR_INSET = 6;
const LABEL_WIDTH = 180;

function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

function daysBetween(from, to) {
  // Rounded, because a day with a clock change has 23 or 25 hours.
  return Math.round((startOfDay(to) - startOfDay(from)) / DAY);
}

function addDays(date, days) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
}

function isWeekend(date) {
  return date.getDay() === 0 || date.getDay() === 6;
}

/** First and last day of a plan, with a margin on both sides. */
function planBounds(tasks, margin) {
  const starts = tasks.map((task) => task.start.getTime());
  const ends = tasks.map((task) => task.end.getTime());
  return {
    from: addDays(new Date(Math.min(...starts)), -margin),
    until: addDays(new Date(Math.max(...ends)), margin),
  };
}

/** Orders tasks so that each stands below everything it waits for. */
function inDependencyOrder(tasks) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const placed = new Set();
  const ordered = [];

  function place(task, trail) {
    if (placed.has(task.id)) {
      return;
    }
    if (trail.includes(task.id)) {
      throw new Error(`Tasks wait for each other: ${[...trail, task.id].join(' → ')}`);
    }
    for (const id of task.after) {
      const before = byId.get(id);
      if (before !== undefined) {
        place(before, [...trail, task.id]);
      }
    }
    placed.add(task.id);
    ordered.push(task);
  }

  tasks.forEach((task) => place(task, []));
  return ordered;
}

function Grid({ from, dayCount, dayWidth, height }) {
  const columns = [];
  for (let index = 0; index < dayCount; index++) {
    const date = addDays(from, index);
    if (isWeekend(date)) {
      columns.push(
        <rect key={index} className="weekend" x={index * dayWidth} y={0} width={dayWidth} height={height} />,
      );
    }
  }
  return <g aria-hidden="true">{columns}</g>;
}

function Bar({ task, row, x, width, onSelect }) {
  const y = row * ROW_HEIGHT + BAR_INSET;
  const height = ROW_HEIGHT - 2 * BAR_INSET;
  const label = `${task.title}, ${Math.round(task.progress * 100)} % done`;

  return (
    <g role="button" tabIndex={0} aria-label={label} onClick={() => onSelect(task.id)}>
      <rect className="bar" x={x} y={y} width={width} height={height} rx={4} />
      <rect className="progress" x={x} y={y} width={width * task.progress} height={height} rx={4} />
    </g>
  );
}

function Milestone({ task, row, x, onSelect }) {
  const y = row * ROW_HEIGHT + ROW_HEIGHT / 2;
  const size = ROW_HEIGHT / 2 - BAR_INSET;
  const points = `${x},${y - size} ${x + size},${y} ${x},${y + size} ${x - size},${y}`;

  return (
    <g role="button" tabIndex={0} aria-label={task.title} onClick={() => onSelect(task.id)}>
      <polygon className="milestone" points={points} />
    </g>
  );
}

function Arrow({ from, to }) {
  const bend = from.x + 8;
  const path = `M${from.x} ${from.y} H${bend} V${to.y} H${to.x}`;
  return <path className="arrow" d={path} markerEnd="url(#arrow-head)" />;
}

function TodayLine({ from, today, dayWidth, height }) {
  const x = (daysBetween(from, today) + 0.5) * dayWidth;
  return <line className="today" x1={x} x2={x} y1={0} y2={height} />;
}

export function Timeline({ tasks, today = new Date(), dayWidth = 24, onSelect }) {
  const ordered = useMemo(() => inDependencyOrder(tasks), [tasks]);

  if (ordered.length === 0) {
    return <p className="timeline-empty">No tasks planned.</p>;
  }

  const { from, until } = planBounds(ordered, 2);
  const dayCount = daysBetween(from, until) + 1;
  const height = ordered.length * ROW_HEIGHT;

  const places = new Map(
    ordered.map((task, row) => {
      const x = daysBetween(from, task.start) * dayWidth;
      const width = (daysBetween(task.start, task.end) + 1) * dayWidth;
      const y = row * ROW_HEIGHT + ROW_HEIGHT / 2;
      return [task.id, { row, x, width, y }];
    }),
  );

  return (
    <svg className="timeline" width={LABEL_WIDTH + dayCount * dayWidth} height={height}>
      <g className="labels">
        {ordered.map((task, row) => (
          <text key={task.id} x={8} y={row * ROW_HEIGHT + ROW_HEIGHT / 2} dominantBaseline="middle">
            {task.title}
          </text>
        ))}
      </g>
      <g transform={`translate(${LABEL_WIDTH} 0)`}>
        <Grid from={from} dayCount={dayCount} dayWidth={dayWidth} height={height} />
        {ordered.flatMap((task) =>
          task.after.map((id) => {
            const source = places.get(id);
            const target = places.get(task.id);
            return source === undefined ? null : (
              <Arrow
                key={`${id}-${task.id}`}
                from={{ x: source.x + source.width, y: source.y }}
                to={{ x: target.x, y: target.y }}
              />
            );
          }),
        )}
        {ordered.map((task) => {
          const place = places.get(task.id);
          return task.milestone ? (
            <Milestone key={task.id} task={task} onSelect={onSelect} {...place} />
          ) : (
            <Bar key={task.id} task={task} onSelect={onSelect} {...place} />
          );
        })}
        <TodayLine from={from} today={today} dayWidth={dayWidth} height={height} />
      </g>
    </svg>
  );
}

const taskShape = PropTypes.shape({
  id: PropTypes.string.isRequired,
  title: PropTypes.string.isRequired,
  start: PropTypes.instanceOf(Date).isRequired,
  end: PropTypes.instanceOf(Date).isRequired,
  after: PropTypes.arrayOf(PropTypes.string).isRequired,
  progress: PropTypes.number.isRequired,
  milestone: PropTypes.bool,
});

Timeline.propTypes = {
  tasks: PropTypes.arrayOf(taskShape).isRequired,
  today: PropTypes.instanceOf(Date),
  dayWidth: PropTypes.number,
  onSelect: PropTypes.func.isRequired,
};
