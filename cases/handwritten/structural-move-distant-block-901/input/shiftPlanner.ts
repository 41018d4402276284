import { addHours, hoursBetween, overlaps, type Interval } from "./interval";

export interface Worker {
    id: string;
    name: string;
    skills: ReadonlySet<string>;
    maxHoursPerWeek: number;
    /** Times at which the worker must not be planned. */
    absences: Interval[];
    wishes: { shiftId: string; weight: number }[];
}

export interface Shift {
    id: string;
    skill: string;
    interval: Interval;
    night: boolean;
    needed: number;
}

export interface Assignment {
    shiftId: string;
    workerId: string;
}

export interface Violation {
    rule: string;
    workerId?: string;
    shiftId?: string;
    detail: string;
}

export interface Plan {
    assignments: Assignment[];
    violations: Violation[];
    score: number;
}

interface PlannerOptions {
    minRestHours: number;
    maxNightsInARow: number;
    wishFactor: number;
}

const DEFAULT_OPTIONS: PlannerOptions = {
    minRestHours: 11,
    maxNightsInARow: 4,
    wishFactor: 2,
};

export class ShiftPlanner {
    private readonly workers: Map<string, Worker>;
    private readonly shifts: Map<string, Shift>;
    private readonly options: PlannerOptions;

    constructor(workers: Worker[], shifts: Shift[], options: Partial<PlannerOptions> = {}) {
        this.workers = new Map(workers.map((worker) => [worker.id, worker]));
        this.shifts = new Map(shifts.map((shift) => [shift.id, shift]));
        this.options = { ...DEFAULT_OPTIONS, ...options };
    }

    /**
     * Greedy planning: hardest shifts first, best worker for each seat.
     * The result is checked as a whole, so a bad greedy choice shows up as a violation.
     */
    plan(): Plan {
        const assignments: Assignment[] = [];

        for (const shift of this.byDifficulty()) {
            for (let seat = 0; seat < shift.needed; seat++) {
                const worker = this.bestWorker(shift, assignments);
                if (worker === undefined) {
                    break;
                }
                assignments.push({ shiftId: shift.id, workerId: worker.id });
            }
        }

        return { assignments, violations: this.check(assignments), score: this.score(assignments) };
    }

    private byDifficulty(): Shift[] {
        const candidates = (shift: Shift) =>
            [...this.workers.values()].filter((worker) => worker.skills.has(shift.skill)).length;
        return [...this.shifts.values()].sort((a, b) => {
            const bySupply = candidates(a) - a.needed - (candidates(b) - b.needed);
            return bySupply !== 0 ? bySupply : a.interval.start - b.interval.start;
        });
    }

    private bestWorker(shift: Shift, assignments: Assignment[]): Worker | undefined {
        let best: Worker | undefined;
        let bestRating = -Infinity;
        for (const worker of this.workers.values()) {
            if (!this.isAvailable(worker, shift, assignments)) {
                continue;
            }
            const rating = this.rate(worker, shift, assignments);
            if (rating > bestRating) {
                best = worker;
                bestRating = rating;
            }
        }
        return best;
    }

    private isAvailable(worker: Worker, shift: Shift, assignments: Assignment[]): boolean {
        if (!worker.skills.has(shift.skill)) {
            return false;
        }
        if (worker.absences.some((absence) => overlaps(absence, shift.interval))) {
            return false;
        }
        const own = this.shiftsOf(worker.id, assignments);
        if (own.some((other) => overlaps(this.withRest(other), shift.interval))) {
            return false;
        }
        const planned = own.reduce((sum, other) => sum + hoursBetween(other.interval), 0);
        return planned + hoursBetween(shift.interval) <= worker.maxHoursPerWeek;
    }

    private rate(worker: Worker, shift: Shift, assignments: Assignment[]): number {
        const own = this.shiftsOf(worker.id, assignments);
        const planned = own.reduce((sum, other) => sum + hoursBetween(other.interval), 0);
        const wish = worker.wishes.find((entry) => entry.shiftId === shift.id);
        const load = planned / worker.maxHoursPerWeek;
        return (wish?.weight ?? 0) * this.options.wishFactor - load;
    }

    private withRest(shift: Shift): Interval {
        const { minRestHours } = this.options;
        return {
            start: addHours(shift.interval.start, -minRestHours),
            end: addHours(shift.interval.end, minRestHours),
        };
    }

    private shiftsOf(workerId: string, assignments: Assignment[]): Shift[] {
        const own: Shift[] = [];
        for (const assignment of assignments) {
            const shift = this.shifts.get(assignment.shiftId);
            if (assignment.workerId === workerId && shift !== undefined) {
                own.push(shift);
            }
        }
        return own.sort((a, b) => a.interval.start - b.interval.start);
    }

