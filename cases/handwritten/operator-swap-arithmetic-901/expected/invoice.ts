/**
 * From the lines of an order to the figures of an invoice.
 *
 * All amounts are whole minor units (cents). Rounding happens in one place,
 * `roundHalfEven`, and always per line, as the tax office wants it.
 */

export type Currency = 'EUR' | 'GBP' | 'CHF' | 'SEK';
export type TaxClass = 'standard' | 'reduced' | 'books' | 'exempt';
export type Region = 'domestic' | 'union' | 'abroad';

export interface OrderLine {
  sku: string;
  title: string;
  quantity: number;
  unitPrice: number;
  taxClass: TaxClass;
  weightGrams: number;
  discountPercent?: number;
}

export interface Customer {
  name: string;
  region: Region;
  vatNumber?: string;
  paymentDays?: number;
}

export interface Shipping {
  method: 'letter' | 'parcel' | 'pallet';
  express: boolean;
  insured: boolean;
}

export interface Voucher {
  code: string;
  kind: 'amount' | 'percent';
  value: number;
  minimum?: number;
}

export interface InvoiceLine {
  sku: string;
  title: string;
  quantity: number;
  gross: number;
  discount: number;
  net: number;
  taxRate: number;
  tax: number;
  total: number;
}

export interface TaxSummary {
  rate: number;
  base: number;
  tax: number;
}

export interface Invoice {
  number: string;
  issued: Date;
  due: Date;
  currency: Currency;
  lines: InvoiceLine[];
  taxes: TaxSummary[];
  subtotal: number;
  shipping: number;
  voucher: number;
  tax: number;
  total: number;
  notes: string[];
}

const DAY = 24 * 60 * 60 * 1000;

const TAX_RATES: Record<TaxClass, number> = {
  standard: 0.19,
  reduced: 0.07,
  books: 0.05,
  exempt: 0,
};

const SHIPPING_BASE: Record<Shipping['method'], number> = {
  letter: 290,
  parcel: 690,
  pallet: 8900,
};

const SHIPPING_PER_KILO: Record<Shipping['method'], number> = {
  letter: 0,
  parcel: 45,
  pallet: 18,
};

const QUANTITY_STEPS: [from: number, percent: number][] = [
  [100, 12],
  [50, 8],
  [20, 5],
  [10, 2],
];

export class InvoiceError extends Error {
  constructor(
    message: string,
    readonly sku?: string,
  ) {
    super(sku ? `${sku}: ${message}` : message);
    this.name = 'InvoiceError';
  }
}

/** Ties go to the even neighbour, so that many lines do not drift upwards. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (Math.abs(rest - 0.5) < 1e-9) {
    return floor % 2 === 0 ? floor : floor + 1;
  }
  return Math.round(value);
}

function checkLine(line: OrderLine): void {
  if (!Number.isInteger(line.quantity) || line.quantity <= 0) {
    throw new InvoiceError(`quantity must be a whole number above 0, not ${line.quantity}`, line.sku);
  }
  if (!Number.isInteger(line.unitPrice) || line.unitPrice < 0) {
    throw new InvoiceError(`price must be whole cents, not ${line.unitPrice}`, line.sku);
  }
  const discount = line.discountPercent ?? 0;
  if (discount < 0 || discount > 100) {
    throw new InvoiceError(`discount must be between 0 and 100, not ${discount}`, line.sku);
  }
}

function quantityDiscount(quantity: number): number {
  for (const [from, percent] of QUANTITY_STEPS) {
    if (quantity >= from) {
      return percent;
    }
  }
  return 0;
}

/** The better of the line's own discount and the one for its quantity. */
function discountPercent(line: OrderLine): number {
  return Math.max(line.discountPercent ?? 0, quantityDiscount(line.quantity));
}

function taxRate(taxClass: TaxClass, customer: Customer): number {
  if (customer.region === 'abroad') {
    return 0;
  }
  // Inside the union a business settles the tax itself.
  if (customer.region === 'union' && customer.vatNumber) {
    return 0;
  }
  return TAX_RATES[taxClass];
}

function priceLine(line: OrderLine, customer: Customer): InvoiceLine {
  checkLine(line);
  const gross = line.quantity * line.unitPrice;
  const discount = roundHalfEven((gross * discountPercent(line)) / 100);
  const net = gross - discount;
  const rate = taxRate(line.taxClass, customer);
  const tax = roundHalfEven(net * rate);
  return {
    sku: line.sku,
    title: line.title,
    quantity: line.quantity,
    gross,
    discount,
    net,
    taxRate: rate,
    tax,
    total: net + tax,
  };
}

