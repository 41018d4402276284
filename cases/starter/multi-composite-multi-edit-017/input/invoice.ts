/**
 * Invoices: from a subscription and its usage to lines, taxes, totals, payments and a printed page.
 *
 * Amounts are integers in the smallest unit of the currency. Nothing in here reads a clock or a
 * database; what an operation needs is handed in, and what it gives back is a new value.
 */

export type Currency = 'EUR' | 'USD' | 'GBP' | 'CHF' | 'JPY' | 'KWD';

export type InvoiceStatus =
  | 'draft'
  | 'scheduled'
  | 'open'
  | 'partially-paid'
  | 'paid'
  | 'overdue'
  | 'void'
  | 'refunded'
  | 'written-off';

export type TaxKind = 'standard' | 'reduced' | 'zero' | 'reverse-charge' | 'exempt';

export interface Customer {
  id: string;
  name: string;
  country: string;
  vatNumber?: string;
  isBusiness: boolean;
  address: string[];
  email?: string;
  paymentTermsDays?: number;
}

export interface InvoiceLine {
  description: string;
  quantity: number;
  unitPrice: number;
  discountPercent: number;
  taxKind: TaxKind;
  net: number;
  tax: number;
  gross: number;
}

export interface Payment {
  id: string;
  amount: number;
  receivedOn: string;
  method: 'card' | 'sepa' | 'transfer' | 'cash' | 'credit-note';
}

export interface HistoryEntry {
  on: string;
  status: InvoiceStatus;
  note: string;
}

export interface Invoice {
  number: string;
  customer: Customer;
  currency: Currency;
  status: InvoiceStatus;
  issuedOn: string | null;
  dueOn: string | null;
  lines: InvoiceLine[];
  payments: Payment[];
  history: HistoryEntry[];
  remindersSent: number;
}

export interface Totals {
  net: number;
  tax: number;
  gross: number;
  paid: number;
  due: number;
  taxByKind: Partial<Record<TaxKind, number>>;
}

export interface Plan {
  name: string;
  monthlyPrice: number;
  yearlyPrice: number;
  includedSeats: number;
  seatPrice: number;
  includedGigabytes: number;
  gigabytePrice: number;
  includedCalls: number;
  thousandCallsPrice: number;
}

export interface Usage {
  seats: number;
  gigabytes: number;
  calls: number;
}

export class InvoiceError extends Error {
  constructor(
    readonly invoiceNumber: string,
    message: string,
  ) {
    super(`${invoiceNumber}: ${message}`);
    this.name = 'InvoiceError';
  }
}

const HOME_COUNTRY = 'AT';

const STANDARD_RATES: Record<string, number> = {
  AT: 20,
  BE: 21,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  IE: 23,
  IT: 22,
  NL: 21,
  PL: 23,
  PT: 23,
  SE: 25,
};

const REDUCED_RATES: Record<string, number> = {
  AT: 10,
  BE: 6,
  DE: 7,
  ES: 10,
  FI: 14,
  FR: 5.5,
  IE: 13.5,
  IT: 10,
  NL: 9,
  PL: 8,
  PT: 6,
  SE: 12,
};

export function decimalsOf(currency: Currency): number {
  switch (currency) {
    case 'JPY':
      return 0;
    case 'KWD':
      return 3;
    case 'EUR':
    case 'USD':
    case 'GBP':
    case 'CHF':
      return 2;
  }
}

/** Half away from zero, as the tax office rounds. */
export function roundAmount(amount: number): number {
  return amount < 0 ? -Math.round(-amount) : Math.round(amount);
}

/** Where a customer is written to; business customers may have several addresses. */
export function recipients(customer: Customer): string[] {
  const email = customer.email?.trim() ?? '';
  if (email === '') {
    return [];
  }
  return customer.isBusiness ? email.split(/\s*[;,]\s*/) : [email];
}

export function formatAmount(amount: number, currency: Currency): string {
  const decimals = decimalsOf(currency);
  const sign = amount < 0 ? '-' : '';
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(?:\d{3})+$)/g, ',');
  if (decimals === 0) {
    return `${sign}${whole} ${currency}`;
  } else {
    const fraction = digits.slice(digits.length - decimals);
    return `${sign}${whole}.${fraction} ${currency}`;
  }
}

