/**
 * Repeating events. A rule says how often something happens; `occurrences` lists the days on which
 * it does. Days are plain numbers counted from 1 January 1970, so no time zone gets in between.
 */

export type Frequency = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly';

export type Weekday = 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU';

export interface Rule {
  frequency: Frequency;
  interval: number;
  weekdays: Weekday[];
  monthDays: number[];
  months: number[];
  /** Which of the days that match within a period: 1 is the first, -1 the last one. */
  positions: number[];
  count: number | null;
  until: number | null;
  weekStart: Weekday;
  skipHolidays: boolean;
  moveWeekends: 'no' | 'forward' | 'backward' | 'nearest';
}

export interface CivilDate {
  year: number;
  month: number;
  day: number;
}

export interface EventSeries {
  start: number;
  rule: Rule;
  added: number[];
  removed: number[];
}

const WEEKDAYS: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const WEEKDAY_NAMES: Record<Weekday, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const DEFAULT_RULE: Rule = {
  frequency: 'weekly',
  interval: 1,
  weekdays: [],
  monthDays: [],
  months: [],
  positions: [],
  count: null,
  until: null,
  weekStart: 'MO',
  skipHolidays: false,
  moveWeekends: 'no',
};
const MOST_PERIODS = 10_000;

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export function daysInMonth(year: number, month: number): number {
  switch (month) {
    case 2:
      return isLeapYear(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
      return 30;
    default:
      return 31;
  }
}

export function toDay({ year, month, day }: CivilDate): number {
  return Math.floor(Date.UTC(year, month - 1, day) / 86_400_000);
}

export function toCivil(day: number): CivilDate {
  const date = new Date(day * 86_400_000);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function weekdayOf(day: number): Weekday {
  // 1 January 1970 was a Thursday.
  return WEEKDAYS[(((day + 3) % 7) + 7) % 7];
}

export function formatDay(day: number): string {
  const { year, month, day: date } = toCivil(day);
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

const ISO_DAY = /^(\d{4})-?(\d{2})-?(\d{2})$/;

export function parseDay(text: string): number {
  const match = ISO_DAY.exec(text.trim());
  if (!match) {
    throw new SyntaxError(`"${text}" is not a date: write it as 2031-04-09`);
  }
  const [year, month, day] = match.slice(1).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) {
    throw new RangeError(`"${text}" is not in the calendar`);
  }
  return toDay({ year, month, day });
}

const LIST = /\s*,\s*/;
const SIGNED = /^[+-]?\d+$/;

function numbersIn(text: string, lowest: number, highest: number, key: string): number[] {
  return text.split(LIST).map((part) => {
    const number = SIGNED.test(part) ? Number(part) : NaN;
    if (Number.isNaN(number) || number === 0 || number < lowest || number > highest) {
      throw new RangeError(`${key}: "${part}" must lie between ${lowest} and ${highest}`);
    }
    return number;
  });
}

function weekdayIn(text: string, key: string): Weekday {
  const weekday = WEEKDAYS.find((candidate) => candidate === text.toUpperCase());
  if (!weekday) {
    throw new RangeError(`${key}: "${text}" is not one of ${WEEKDAYS.join(', ')}`);
  }
  return weekday;
}

/** Reads `FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU;BYSETPOS=-1`; unknown keys are errors. */
export function parseRule(text: string): Rule {
  const rule: Rule = { ...DEFAULT_RULE };
  const seen = new Set<string>();

  for (const part of text.split(/\s*;\s*/)) {
    if (part === '') {
      continue;
    }
    const equals = part.indexOf('=');
    const key = part.slice(0, equals).trim().toUpperCase();
    const value = part.slice(equals + 1).trim();
    if (equals < 0 || value === '') {
      throw new SyntaxError(`"${part}" has no value`);
    }
    if (seen.has(key)) {
      throw new SyntaxError(`${key} is given twice`);
    }
    seen.add(key);

    switch (key) {
      case 'FREQ':
      case 'FREQUENCY': {
        const frequency = value.toLowerCase();
        switch (frequency) {
          case 'daily':
          case 'weekly':
          case 'monthly':
          case 'quarterly':
          case 'yearly':
            rule.frequency = frequency;
            break;
          case 'annually':
            rule.frequency = 'yearly';
            break;
          default:
            throw new RangeError(`${key}: "${value}" is not a frequency`);
        }
        break;
      }
      case 'INTERVAL':
      case 'EVERY':
        rule.interval = numbersIn(value, 1, 999, key)[0];
        break;
      case 'COUNT':
        rule.count = numbersIn(value, 1, 9999, key)[0];
        break;
      case 'UNTIL':
        rule.until = parseDay(value);
        break;
      case 'BYDAY':
      case 'BYWEEKDAY':
        rule.weekdays = value.split(LIST).map((name) => weekdayIn(name, key));
        break;
      case 'BYMONTHDAY':
        rule.monthDays = numbersIn(value, -31, 31, key);
        break;
      case 'BYMONTH':
        rule.months = numbersIn(value, 1, 12, key);
        break;
      case 'BYSETPOS':
        rule.positions = numbersIn(value, -366, 366, key);
        break;
      case 'WKST':
        rule.weekStart = weekdayIn(value, key);
        break;
      case 'X-SKIP-HOLIDAYS':
        rule.skipHolidays = value.toLowerCase() === 'true';
        break;
      case 'X-MOVE-WEEKENDS': {
        const direction = value.toLowerCase();
        if (direction === 'forward' || direction === 'backward' || direction === 'nearest') {
          rule.moveWeekends = direction;
        } else {
          rule.moveWeekends = 'no';
        }
        break;
      }
      default:
        throw new SyntaxError(`${key} is not a part of a rule`);
    }
  }

  if (rule.count !== null && rule.until !== null) {
    throw new SyntaxError('A rule ends by COUNT or by UNTIL, not by both');
  }
  return rule;
}

export function printRule(rule: Rule): string {
  const parts = [`FREQ=${rule.frequency.toUpperCase()}`];
  if (rule.interval !== 1) {
    parts.push(`INTERVAL=${rule.interval}`);
  }
  if (rule.weekdays.length > 0) {
    parts.push(`BYDAY=${rule.weekdays.join(',')}`);
  }
  if (rule.monthDays.length > 0) {
    parts.push(`BYMONTHDAY=${rule.monthDays.join(',')}`);
  }
  if (rule.months.length > 0) {
    parts.push(`BYMONTH=${rule.months.join(',')}`);
  }
  if (rule.positions.length > 0) {
    parts.push(`BYSETPOS=${rule.positions.join(',')}`);
  }
  if (rule.count !== null) {
    parts.push(`COUNT=${rule.count}`);
  }
  if (rule.until !== null) {
    parts.push(`UNTIL=${formatDay(rule.until).replace(/-+/g, '')}`);
  }
  if (rule.weekStart !== 'MO') {
    parts.push(`WKST=${rule.weekStart}`);
  }
  if (rule.skipHolidays) {
    parts.push('X-SKIP-HOLIDAYS=true');
  }
  if (rule.moveWeekends !== 'no') {
    parts.push(`X-MOVE-WEEKENDS=${rule.moveWeekends}`);
  }
  return parts.join(';');
}

function startOfWeek(day: number, weekStart: Weekday): number {
  const offset = WEEKDAYS.indexOf(weekdayOf(day)) - WEEKDAYS.indexOf(weekStart);
  return day - ((offset + 7) % 7);
}

function monthStart(year: number, month: number): number {
  const years = Math.floor((month - 1) / 12);
  return toDay({ year: year + years, month: month - 12 * years, day: 1 });
}

function matchesMonthDay(day: number, monthDays: number[]): boolean {
  const { year, month, day: date } = toCivil(day);
  const fromEnd = date - daysInMonth(year, month) - 1;
  return monthDays.includes(date) || monthDays.includes(fromEnd);
}

/** First day of the period with that number after the one that holds `start`, and its length. */
function period(start: number, rule: Rule, number: number): { first: number; length: number } {
  const { year, month } = toCivil(start);
  const step = number * rule.interval;
  switch (rule.frequency) {
    case 'daily':
      return { first: start + step, length: 1 };
    case 'weekly': {
      const first = startOfWeek(start, rule.weekStart) + 7 * step;
      return { first, length: 7 };
    }
    case 'monthly': {
      const first = monthStart(year, month + step);
      const next = monthStart(year, month + step + 1);
      return { first, length: next - first };
    }
    case 'quarterly': {
      const quarter = month - ((month - 1) % 3);
      const first = monthStart(year, quarter + 3 * step);
      const next = monthStart(year, quarter + 3 * step + 3);
      return { first, length: next - first };
    }
    case 'yearly': {
      const first = monthStart(year + step, 1);
      const next = monthStart(year + step + 1, 1);
      return { first, length: next - first };
    }
  }
}

/** The days of one period that the rule names, before positions are taken into account. */
function daysOfPeriod(start: number, rule: Rule, first: number, length: number): number[] {
  const days: number[] = [];
  const origin = toCivil(start);
  const byWeekday = rule.weekdays.length > 0;
  const byMonthDay = rule.monthDays.length > 0;

  for (let index = 0; index < length; index++) {
    const day = first + index;
    const { month, day: date } = toCivil(day);
    if (rule.months.length > 0 && !rule.months.includes(month)) {
      continue;
    }
    if (byWeekday && !rule.weekdays.includes(weekdayOf(day))) {
      continue;
    }
    if (byMonthDay && !matchesMonthDay(day, rule.monthDays)) {
      continue;
    }

    if (!byWeekday && !byMonthDay) {
      // Without any other word the day repeats that the series began on.
      switch (rule.frequency) {
        case 'daily':
          break;
        case 'weekly':
          if (weekdayOf(day) !== weekdayOf(start)) {
            continue;
          }
          break;
        case 'monthly':
        case 'quarterly':
          if (date !== origin.day) {
            continue;
          }
          if (rule.frequency === 'quarterly' && (month - origin.month) % 3 !== 0) {
            continue;
          }
          break;
        case 'yearly':
          if (date !== origin.day) {
            continue;
          }
          if (rule.months.length === 0 && month !== origin.month) {
            continue;
          }
          break;
      }
    }
    days.push(day);
  }
  return days;
}

function takePositions(days: number[], positions: number[]): number[] {
  if (positions.length === 0) {
    return days;
  }
  const taken: number[] = [];
  for (const position of positions) {
    const index = position > 0 ? position - 1 : days.length + position;
    if (index >= 0 && index < days.length) {
      taken.push(days[index]);
    }
  }
  return [...new Set(taken)].sort((a, b) => a - b);
}

/** Shifts a day off the week-end; a day within the week stays. */
export function moveOffWeekend(day: number, direction: Rule['moveWeekends']): number {
  const weekday = weekdayOf(day);
  if (weekday !== 'SA' && weekday !== 'SU') {
    return day;
  }
  switch (direction) {
    case 'forward':
      return weekday === 'SA' ? day + 2 : day + 1;
    case 'backward':
      return weekday === 'SA' ? day - 1 : day - 2;
    case 'nearest':
      return weekday === 'SA' ? day - 1 : day + 1;
    case 'no':
      return day;
  }
}

/** The days of a series from `from` to `to`, both included, in order. */
export function occurrences(
  series: EventSeries,
  from: number,
  to: number,
  isHoliday: (day: number) => boolean = () => false,
): number[] {
  const { rule, start } = series;
  const found = new Set<number>();
  let counted = 0;

  for (let number = 0; number < MOST_PERIODS; number++) {
    const { first, length } = period(start, rule, number);
    if (first > to || (rule.until !== null && first > rule.until)) {
      break;
    }
    if (rule.count !== null && counted >= rule.count) {
      break;
    }

    const candidates = daysOfPeriod(start, rule, first, length);
    for (const candidate of takePositions(candidates, rule.positions)) {
      if (candidate < start) {
        continue;
      }
      if (rule.until !== null && candidate > rule.until) {
        continue;
      }
      if (rule.count !== null && counted >= rule.count) {
        break;
      }
      counted++;

      if (rule.skipHolidays && isHoliday(candidate)) {
        continue;
      }
      const day = moveOffWeekend(candidate, rule.moveWeekends);
      if (day >= from && day <= to) {
        found.add(day);
      }
    }
  }

  for (const day of series.added) {
    if (day >= from && day <= to) {
      found.add(day);
    }
  }
  for (const day of series.removed) {
    found.delete(day);
  }
  return [...found].sort((a, b) => a - b);
}

/** The first day after `day` on which the series happens, or null when it has ended. */
export function nextAfter(series: EventSeries, day: number): number | null {
  let horizon = 32;
  while (horizon < 40_000) {
    const days = occurrences(series, day + 1, day + horizon);
    if (days.length > 0) {
      return days[0];
    }
    if (series.rule.until !== null && day + horizon > series.rule.until) {
      return null;
    }
    horizon *= 4;
  }
  return null;
}

export function exclude(series: EventSeries, day: number): EventSeries {
  if (series.added.includes(day)) {
    return { ...series, added: series.added.filter((other) => other !== day) };
  }
  if (series.removed.includes(day)) {
    return series;
  }
  return { ...series, removed: [...series.removed, day].sort((a, b) => a - b) };
}

export function include(series: EventSeries, day: number): EventSeries {
  if (series.removed.includes(day)) {
    return { ...series, removed: series.removed.filter((other) => other !== day) };
  }
  if (series.added.includes(day)) {
    return series;
  }
  return { ...series, added: [...series.added, day].sort((a, b) => a - b) };
}

/** Ends a series before `day` and begins a second one there: "this and all that follow". */
export function splitAt(series: EventSeries, day: number, change: Partial<Rule>): EventSeries[] {
  if (day <= series.start) {
    return [{ ...series, rule: { ...series.rule, ...change } }];
  }
  const before = occurrences(series, series.start, day - 1);
  const remaining = series.rule.count === null ? null : series.rule.count - before.length;
  const head: EventSeries = {
    start: series.start,
    rule: { ...series.rule, count: null, until: day - 1 },
    added: series.added.filter((other) => other < day),
    removed: series.removed.filter((other) => other < day),
  };
  const tail: EventSeries = {
    start: day,
    rule: { ...series.rule, count: remaining, ...change },
    added: series.added.filter((other) => other >= day),
    removed: series.removed.filter((other) => other >= day),
  };
  return remaining === 0 ? [head] : [head, tail];
}

function ordinal(number: number): string {
  if (number === -1) {
    return 'last';
  }
  if (number < 0) {
    return `${ordinal(-number)} to last`;
  }
  const tens = number % 100;
  if (tens >= 11 && tens <= 13) {
    return `${number}th`;
  }
  switch (number % 10) {
    case 1:
      return `${number}st`;
    case 2:
      return `${number}nd`;
    case 3:
      return `${number}rd`;
    default:
      return `${number}th`;
  }
}

function enumerate(words: string[]): string {
  if (words.length <= 1) {
    return words.join('');
  }
  return `${words.slice(0, -1).join(', ')} and ${words[words.length - 1]}`;
}

/** A sentence such as "every 2 weeks on Monday and Friday, 10 times". */
export function describeRule(rule: Rule): string {
  const units: Record<Frequency, [string, string]> = {
    daily: ['every day', 'days'],
    weekly: ['every week', 'weeks'],
    monthly: ['every month', 'months'],
    quarterly: ['every quarter', 'quarters'],
    yearly: ['every year', 'years'],
  };
  const [single, plural] = units[rule.frequency];
  let text = rule.interval === 1 ? single : `every ${rule.interval} ${plural}`;

  if (rule.monthDays.length > 0) {
    text += ` on the ${enumerate(rule.monthDays.map(ordinal))}`;
  }
  if (rule.weekdays.length > 0) {
    const names = rule.weekdays.map((weekday) => WEEKDAY_NAMES[weekday]);
    if (rule.positions.length > 0) {
      text += ` on the ${enumerate(rule.positions.map(ordinal))} ${enumerate(names)}`;
    } else {
      text += ` on ${enumerate(names)}`;
    }
  }
  if (rule.months.length > 0) {
    text += ` in ${enumerate(rule.months.map((month) => MONTH_NAMES[month - 1]))}`;
  }
  if (rule.count !== null) {
    text += rule.count === 1 ? ', once' : `, ${rule.count} times`;
  }
  if (rule.until !== null) {
    text += `, until ${formatDay(rule.until)}`;
  }
  if (rule.skipHolidays) {
    text += ', except on holidays';
  }
  return text;
}
