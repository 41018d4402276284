import type { Document, Patch } from './document';

interface Step {
	label: string;
	forward: Patch;
	backward: Patch;
	at: number;
}

export interface HistoryOptions {
	limit?: number;
	/** Steps of the same label closer together than this are joined. */
	joinWithinMs?: number;
}

/**
 * Undo and redo for one document.
 *
 * `steps` holds everything that was ever done and not yet forgotten; `cursor`
 * counts how many of them are in force. Steps behind the cursor can be redone.
 */
export class History {
	private readonly limit: number;
	private readonly joinWithinMs: number;
	private steps: Step[] = [];
	private cursor = 0;
	private savedAt = 0;

	constructor(
		private readonly document: Document,
		options: HistoryOptions = {},
	) {
		this.limit = options.limit ?? 500;
		this.joinWithinMs = options.joinWithinMs ?? 600;
	}

	record(label: string, forward: Patch, backward: Patch, at = Date.now()): void {
		this.steps.length = this.cursor;
		const last = this.steps.at(-1);
		if (last && last.label === label && at - last.at <= this.joinWithinMs) {
			last.forward = last.forward.then(forward);
			last.backward = backward.then(last.backward);
			last.at = at;
			return;
		}
		this.steps.push({ label, forward, backward, at });
		this.cursor++;
		this.forgetOldest();
	}

	undo(): string | undefined {
		if (this.cursor === 0) {
			return undefined;
		}
		this.cursor--;
		const { backward, label } = this.steps[this.cursor];
		this.document.apply(backward);
		return label;
	}

	redo(): string | undefined {
		const next = this.steps[this.cursor];
		if (next === undefined) {
			return undefined;
		}
		this.document.apply(next.forward);
		this.cursor++;
		return next.label;
	}

	markSaved(): void {
		this.savedAt = this.cursor;
	}

	get dirty(): boolean {
		return this.savedAt !== this.cursor;
	}

	get undoLabel(): string | undefined {
		return this.steps[this.cursor - 1]?.label;
	}

	get redoLabel(): string | undefined {
		return this.steps[this.cursor]?.label;
	}

	private forgetOldest(): void {
		const surplus = this.steps.length - this.limit;
		if (surplus <= 0) {
			return;
		}
		this.steps.splice(0, surplus);
		this.cursor -= surplus;
		// Once its step is gone, the saved state can no longer be reached.
		this.savedAt = this.savedAt < surplus ? -1 : this.savedAt - surplus;
	}
}