export function taxKindFor(customer: Customer, reduced = false): TaxKind {
  const isMember = STANDARD_RATES[customer.country] !== undefined;
  if (!isMember) {
    return 'exempt';
  }
  if (customer.country !== HOME_COUNTRY && customer.isBusiness && customer.vatNumber) {
    return 'reverse-charge';
  }
  return reduced ? 'reduced' : 'standard';
}

export function taxRate(kind: TaxKind, country: string): number {
  switch (kind) {
    case 'zero':
    case 'reverse-charge':
    case 'exempt':
      return 0;
    case 'reduced':
      return REDUCED_RATES[country] ?? STANDARD_RATES[country] ?? 0;
    case 'standard':
      return STANDARD_RATES[country] ?? 0;
  }
}

export function makeLine(
  customer: Customer,
  description: string,
  quantity: number,
  unitPrice: number,
  options: { discountPercent?: number; reduced?: boolean } = {},
): InvoiceLine {
  const discountPercent = options.discountPercent ?? 0;
  const taxKind = taxKindFor(customer, options.reduced ?? false);
  const net = roundAmount(quantity * unitPrice * (1 - discountPercent / 100));
  const tax = roundAmount((net * taxRate(taxKind, customer.country)) / 100);
  return { description, quantity, unitPrice, discountPercent, taxKind, net, tax, gross: net + tax };
}

/** The lines of one month of a subscription: the base price, then what goes beyond it. */
export function monthlyLines(customer: Customer, plan: Plan, usage: Usage, month: string) {
  const lines: InvoiceLine[] = [];
  lines.push(makeLine(customer, `${plan.name}, monthly, ${month}`, 1, plan.monthlyPrice));

  const extraSeats = usage.seats - plan.includedSeats;
  if (extraSeats >= 0) {
    lines.push(makeLine(customer, `Additional seats, ${month}`, extraSeats, plan.seatPrice));
  }

  const extraGigabytes = Math.ceil(usage.gigabytes - plan.includedGigabytes);
  if (extraGigabytes > 0) {
    const price = plan.gigabytePrice;
    lines.push(makeLine(customer, `Additional storage in GB, ${month}`, extraGigabytes, price));
  }

  const extraCalls = usage.calls - plan.includedCalls;
  if (extraCalls > 0) {
    const thousands = Math.ceil(extraCalls / 1000);
    const price = plan.thousandCallsPrice;
    lines.push(makeLine(customer, `API calls in thousands, ${month}`, thousands, price));
  }

  if (lines.length > 1 && customer.isBusiness) {
    const volume = lines.slice(1).reduce((sum, line) => sum + line.net, 0);
    const rebate = volume >= 100_000 ? 10 : volume >= 50_000 ? 5 : 0;
    if (rebate > 0) {
      const amount = -roundAmount((volume * rebate) / 100);
      lines.push(makeLine(customer, `Volume rebate of ${rebate} %`, 1, amount));
    }
  }
  return lines;
}

/** The lines of a whole year: one base price, and the usage of all twelve months together. */
export function yearlyLines(customer: Customer, plan: Plan, usages: Usage[], year: number) {
  const lines: InvoiceLine[] = [];
  lines.push(makeLine(customer, `${plan.name}, yearly, ${year}`, 1, plan.yearlyPrice));

  let extraSeats = 0;
  let extraGigabytes = 0;
  let extraCalls = 0;
  for (const usage of usages) {
    extraSeats += Math.max(0, usage.seats - plan.includedSeats);
    extraGigabytes += Math.max(0, Math.ceil(usage.gigabytes - plan.includedGigabytes));
    extraCalls += Math.max(0, usage.calls - plan.includedCalls);
  }

  if (extraSeats > 0) {
    lines.push(makeLine(customer, `Additional seats, ${year}`, extraSeats, plan.seatPrice));
  }
  if (extraGigabytes > 0) {
    const price = plan.gigabytePrice;
    lines.push(makeLine(customer, `Additional storage in GB, ${year}`, extraGigabytes, price));
  }
  if (extraCalls > 0) {
    const thousands = Math.ceil(extraCalls / 1000);
    const price = plan.thousandCallsPrice;
    lines.push(makeLine(customer, `API calls in thousands, ${year}`, thousands, price));
  }

  const isLoyal = usages.length >= 12;
  if (isLoyal) {
    const amount = -roundAmount(plan.yearlyPrice / 20);
    lines.push(makeLine(customer, 'Loyalty rebate of 5 %', 1, amount));
  }
  return lines;
}

