import { EventEmitter } from "node:events";
import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";

/**
 * Sends a large file in chunks and can pick up where an earlier run stopped.
 *
 * The server keeps a session per file: POST opens it and tells which chunks it
 * has, PUT stores one chunk, and a final POST with the whole digest commits.
 */

const DEFAULTS = {
	chunkSize: 4 * 1024 * 1024,
	parallel: 3,
	maxAttempts: 5,
	backoff: 400,
};

/** Answers that another attempt can cure. */
const RETRYABLE = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

export class UploadError extends Error {
	constructor(message, status = null) {
		super(message);
		this.name = "UploadError";
		this.status = status;
	}
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class ChunkedUpload extends EventEmitter {
	constructor(endpoint, request, options = {}) {
		super();
		this.endpoint = endpoint;
		this.request = request;
		this.options = { ...DEFAULTS, ...options };
		this.aborted = false;
	}

	abort() {
		this.aborted = true;
	}

	async send(path) {
		const { size } = await stat(path);
		const handle = await open(path, "r");
		try {
			const digest = await this.digest(handle, size);
			const session = await this.openSession(path, size, digest);
			const missing = this.missingChunks(size, session.stored);
			await this.sendAll(handle, session, size, missing);
			return await this.commit(session, digest);
		} finally {
			await handle.close();
		}
	}

	async digest(handle, size) {
		const hash = createHash("sha256");
		const buffer = Buffer.alloc(Math.min(size, 1024 * 1024));
		let position = 0;
		while (position < size) {
			const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
			hash.update(buffer.subarray(0, bytesRead));
			position += bytesRead;
		}
		return hash.digest("hex");
	}

	async openSession(path, size, digest) {
		const name = path.split("/").pop();
		const response = await this.attempt(() =>
			this.request("POST", `${this.endpoint}/sessions`, { json: { name, size, digest } }),
		);
		return { id: response.body.id, stored: new Set(response.body.chunks) };
	}

	missingChunks(size, stored) {
		const count = Math.ceil(size / this.options.chunkSize);
		const missing = [];
		for (let index = 0; index < count; index++) {
			if (!stored.has(index)) {
				missing.push(index);
			}
		}
		return missing;
	}

	async sendAll(handle, session, size, missing) {
		const total = missing.length;
		let finished = 0;

		const worker = async () => {
			while (missing.length > 0) {
				if (this.aborted) {
					throw new UploadError("Upload was aborted");
				}
				const index = missing.shift();
				await this.sendChunk(handle, session, size, index);
				finished += 1;
				this.emit("progress", finished, total);
			}
		};

		await Promise.all(Array.from({ length: this.options.parallel }, worker));
	}

	async sendChunk(handle, session, size, index) {
		const start = index * this.options.chunkSize;
		const length = Math.min(this.options.chunkSize, size - start);
		const chunk = Buffer.alloc(length);

		// A short read is legal, so ask until the chunk is whole.
		let filled = 0;
		while (filled < length) {
			const { bytesRead } = await handle.read(chunk, filled, length - filled, start + filled);
			if (bytesRead === 0) {
				throw new UploadError(`File shrank while chunk ${index} was being read`);
			}
			filled += bytesRead;
		}

		while (filled < length) {
			const { bytesRead } = await handle.read(chunk, filled, length - filled, start + filled);
			if (bytesRead === 0) {
				throw new UploadError(`File shrank while chunk ${index} was being read`);
			}
			filled += bytesRead;
		}

		await this.attempt(() =>
			this.request("PUT", `${this.endpoint}/sessions/${session.id}/chunks/${index}`, { body: chunk }),
		);
	}

	async commit(session, digest) {
		const response = await this.attempt(() =>
			this.request("POST", `${this.endpoint}/sessions/${session.id}/commit`, { json: { digest } }),
		);
		if (response.body.digest !== digest) {
			throw new UploadError("The server stored different bytes than were sent");
		}
		this.emit("committed", response.body);
		return response.body;
	}

	async attempt(action) {
		for (let attempt = 1; ; attempt++) {
			const response = await action();
			if (response.status < 300) {
				return response;
			}
			if (!RETRYABLE.has(response.status) || attempt === this.options.maxAttempts) {
				throw new UploadError(`Server answered ${response.status}`, response.status);
			}
			const delay = this.options.backoff * 2 ** (attempt - 1);
			this.emit("retry", attempt, delay);
			await pause(delay);
		}
	}
}
