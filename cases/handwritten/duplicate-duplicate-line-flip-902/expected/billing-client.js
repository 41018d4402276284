/**
 * Client of the billing service.
 *
 * Every method builds one request, says whether it may be repeated after a
 * broken connection, sends it and unwraps the answer. Reading is always safe to
 * repeat. Writing is safe only where the service recognises a second copy: by
 * an idempotency key, or because the new state replaces the old one. Anything
 * that moves money without a key must be sent once and once only.
 */

const DEFAULT_TIMEOUT = 15000;
const RETRY_DELAYS = [250, 1000, 4000];
const PAGE_SIZE = 100;

export class BillingError extends Error {
    constructor(message, { status = null, code = null, requestId = null } = {}) {
        super(message);
        this.name = 'BillingError';
        this.status = status;
        this.code = code;
        this.requestId = requestId;
    }

    get isMissing() {
        return this.status === 404;
    }

    get isConflict() {
        return this.status === 409;
    }

    get isThrottled() {
        return this.status === 429;
    }
}

class BillingRequest {
    constructor(method, path) {
        this.method = method;
        this.path = path;
        this.query = new URLSearchParams();
        this.headers = { accept: 'application/json' };
        this.body = undefined;
        this.retry = false;
        this.timeout = DEFAULT_TIMEOUT;
    }

    where(filters) {
        for (const [name, value] of Object.entries(filters)) {
            if (value !== undefined && value !== null) {
                this.query.set(name, String(value));
            }
        }
        return this;
    }

    json(value) {
        this.body = JSON.stringify(value);
        this.headers['content-type'] = 'application/json';
        return this;
    }

    url(base) {
        const query = this.query.toString();
        return query ? `${base}${this.path}?${query}` : `${base}${this.path}`;
    }
}