function priceShipping(lines: OrderLine[], shipping: Shipping, customer: Customer): InvoiceLine {
  const grams = lines.reduce((sum, line) => sum + line.weightGrams * line.quantity, 0);
  const kilos = Math.ceil(grams / 1000);
  let net = SHIPPING_BASE[shipping.method] + kilos * SHIPPING_PER_KILO[shipping.method];
  if (shipping.express) {
    net = roundHalfEven(net * 1.6);
  }
  if (shipping.insured) {
    net = net + 350;
  }
  if (customer.region === 'abroad') {
    net = net + 1200;
  }
  const rate = taxRate('standard', customer);
  const tax = roundHalfEven(net * rate);
  return {
    sku: 'SHIPPING',
    title: shipping.express ? `Shipping (${shipping.method}, express)` : `Shipping (${shipping.method})`,
    quantity: 1,
    gross: net,
    discount: 0,
    net,
    taxRate: rate,
    tax,
    total: net + tax,
  };
}

function priceVoucher(voucher: Voucher | undefined, subtotal: number): number {
  if (!voucher) {
    return 0;
  }
  if (subtotal < (voucher.minimum ?? 0)) {
    return 0;
  }
  if (voucher.kind === 'percent') {
    return roundHalfEven((subtotal * voucher.value) / 100);
  }
  return Math.min(subtotal, voucher.value);
}

function summariseTaxes(lines: InvoiceLine[]): TaxSummary[] {
  const byRate = new Map<number, TaxSummary>();
  for (const line of lines) {
    const summary = byRate.get(line.taxRate) ?? { rate: line.taxRate, base: 0, tax: 0 };
    summary.base += line.net;
    summary.tax += line.tax;
    byRate.set(line.taxRate, summary);
  }
  return [...byRate.values()].sort((a, b) => b.rate - a.rate);
}

function dueDate(issued: Date, customer: Customer): Date {
  const days = customer.paymentDays ?? 14;
  const due = new Date(issued.getTime() + days * DAY);
  // Banks do not move money on Saturdays and Sundays.
  while (due.getUTCDay() === 0 || due.getUTCDay() === 6) {
    due.setTime(due.getTime() + DAY);
  }
  return due;
}

function notesFor(customer: Customer, voucher: Voucher | undefined, voucherAmount: number): string[] {
  const notes: string[] = [];
  if (customer.region === 'union' && customer.vatNumber) {
    notes.push(`Reverse charge: tax is owed by the recipient (${customer.vatNumber}).`);
  }
  if (customer.region === 'abroad') {
    notes.push('Export delivery, free of tax.');
  }
  if (voucher && voucherAmount === 0) {
    notes.push(`Voucher ${voucher.code} was not applied: the order is too small.`);
  }
  return notes;
}

export interface InvoiceRequest {
  number: string;
  issued: Date;
  currency: Currency;
  customer: Customer;
  lines: OrderLine[];
  shipping: Shipping;
  voucher?: Voucher;
}

export function createInvoice(request: InvoiceRequest): Invoice {
  const { customer, voucher } = request;
  if (request.lines.length === 0) {
    throw new InvoiceError('an invoice needs at least one line');
  }
  const goods = request.lines.map((line) => priceLine(line, customer));
  const shipping = priceShipping(request.lines, request.shipping, customer);
  const lines = [...goods, shipping];
  const subtotal = goods.reduce((sum, line) => sum + line.net, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0);
  const voucherAmount = priceVoucher(voucher, subtotal);
  return {
    number: request.number,
    issued: request.issued,
    due: dueDate(request.issued, customer),
    currency: request.currency,
    lines,
    taxes: summariseTaxes(lines),
    subtotal,
    shipping: shipping.net,
    voucher: voucherAmount,
    tax,
    total: subtotal + shipping.net + tax - voucherAmount,
    notes: notesFor(customer, voucher, voucherAmount),
  };
}

/** A credit note takes everything back; only its number and dates are its own. */
export function creditNote(invoice: Invoice, number: string, issued: Date): Invoice {
  return {
    ...invoice,
    number,
    issued,
    due: issued,
    lines: invoice.lines.map((line) => ({
      ...line,
      quantity: -line.quantity,
      gross: -line.gross,
      discount: -line.discount,
      net: -line.net,
      tax: -line.tax,
      total: -line.total,
    })),
    taxes: invoice.taxes.map(({ rate, base, tax }) => ({ rate, base: -base, tax: -tax })),
    subtotal: -invoice.subtotal,
    shipping: -invoice.shipping,
    voucher: -invoice.voucher,
    tax: -invoice.tax,
    total: -invoice.total,
    notes: [`Cancels invoice ${invoice.number}.`],
  };
}

export function formatAmount(amount: number, currency: Currency, locale = 'en-IE'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount / 100);
}
