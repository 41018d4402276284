// State machine of one print job. The spooler calls `advance` for every event
// that the printer driver reports; everything here is pure.

export type JobState =
    | 'queued'
    | 'converting'
    | 'sending'
    | 'printing'
    | 'paused'
    | 'done'
    | 'failed'
    | 'cancelled';

export type DriverEvent =
    | { type: 'accepted' }
    | { type: 'converted'; pages: number }
    | { type: 'page-sent'; page: number }
    | { type: 'page-printed'; page: number }
    | { type: 'out-of-paper' }
    | { type: 'paper-jam' }
    | { type: 'cover-open' }
    | { type: 'toner-empty' }
    | { type: 'ready' }
    | { type: 'cancel-requested' }
    | { type: 'driver-crashed'; reason: string };

export interface Job {
    readonly id: string;
    readonly owner: string;
    readonly state: JobState;
    readonly pages: number;
    readonly sent: number;
    readonly printed: number;
    readonly message: string;
}

export function createJob(id: string, owner: string): Job {
    return { id, owner, state: 'queued', pages: 0, sent: 0, printed: 0, message: '' };
}

export function isFinal(state: JobState): boolean {
    return state === 'done' || state === 'failed' || state === 'cancelled';
}

const ADVICE = new Map<DriverEvent['type'], string>([
    ['out-of-paper', 'Add paper to continue'],
    ['paper-jam', 'Remove the jammed sheet'],
    ['cover-open', 'Close the cover'],
    ['toner-empty', 'Replace the toner cartridge'],
]);

function explain(event: DriverEvent): string {
    return ADVICE.get(event.type) ?? '';
}

/** The job after `event`. Events that make no sense in the current state are ignored. */
export function advance(job: Job, event: DriverEvent): Job {
    if (isFinal(job.state)) {
        return job;
    }

    switch (event.type) {
        case 'accepted':
            return job.state === 'queued' ? { ...job, state: 'converting' } : job;

        case 'converted':
            return job.state === 'converting' ? { ...job, state: 'sending', pages: event.pages } : job;

        case 'page-sent':
            return { ...job, sent: Math.max(job.sent, event.page) };

        case 'page-printed': {
            const printed = Math.max(job.printed, event.page);
            const state = printed >= job.pages ? 'done' : 'printing';
            return { ...job, state, printed, message: '' };
        }

        // A human has to walk to the device before these go away.
        case 'out-of-paper':
        case 'paper-jam':
        case 'toner-empty':
            return { ...job, state: 'paused', message: explain(event) };

        case 'ready':
            return job.state === 'paused' ? { ...job, state: 'printing', message: '' } : job;

        case 'cancel-requested':
            return { ...job, state: 'cancelled', message: 'Cancelled by the user' };

        case 'driver-crashed':
            return { ...job, state: 'failed', message: event.reason };
    }
}

/** Folds a whole event log into the job's present state. */
export function replay(job: Job, events: Iterable<DriverEvent>): Job {
    let current = job;
    for (const event of events) {
        current = advance(current, event);
    }
    return current;
}

export function progress(job: Job): number {
    if (job.pages === 0) {
        return 0;
    }
    return job.printed / job.pages;
}

export function describe(job: Job): string {
    const percent = Math.round(progress(job) * 100);
    const suffix = job.message === '' ? '' : `: ${job.message}`;
    return `${job.id} (${job.owner}) ${job.state} ${percent}%${suffix}`;
}