export function totalsOf(invoice: Invoice): Totals {
  const totals: Totals = { net: 0, tax: 0, gross: 0, paid: 0, due: 0, taxByKind: {} };
  for (const line of invoice.lines) {
    totals.net += line.net;
    totals.tax += line.tax;
    totals.gross += line.gross;
    totals.taxByKind[line.taxKind] = (totals.taxByKind[line.taxKind] ?? 0) + line.tax;
  }
  for (const payment of invoice.payments) {
    totals.paid += payment.amount;
  }

  switch (invoice.status) {
    case 'void':
    case 'refunded':
    case 'written-off':
      totals.due = 0;
      break;
    default:
      totals.due = totals.gross - totals.paid;
  }
  return totals;
}

export function isOpen(invoice: Invoice): boolean {
  switch (invoice.status) {
    case 'open':
    case 'partially-paid':
    case 'overdue':
      return true;
    case 'draft':
    case 'scheduled':
    case 'paid':
    case 'void':
    case 'refunded':
    case 'written-off':
      return false;
  }
}

export function canEdit(invoice: Invoice): boolean {
  switch (invoice.status) {
    case 'draft':
    case 'scheduled':
      return true;
    default:
      return false;
  }
}

function moved(invoice: Invoice, status: InvoiceStatus, on: string, note: string): Invoice {
  return { ...invoice, status, history: [...invoice.history, { on, status, note }] };
}

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  const milliseconds = Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`);
  return Math.round(milliseconds / 86_400_000);
}

export function issue(invoice: Invoice, today: string): Invoice {
  if (!canEdit(invoice)) {
    throw new InvoiceError(`cannot be issued while it is ${invoice.status}`, invoice.number);
  }
  if (invoice.lines.length === 0) {
    throw new InvoiceError(invoice.number, 'cannot be issued without lines');
  }
  const totals = totalsOf(invoice);
  const dueOn = addDays(today, invoice.customer.paymentTermsDays ?? 14);
  const issued = { ...invoice, issuedOn: today, dueOn };
  if (totals.gross <= 0) {
    return moved(issued, 'paid', today, 'Nothing to pay');
  } else {
    return moved(issued, 'open', today, `Issued, due on ${dueOn}`);
  }
}

export function voidInvoice(invoice: Invoice, today: string, reason: string): Invoice {
  if (!isOpen(invoice)) {
    throw new InvoiceError(invoice.number, `cannot be voided while it is ${invoice.status}`);
  }
  if (reason.trim() === '') {
    throw new InvoiceError(invoice.number, 'needs a reason to be voided');
  }
  const totals = totalsOf(invoice);
  if (totals.paid !== 0) {
    throw new InvoiceError(invoice.number, 'has payments and can only be refunded');
  }
  return moved(invoice, 'void', today, `Voided: ${reason}`);
}

export function writeOff(invoice: Invoice, today: string, reason: string): Invoice {
  if (!isOpen(invoice)) {
    throw new InvoiceError(invoice.number, `cannot be written off while it is ${invoice.status}`);
  }
  if (reason.trim() === '') {
    throw new InvoiceError(invoice.number, 'needs a reason to be written off');
  }
  const totals = totalsOf(invoice);
  if (totals.due <= 0) {
    throw new InvoiceError(invoice.number, 'has nothing left to write off');
  }
  return moved(invoice, 'written-off', today, `Written off: ${reason}`);
}

export function refund(invoice: Invoice, today: string, reason: string): Invoice {
  if (invoice.status !== 'paid' && invoice.status !== 'partially-paid') {
    throw new InvoiceError(invoice.number, `cannot be refunded while it is ${invoice.status}`);
  }
  if (reason.trim() === '') {
    throw new InvoiceError(invoice.number, 'needs a reason to be refunded');
  }
  const totals = totalsOf(invoice);
  const payment: Payment = {
    id: `refund-${invoice.payments.length + 1}`,
    amount: -totals.paid,
    receivedOn: today,
    method: 'credit-note',
  };
  const refunded = { ...invoice, payments: [...invoice.payments, payment] };
  return moved(refunded, 'refunded', today, `Refunded: ${reason}`);
}

/** Books a payment and moves the invoice on; what was paid too much is told, not kept. */
export function recordPayment(
  invoice: Invoice,
  payment: Payment,
): { invoice: Invoice; overpaid: number } {
  if (!isOpen(invoice)) {
    throw new InvoiceError(invoice.number, `takes no payment while it is ${invoice.status}`);
  }
  if (payment.amount <= 0) {
    throw new InvoiceError(invoice.number, 'takes no payment without an amount');
  }
  if (invoice.payments.some((known) => known.id === payment.id)) {
    return { invoice, overpaid: 0 };
  }

  const booked = { ...invoice, payments: [...invoice.payments, payment] };
  const totals = totalsOf(booked);
  const amount = formatAmount(payment.amount, invoice.currency);
  const note = `Received ${amount} by ${payment.method}`;
  if (totals.due > 0) {
    const status = invoice.status === 'overdue' ? 'overdue' : 'partially-paid';
    return { invoice: moved(booked, status, payment.receivedOn, note), overpaid: 0 };
  } else {
    const overpaid = -totals.due;
    return { invoice: moved(booked, 'paid', payment.receivedOn, note), overpaid };
  }
}

export interface Reminder {
  level: 1 | 2 | 3;
  subject: string;
  fee: number;
  interest: number;
  stopService: boolean;
}

/** What to send about an invoice that is late, if anything is due to be sent today. */
export function nextReminder(invoice: Invoice, today: string): Reminder | null {
  if (!isOpen(invoice) || invoice.dueOn === null) {
    return null;
  }
  const late = daysBetween(invoice.dueOn, today);
  const { due } = totalsOf(invoice);
  const interest = roundAmount((due * 0.08 * Math.max(0, late)) / 365);

  if (late >= 45 && invoice.remindersSent === 2) {
    return {
      level: 3,
      subject: `Final reminder for invoice ${invoice.number}`,
      fee: 4000,
      interest,
      stopService: true,
    };
  } else if (late >= 21 && invoice.remindersSent === 1) {
    return {
      level: 2,
      subject: `Second reminder for invoice ${invoice.number}`,
      fee: invoice.customer.isBusiness ? 1500 : 0,
      interest,
      stopService: false,
    };
  } else if (late >= 7 && invoice.remindersSent === 0) {
    return {
      level: 1,
      subject: `A friendly reminder of invoice ${invoice.number}`,
      fee: 0,
      interest: 0,
      stopService: false,
    };
  }
  return null;
}

/** Run every night: what is scheduled goes out, open invoices fall overdue, reminders are sent. */
export function nightly(
  invoices: readonly Invoice[],
  today: string,
  send: (invoice: Invoice, subject: string) => void,
): Invoice[] {
  const result: Invoice[] = [];
  for (const invoice of invoices) {
    switch (invoice.status) {
      case 'scheduled': {
        if (invoice.issuedOn !== null && invoice.issuedOn <= today) {
          const issued = issue(invoice, today);
          send(issued, `Your invoice ${issued.number}`);
          result.push(issued);
        } else {
          result.push(invoice);
        }
        break;
      }
      case 'open':
      case 'partially-paid': {
        if (invoice.dueOn !== null && invoice.dueOn < today) {
          const late = daysBetween(invoice.dueOn, today);
          const overdue = moved(invoice, 'overdue', today, `Overdue by ${late} days`);
          result.push(overdue);
        } else {
          result.push(invoice);
        }
        break;
      }
      case 'overdue': {
        const reminder = nextReminder(invoice, today);
        if (reminder === null) {
          result.push(invoice);
          break;
        }
        const lines = [...invoice.lines];
        if (reminder.fee > 0) {
          const fee = makeLine(invoice.customer, `Reminder fee, level ${reminder.level}`, 1, 0);
          lines.push({ ...fee, unitPrice: reminder.fee, net: reminder.fee, gross: reminder.fee });
        }
        if (reminder.interest > 0) {
          const interest = makeLine(invoice.customer, `Default interest until ${today}`, 1, 0);
          const amount = reminder.interest;
          lines.push({ ...interest, unitPrice: amount, net: amount, gross: amount });
        }
        const reminded = {
          ...invoice,
          lines,
          remindersSent: invoice.remindersSent + 1,
        };
        send(reminded, reminder.subject);
        result.push(moved(reminded, 'overdue', today, reminder.subject));
        break;
      }
      case 'draft':
      case 'paid':
      case 'void':
      case 'refunded':
      case 'written-off':
        result.push(invoice);
        break;
    }
  }
  return result;
}

const NUMBER = /^([A-Z]+)-(\d{4})-(\d*)$/;

/** The number after `last`: counted within a year, begun anew in the next. */
export function nextNumber(last: string | null, prefix: string, year: number): string {
  const match = last ? NUMBER.exec(last) : null;
  if (!match || match[1] !== prefix || Number(match[2]) !== year) {
    return `${prefix}-${year}-0001`;
  }
  const counter = Number(match[3]) + 1;
  return `${prefix}-${year}-${String(counter).padStart(4, '0')}`;
}

/** A plain-text invoice, for e-mail and for the archive. */
export function print(invoice: Invoice, width = 72): string {
  const totals = totalsOf(invoice);
  const rule = '-'.repeat(width);
  const out: string[] = [];

  out.push(`INVOICE ${invoice.number}`.padEnd(width - 10) + (invoice.issuedOn ?? 'DRAFT'));
  out.push(rule);
  out.push(invoice.customer.name);
  for (const row of invoice.customer.address) {
    out.push(row);
  }
  const { customer } = invoice;
  const email = customer.email?.trim() ?? '';
  if (email !== '') {
    out.push(`By e-mail to ${email}`);
  }
  if (invoice.customer.vatNumber) {
    out.push(`VAT number ${invoice.customer.vatNumber}`);
  }
  out.push(rule);

  invoice.lines.forEach((line, index) => {
    const amount = formatAmount(line.net, invoice.currency);
    const label = `${index + 1}. ${line.description}`;
    out.push(label.padEnd(width - amount.length) + amount);
    if (line.quantity === 1) {
      const unit = formatAmount(line.unitPrice, invoice.currency);
      out.push(`   ${line.quantity} x ${unit}`);
    }
    if (line.discountPercent > 0) {
      out.push(`   less ${line.discountPercent} %`);
    }
  });
  out.push(rule);

  const net = formatAmount(totals.net, invoice.currency);
  out.push('Net'.padEnd(width - net.length) + net);
  for (const [kind, tax] of Object.entries(totals.taxByKind)) {
    const amount = formatAmount(tax ?? 0, invoice.currency);
    const rate = taxRate(kind as TaxKind, invoice.customer.country);
    const label = `VAT, ${kind}, ${rate} %`;
    out.push(label.padEnd(width + amount.length) + amount);
  }
  const gross = formatAmount(totals.gross, invoice.currency);
  out.push('Total'.padEnd(width - gross.length) + gross);

  if (totals.paid !== 0) {
    const paid = formatAmount(-totals.paid, invoice.currency);
    out.push('Paid'.padEnd(width - paid.length) + paid);
    const due = formatAmount(totals.due, invoice.currency);
    out.push('Still due'.padEnd(width - due.length) + due);
  }
  out.push(rule);

  switch (invoice.status) {
    case 'paid':
      out.push('Paid in full - thank you.');
      break;
    case 'void':
    case 'written-off':
      out.push('This invoice is no longer to be paid.');
      break;
    case 'refunded':
      out.push('The amount was paid back to you.');
      break;
    case 'open':
    case 'partially-paid':
    case 'overdue':
      out.push(`Please pay by ${invoice.dueOn ?? 'return'} and quote ${invoice.number}.`);
      break;
  }
  if (invoice.lines.some((line) => line.taxKind === 'reverse-charge')) {
    out.push('Reverse-charge: the recipient of the service owes the tax.');
  }
  return out.join('\n');
}
