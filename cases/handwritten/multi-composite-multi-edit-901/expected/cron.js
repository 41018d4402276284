/**
 * Five-field cron expressions: minute, hour, day of month, month, day of week.
 *
 * Supported: `*`, lists, ranges, steps, English names of months and days, and
 * the usual nicknames. Times are local to the zone of the given Date objects.
 */

const FIELDS = [
    { name: 'minute', first: 0, last: 59 },
    { name: 'hour', first: 0, last: 23 },
    { name: 'day of month', first: 1, last: 31 },
    { name: 'month', first: 1, last: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec' },
    { name: 'day of week', first: 0, last: 7, names: 'sun mon tue wed thu fri sat' },
];

const NICKNAMES = new Map([
    ['@yearly', '0 0 1 1 *'],
    ['@annually', '0 0 1 1 *'],
    ['@monthly', '0 0 1 * *'],
    ['@weekly', '0 0 * * 0'],
    ['@daily', '0 0 * * *'],
    ['@midnight', '0 0 * * *'],
    ['@hourly', '0 * * * *'],
]);

// The longest wait that makes sense: 29 February across a skipped leap year.
const HORIZON_YEARS = 9;

export class CronError extends Error {
    constructor(expression, message) {
        super(`"${expression}": ${message}`);
        this.name = 'CronError';
        this.expression = expression;
    }
}

function parseValue(expression, field, text) {
    if (/^\d+$/.test(text)) {
        const value = Number(text);
        if (value < field.first || value > field.last) {
            throw new CronError(expression, `${field.name} goes from ${field.first} to ${field.last}`);
        }
        return value;
    }
    const names = field.names ? field.names.split(' ') : [];
    const index = names.indexOf(text.toLowerCase());
    if (index === -1) {
        throw new CronError(expression, `"${text}" is no ${field.name}`);
    }
    return field.first + index;
}

function parseStep(expression, field, text) {
    if (text === undefined) {
        return 1;
    }
    if (!/^\d+$/.test(text) || Number(text) === 0) {
        throw new CronError(expression, `the step of ${field.name} must be a number above 0`);
    }
    return Number(text);
}

function parseRange(expression, field, text, stepped) {
    if (text === '*') {
        return [field.first, field.last];
    }
    const dash = text.indexOf('-');
    if (dash === -1) {
        const value = parseValue(expression, field, text);
        return [value, stepped ? field.last : value];
    }
    const from = parseValue(expression, field, text.slice(0, dash));
    const until = parseValue(expression, field, text.slice(dash + 1));
    if (from > until) {
        throw new CronError(expression, `the range ${text} of ${field.name} runs backwards`);
    }
    return [from, until];
}

function parseField(expression, field, text) {
    const values = new Set();
    for (const part of text.split(',')) {
        const [range, stepText] = part.split('/', 2);
        const step = parseStep(expression, field, stepText);
        const [from, until] = parseRange(expression, field, range, stepText !== undefined);
        for (let value = from; value <= until; value += step) {
            values.add(value);
        }
    }
    return values;
}

export function parse(expression) {
    const text = NICKNAMES.get(expression.trim().toLowerCase()) ?? expression.trim();
    const parts = text.split(/\s+/);
    if (parts.length !== FIELDS.length) {
        throw new CronError(expression, `${parts.length} fields instead of ${FIELDS.length}`);
    }
    const [minutes, hours, days, months, weekdays] = FIELDS.map((field, index) =>
        parseField(expression, field, parts[index]),
    );
    // Sunday has two numbers.
    if (weekdays.has(7)) {
        weekdays.add(0);
    }
    return {
        expression,
        minutes,
        hours,
        days,
        months,
        weekdays,
        anyDay: parts[2] === '*',
        anyWeekday: parts[4] === '*',
    };
}

/**
 * When both days are restricted, either of them is enough: `0 9 1 * mon` means
 * the first of the month and every Monday.
 */
function dayMatches(schedule, date) {
    const day = schedule.days.has(date.getDate());
    const weekday = schedule.weekdays.has(date.getDay());
    if (schedule.anyDay || schedule.anyWeekday) {
        return day && weekday;
    }
    return day || weekday;
}

export function matches(schedule, date) {
    return (
        schedule.months.has(date.getMonth() + 1) &&
        dayMatches(schedule, date) &&
        schedule.hours.has(date.getHours()) &&
        schedule.minutes.has(date.getMinutes())
    );
}

function startOfMonth(date, offset) {
    return new Date(date.getFullYear(), date.getMonth() + offset, 1, 0, 0);
}

function startOfDay(date, offset) {
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() + offset, 0, 0);
}

function startOfHour(date, offset) {
    return new Date(
        date.getFullYear(),
        date.getMonth(),
        date.getDate(),
        date.getHours() + offset,
        0,
    );
}

/** The first moment after `after` that the schedule names, or null. */
export function next(schedule, after = new Date()) {
    let date = new Date(after.getTime());
    date.setSeconds(0, 0);
    date.setMinutes(date.getMinutes() + 1);
    const lastYear = after.getFullYear() + HORIZON_YEARS;

    while (date.getFullYear() <= lastYear) {
        if (!schedule.months.has(date.getMonth() + 1)) {
            date = startOfMonth(date, 1);
        } else if (!dayMatches(schedule, date)) {
            date = startOfDay(date, 1);
        } else if (!schedule.hours.has(date.getHours())) {
            date = startOfHour(date, 1);
        } else if (!schedule.minutes.has(date.getMinutes())) {
            date.setMinutes(date.getMinutes() + 1);
        } else {
            return date;
        }
    }
    return null;
}

export function upcoming(schedule, count, after = new Date()) {
    const dates = [];
    let date = next(schedule, after);
    while (date !== null && dates.length < count) {
        dates.push(date);
        date = next(schedule, date);
    }
    return dates;
}

export class Scheduler {
    constructor(clock = globalThis) {
        this.clock = clock;
        this.jobs = new Map();
    }

    add(name, expression, task) {
        if (this.jobs.has(name)) {
            throw new Error(`a job called "${name}" exists already`);
        }
        const job = { name, schedule: parse(expression), task, timer: null, running: false };
        this.jobs.set(name, job);
        this.arm(job);
    }

    remove(name) {
        const job = this.jobs.get(name);
        if (job) {
            this.clock.clearTimeout(job.timer);
            this.jobs.delete(name);
        }
    }

    arm(job) {
        const date = next(job.schedule);
        if (date === null) {
            return;
        }
        // Timers hold at most 2^31 ms; wake up on the way and look again.
        const wait = Math.min(date.getTime() - Date.now(), 2 ** 31 - 1);
        job.timer = this.clock.setTimeout(() => this.wake(job, date), Math.max(0, wait));
    }

    async wake(job, date) {
        if (Date.now() >= date.getTime() && !job.running) {
            job.running = true;
            try {
                await job.task(date);
            } catch (error) {
                console.error(`job "${job.name}" failed`, error);
            } finally {
                job.running = false;
            }
        }
        if (this.jobs.has(job.name)) {
            this.arm(job);
        }
    }
}
