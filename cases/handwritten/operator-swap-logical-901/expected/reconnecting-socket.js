/**
 * A WebSocket that comes back.
 *
 * The wrapper keeps one logical connection alive over many physical ones: it
 * reopens with growing pauses, holds messages while it is offline, and answers
 * pings so that dead connections are noticed early.
 */

const State = Object.freeze({
    IDLE: 'idle',
    CONNECTING: 'connecting',
    OPEN: 'open',
    WAITING: 'waiting',
    CLOSED: 'closed',
});

const DEFAULTS = {
    firstDelay: 500,
    maxDelay: 30000,
    growth: 1.8,
    jitter: 0.3,
    pingEvery: 25000,
    pongWithin: 8000,
    maxQueued: 200,
};

// Close codes after which trying again cannot help.
const FATAL_CODES = new Set([1002, 1003, 1007, 1008, 1010, 4001, 4003]);

export class ReconnectingSocket {
    constructor(url, options = {}) {
        this.url = url;
        this.options = { ...DEFAULTS, ...options };
        this.state = State.IDLE;
        this.socket = null;
        this.attempts = 0;
        this.queue = [];
        this.listeners = new Map();
        this.retryTimer = null;
        this.pingTimer = null;
        this.pongTimer = null;
    }

    on(event, listener) {
        if (!this.listeners.has(event)) {
            this.listeners.set(event, new Set());
        }
        this.listeners.get(event).add(listener);
        return () => this.off(event, listener);
    }

    off(event, listener) {
        const listeners = this.listeners.get(event);
        if (listeners) {
            listeners.delete(listener);
        }
    }

    emit(event, detail) {
        const listeners = this.listeners.get(event);
        if (!listeners) {
            return;
        }
        for (const listener of [...listeners]) {
            try {
                listener(detail);
            } catch (error) {
                console.error(`listener for "${event}" failed`, error);
            }
        }
    }

    connect() {
        if (this.state === State.CONNECTING || this.state === State.OPEN) {
            return;
        }
        this.clearTimers();
        this.moveTo(State.CONNECTING);
        const socket = new WebSocket(this.url);
        socket.addEventListener('open', () => this.handleOpen(socket));
        socket.addEventListener('message', (event) => this.handleMessage(socket, event));
        socket.addEventListener('close', (event) => this.handleClose(socket, event));
        socket.addEventListener('error', () => this.handleError(socket));
        this.socket = socket;
    }

    close(code = 1000, reason = '') {
        this.clearTimers();
        this.moveTo(State.CLOSED);
        this.queue.length = 0;
        if (this.socket) {
            this.socket.close(code, reason);
            this.socket = null;
        }
    }

    send(message) {
        if (this.state === State.CLOSED) {
            throw new Error('the socket was closed on purpose');
        }
        if (this.state === State.OPEN && this.socket.readyState === WebSocket.OPEN) {
            this.socket.send(JSON.stringify(message));
            return true;
        }
        this.enqueue(message);
        return false;
    }

    enqueue(message) {
        this.queue.push(message);
        // The oldest message is the least likely to still matter.
        while (this.queue.length > this.options.maxQueued) {
            const dropped = this.queue.shift();
            this.emit('dropped', dropped);
        }
    }

    handleOpen(socket) {
        if (socket !== this.socket) {
            return;
        }
        this.attempts = 0;
        this.moveTo(State.OPEN);
        this.flush();
        this.schedulePing();
    }

    handleMessage(socket, event) {
        if (socket !== this.socket) {
            return;
        }
        let message;
        try {
            message = JSON.parse(event.data);
        } catch {
            this.emit('garbled', event.data);
            return;
        }
        if (message.type === 'pong') {
            clearTimeout(this.pongTimer);
            this.schedulePing();
            return;
        }
        this.emit('message', message);
    }

    handleClose(socket, event) {
        if (socket !== this.socket) {
            return;
        }
        this.socket = null;
        this.clearTimers();
        if (this.state === State.CLOSED || FATAL_CODES.has(event.code)) {
            this.moveTo(State.CLOSED);
            this.emit('gone', { code: event.code, reason: event.reason });
            return;
        }
        this.scheduleRetry();
    }

    handleError(socket) {
        if (socket !== this.socket) {
            return;
        }
        // A close event always follows; it decides what happens next.
        this.emit('trouble', { attempts: this.attempts });
    }

    flush() {
        const waiting = this.queue.splice(0);
        for (const message of waiting) {
            this.send(message);
        }
    }

    scheduleRetry() {
        this.attempts += 1;
        const delay = this.nextDelay();
        this.moveTo(State.WAITING);
        this.emit('retry', { attempt: this.attempts, delay });
        this.retryTimer = setTimeout(() => this.connect(), delay);
    }

    nextDelay() {
        const { firstDelay, maxDelay, growth, jitter } = this.options;
        const grown = Math.min(maxDelay, firstDelay * growth ** (this.attempts - 1));
        const spread = grown * jitter;
        return Math.round(grown - spread / 2 + Math.random() * spread);
    }

    schedulePing() {
        clearTimeout(this.pingTimer);
        this.pingTimer = setTimeout(() => this.ping(), this.options.pingEvery);
    }

    ping() {
        if (this.state !== State.OPEN) {
            return;
        }
        this.socket.send('{"type":"ping"}');
        this.pongTimer = setTimeout(() => this.handleSilence(), this.options.pongWithin);
    }

    handleSilence() {
        const socket = this.socket;
        this.socket = null;
        socket.close(4000, 'no pong');
        this.clearTimers();
        this.scheduleRetry();
    }

    clearTimers() {
        clearTimeout(this.retryTimer);
        clearTimeout(this.pingTimer);
        clearTimeout(this.pongTimer);
    }

    moveTo(state) {
        if (this.state === state) {
            return;
        }
        const previous = this.state;
        this.state = state;
        this.emit('state', { previous, current: state });
    }
}

export function openSocket(url, options) {
    const socket = new ReconnectingSocket(url, options);
    socket.connect();
    return socket;
}

export { State as SocketState };