function pause(milliseconds) {
    return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function readBody(response) {
    const type = response.headers.get('content-type') ?? '';
    if (response.status === 204 || !type.includes('json')) {
        return null;
    }
    return response.json();
}

async function failure(response) {
    const body = await readBody(response).catch(() => null);
    return new BillingError(body?.message ?? `the service answered ${response.status}`, {
        status: response.status,
        code: body?.code ?? null,
        requestId: response.headers.get('x-request-id'),
    });
}

export class Transport {
    constructor({ base, token, fetch = globalThis.fetch, onRetry = () => {} }) {
        this.base = base.replace(/\/+$/, '');
        this.token = token;
        this.fetch = fetch;
        this.onRetry = onRetry;
    }

    async send(request) {
        const delays = request.retry ? RETRY_DELAYS : [];
        for (let attempt = 0; ; attempt++) {
            try {
                return await this.sendOnce(request);
            } catch (error) {
                if (attempt >= delays.length || !this.isTransient(error)) {
                    throw error;
                }
                this.onRetry({ request, attempt: attempt + 1, error });
                await pause(delays[attempt]);
            }
        }
    }

    async sendOnce(request) {
        const response = await this.fetch(request.url(this.base), {
            method: request.method,
            headers: { ...request.headers, authorization: `Bearer ${this.token}` },
            body: request.body,
            signal: AbortSignal.timeout(request.timeout),
        });
        if (!response.ok) {
            throw await failure(response);
        }
        return readBody(response);
    }

    isTransient(error) {
        if (error instanceof BillingError) {
            return error.isThrottled || error.status >= 500;
        }
        return true;
    }

    async *pages(path, filters) {
        let cursor;
        do {
            const request = new BillingRequest('GET', path);
            request.where({ ...filters, cursor, limit: PAGE_SIZE });
            request.retry = true;
            const page = await this.send(request);
            yield* page.items;
            cursor = page.next;
        } while (cursor);
    }
}

class Customers {
    constructor(transport) {
        this.transport = transport;
    }

    list(filters = {}) {
        return this.transport.pages('/customers', filters);
    }

    async get(id) {
        const request = new BillingRequest('GET', `/customers/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }

    async create(customer) {
        const request = new BillingRequest('POST', '/customers');
        request.json(customer);
        request.retry = false;
        return this.transport.send(request);
    }

    async update(id, changes) {
        const request = new BillingRequest('PATCH', `/customers/${id}`);
        request.json(changes);
        request.retry = true;
        return this.transport.send(request);
    }

    async remove(id) {
        const request = new BillingRequest('DELETE', `/customers/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }

    /** Moves everything from `duplicate` over to `id`; cannot be undone. */
    async absorb(id, duplicate) {
        const request = new BillingRequest('POST', `/customers/${id}/absorb`);
        request.json({ duplicate });
        request.retry = false;
        return this.transport.send(request);
    }
}

class PaymentMethods {
    constructor(transport) {
        this.transport = transport;
    }

    list(customerId) {
        return this.transport.pages(`/customers/${customerId}/payment-methods`, {});
    }

    async get(customerId, id) {
        const request = new BillingRequest('GET', `/customers/${customerId}/payment-methods/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }

    async attach(customerId, token) {
        const request = new BillingRequest('POST', `/customers/${customerId}/payment-methods`);
        request.json({ token });
        request.retry = false;
        return this.transport.send(request);
    }

    async makeDefault(customerId, id) {
        const request = new BillingRequest('PUT', `/customers/${customerId}/default-payment-method`);
        request.json({ id });
        request.retry = true;
        return this.transport.send(request);
    }

    async detach(customerId, id) {
        const request = new BillingRequest('DELETE', `/customers/${customerId}/payment-methods/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }
}

class Subscriptions {
    constructor(transport) {
        this.transport = transport;
    }

    list(filters = {}) {
        return this.transport.pages('/subscriptions', filters);
    }

    async get(id) {
        const request = new BillingRequest('GET', `/subscriptions/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }

    async create(subscription) {
        const request = new BillingRequest('POST', '/subscriptions');
        request.json(subscription);
        request.retry = false;
        return this.transport.send(request);
    }

    async changePlan(id, plan, { prorate = true } = {}) {
        const request = new BillingRequest('PUT', `/subscriptions/${id}/plan`);
        request.json({ plan, prorate });
        request.retry = true;
        return this.transport.send(request);
    }

    async pause(id, until) {
        const request = new BillingRequest('PUT', `/subscriptions/${id}/pause`);
        request.json({ until });
        request.retry = true;
        return this.transport.send(request);
    }

    async resume(id) {
        const request = new BillingRequest('DELETE', `/subscriptions/${id}/pause`);
        request.retry = true;
        return this.transport.send(request);
    }

    async cancel(id, reason) {
        const request = new BillingRequest('PUT', `/subscriptions/${id}/cancellation`);
        request.json({ reason });
        request.retry = true;
        return this.transport.send(request);
    }

    /** Adds metered usage on top of what was reported before. */
    async addUsage(id, quantity, at = new Date()) {
        const request = new BillingRequest('POST', `/subscriptions/${id}/usage`);
        request.json({ quantity, at: at.toISOString() });
        request.retry = false;
        return this.transport.send(request);
    }

    /** Replaces the usage of one day. */
    async setUsage(id, day, quantity) {
        const request = new BillingRequest('PUT', `/subscriptions/${id}/usage/${day}`);
        request.json({ quantity });
        request.retry = true;
        return this.transport.send(request);
    }
}

class Invoices {
    constructor(transport) {
        this.transport = transport;
    }

    list(filters = {}) {
        return this.transport.pages('/invoices', filters);
    }

    async get(id) {
        const request = new BillingRequest('GET', `/invoices/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }

    async preview(customerId) {
        const request = new BillingRequest('GET', '/invoices/preview');
        request.where({ customer: customerId });
        request.retry = true;
        return this.transport.send(request);
    }

    async create(invoice) {
        const request = new BillingRequest('POST', '/invoices');
        request.json(invoice);
        request.retry = false;
        return this.transport.send(request);
    }

    async finalize(id) {
        const request = new BillingRequest('PUT', `/invoices/${id}/finalized`);
        request.retry = true;
        return this.transport.send(request);
    }

    /** Charges the default payment method, right now. */
    async pay(id) {
        const request = new BillingRequest('POST', `/invoices/${id}/payments`);
        request.json({ source: 'default' });
        request.retry = false;
        return this.transport.send(request);
    }

    async voidInvoice(id, reason) {
        const request = new BillingRequest('PUT', `/invoices/${id}/void`);
        request.json({ reason });
        request.retry = true;
        return this.transport.send(request);
    }

    async remind(id, message) {
        const request = new BillingRequest('POST', `/invoices/${id}/reminders`);
        request.json({ message });
        request.retry = false;
        return this.transport.send(request);
    }
}

class Refunds {
    constructor(transport) {
        this.transport = transport;
    }

    list(filters = {}) {
        return this.transport.pages('/refunds', filters);
    }

    async get(id) {
        const request = new BillingRequest('GET', `/refunds/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }

    /** Sends money back; the service does not notice a second copy. */
    async create(paymentId, amount, reason) {
        const request = new BillingRequest('POST', `/payments/${paymentId}/refunds`);
        request.json({ amount, reason });
        request.retry = false;
        return this.transport.send(request);
    }

    async annotate(id, note) {
        const request = new BillingRequest('PATCH', `/refunds/${id}`);
        request.json({ note });
        request.retry = true;
        return this.transport.send(request);
    }

    async cancel(id, reason) {
        const request = new BillingRequest('PUT', `/refunds/${id}/cancellation`);
        request.json({ reason });
        request.retry = true;
        return this.transport.send(request);
    }
}

class Credits {
    constructor(transport) {
        this.transport = transport;
    }

    async balance(customerId) {
        const request = new BillingRequest('GET', `/customers/${customerId}/credit`);
        request.retry = true;
        return this.transport.send(request);
    }

    async grant(customerId, amount, reason) {
        const request = new BillingRequest('POST', `/customers/${customerId}/credit/grants`);
        request.json({ amount, reason });
        request.retry = false;
        return this.transport.send(request);
    }

    /** The most that the customer may owe. */
    async setLimit(customerId, amount, reason) {
        const request = new BillingRequest('PUT', `/customers/${customerId}/credit/limit`);
        request.json({ amount, reason });
        request.retry = true;
        return this.transport.send(request);
    }

    async revoke(customerId, amount, reason) {
        const request = new BillingRequest('POST', `/customers/${customerId}/credit/revocations`);
        request.json({ amount, reason });
        request.retry = false;
        return this.transport.send(request);
    }
}

class Disputes {
    constructor(transport) {
        this.transport = transport;
    }

    list(filters = {}) {
        return this.transport.pages('/disputes', filters);
    }

    async get(id) {
        const request = new BillingRequest('GET', `/disputes/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }

    async answer(id, evidence) {
        const request = new BillingRequest('PUT', `/disputes/${id}/evidence`);
        request.json({ evidence });
        request.retry = true;
        return this.transport.send(request);
    }

    async accept(id) {
        const request = new BillingRequest('PUT', `/disputes/${id}/acceptance`);
        request.retry = true;
        return this.transport.send(request);
    }
}

class Webhooks {
    constructor(transport) {
        this.transport = transport;
    }

    list() {
        return this.transport.pages('/webhooks', {});
    }

    async create(url, events) {
        const request = new BillingRequest('POST', '/webhooks');
        request.json({ url, events });
        request.retry = false;
        return this.transport.send(request);
    }

    async enable(id) {
        const request = new BillingRequest('PUT', `/webhooks/${id}/enabled`);
        request.json({ enabled: true });
        request.retry = true;
        return this.transport.send(request);
    }

    async disable(id) {
        const request = new BillingRequest('PUT', `/webhooks/${id}/enabled`);
        request.json({ enabled: false });
        request.retry = true;
        return this.transport.send(request);
    }

    async remove(id) {
        const request = new BillingRequest('DELETE', `/webhooks/${id}`);
        request.retry = true;
        return this.transport.send(request);
    }
}

export class BillingClient {
    constructor(options) {
        const transport = new Transport(options);
        this.customers = new Customers(transport);
        this.paymentMethods = new PaymentMethods(transport);
        this.subscriptions = new Subscriptions(transport);
        this.invoices = new Invoices(transport);
        this.refunds = new Refunds(transport);
        this.credits = new Credits(transport);
        this.disputes = new Disputes(transport);
        this.webhooks = new Webhooks(transport);
    }
}