    check(assignments: Assignment[]): Violation[] {
        return [
            ...this.checkStaffing(assignments),
            ...this.checkRest(assignments),
            ...this.checkHours(assignments),
            ...this.checkNights(assignments),
        ];
    }

    private checkStaffing(assignments: Assignment[]): Violation[] {
        const violations: Violation[] = [];
        for (const shift of this.shifts.values()) {
            const filled = assignments.filter((assignment) => assignment.shiftId === shift.id).length;
            if (filled < shift.needed) {
                const detail = `${filled} of ${shift.needed} seats filled`;
                violations.push({ rule: "staffing", shiftId: shift.id, detail });
            }
        }
        return violations;
    }

    private checkRest(assignments: Assignment[]): Violation[] {
        const violations: Violation[] = [];
        for (const worker of this.workers.values()) {
            const own = this.shiftsOf(worker.id, assignments);
            for (let index = 1; index < own.length; index++) {
                const gap = hoursBetween({ start: own[index - 1].interval.end, end: own[index].interval.start });
                if (gap < this.options.minRestHours) {
                    const detail = `only ${gap} h between ${own[index - 1].id} and ${own[index].id}`;
                    violations.push({ rule: "rest", workerId: worker.id, shiftId: own[index].id, detail });
                }
            }
        }
        return violations;
    }

    private checkHours(assignments: Assignment[]): Violation[] {
        const violations: Violation[] = [];
        for (const worker of this.workers.values()) {
            const own = this.shiftsOf(worker.id, assignments);
            const planned = own.reduce((sum, shift) => sum + hoursBetween(shift.interval), 0);
            if (planned > worker.maxHoursPerWeek) {
                const detail = `${planned} h planned, ${worker.maxHoursPerWeek} h allowed`;
                violations.push({ rule: "hours", workerId: worker.id, detail });
            }
        }
        return violations;
    }

    private checkNights(assignments: Assignment[]): Violation[] {
        const violations: Violation[] = [];
        for (const worker of this.workers.values()) {
            let streak = 0;
            for (const shift of this.shiftsOf(worker.id, assignments)) {
                streak = shift.night ? streak + 1 : 0;
                if (streak > this.options.maxNightsInARow) {
                    const detail = `night ${streak} in a row`;
                    violations.push({ rule: "nights", workerId: worker.id, shiftId: shift.id, detail });
                }
            }
        }
        return violations;
    }

    /** Higher is better: fulfilled wishes minus unevenness of the load. */
    private score(assignments: Assignment[]): number {
        let wishes = 0;
        const loads: number[] = [];
        for (const worker of this.workers.values()) {
            const own = this.shiftsOf(worker.id, assignments);
            const planned = own.reduce((sum, shift) => sum + hoursBetween(shift.interval), 0);
            loads.push(planned / worker.maxHoursPerWeek);
            for (const wish of worker.wishes) {
                if (own.some((shift) => shift.id === wish.shiftId)) {
                    wishes += wish.weight;
                }
            }
        }
        const mean = loads.reduce((sum, load) => sum + load, 0) / Math.max(1, loads.length);
        const spread = loads.reduce((sum, load) => sum + (load - mean) ** 2, 0);
        return wishes * this.options.wishFactor - spread;
    }
}

/** A plain-text plan for the notice board, one line per shift, problems at the end. */
export function describePlan(plan: Plan, workers: Worker[], shifts: Shift[]): string {
    const lines: string[] = [];
    const names = new Map(workers.map((worker) => [worker.id, worker.name]));
    const ordered = [...shifts].sort((a, b) => a.interval.start - b.interval.start);

    const filled = plan.assignments.length;
    const needed = shifts.reduce((sum, shift) => sum + shift.needed, 0);
    lines.push("");
    lines.push(`${filled} of ${needed} seats filled, score ${plan.score.toFixed(1)}`);

    for (const shift of ordered) {
        const present = plan.assignments
            .filter((assignment) => assignment.shiftId === shift.id)
            .map((assignment) => names.get(assignment.workerId) ?? assignment.workerId)
            .sort((a, b) => a.localeCompare(b));
        const open = shift.needed - present.length;
        const marks = [
            shift.night ? "night" : "",
            open > 0 ? `${open} open` : "",
        ].filter((mark) => mark !== "");
        const suffix = marks.length > 0 ? ` (${marks.join(", ")})` : "";
        lines.push(`${shift.id}  ${present.join(", ")}${suffix}`);
    }

    for (const violation of plan.violations) {
        const who = violation.workerId === undefined ? "" : `${names.get(violation.workerId)}: `;
        lines.push(`! ${who}${violation.rule}, ${violation.detail}`);
    }
    return lines.join("\n");
}
