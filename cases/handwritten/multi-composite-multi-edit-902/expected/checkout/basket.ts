import type { BasketLine, Discount, Product } from './types';
import { bestDiscounts } from './discounts';

const FREE_SHIPPING_FROM = 4900;
const SHIPPING = 490;
const GIFT_WRAP = 250;
const MAX_LINES = 60;

export type BasketEvent =
  | { type: 'added'; sku: string; quantity: number }
  | { type: 'removed'; sku: string }
  | { type: 'cleared' };

export interface Totals {
  goods: number;
  wrapping: number;
  discounts: Discount[];
  shipping: number;
  due: number;
}

export class BasketError extends Error {}

export class Basket {
  private lines: BasketLine[] = [];
  private readonly listeners: ((event: BasketEvent) => void)[] = [];

  constructor(private readonly today: () => Date = () => new Date()) {}

  listen(listener: (event: BasketEvent) => void): void {
    this.listeners.push(listener);
  }

  get isEmpty(): boolean {
    return this.lines.length === 0;
  }

  get itemCount(): number {
    return this.lines.reduce((count, line) => count + line.quantity, 0);
  }

  add(product: Product, quantity = 1): void {
    if (!Number.isInteger(quantity) || quantity < 1) {
      throw new BasketError(`cannot add ${quantity} of ${product.title}`);
    }
    const line = this.find(product.sku);
    const wanted = (line?.quantity ?? 0) + quantity;
    if (wanted > (product.maxPerOrder ?? Infinity)) {
      throw new BasketError(`at most ${product.maxPerOrder} of ${product.title} per order`);
    }
    if (line) {
      line.quantity = wanted;
    } else {
      this.addLine({ product, quantity, gift: false });
    }
    this.tell({ type: 'added', sku: product.sku, quantity });
  }

  remove(sku: string): void {
    const before = this.lines.length;
    this.lines = this.lines.filter((line) => line.product.sku !== sku);
    if (this.lines.length !== before) {
      this.tell({ type: 'removed', sku });
    }
  }

  clear(): void {
    this.lines = [];
    this.tell({ type: 'cleared' });
  }

  wrap(sku: string, gift: boolean): void {
    const line = this.find(sku);
    if (!line) {
      throw new BasketError(`${sku} is not in the basket`);
    }
    line.gift = gift;
  }

  totals(): Totals {
    const goods = this.lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0);
    const wrapping = this.lines.filter((line) => line.gift).length * GIFT_WRAP;
    const discounts = bestDiscounts(this.lines, goods, this.today());
    const saved = discounts.reduce((sum, discount) => sum + discount.amount, 0);
    const reduced = Math.max(0, goods - saved);
    const shipping = this.isEmpty || reduced >= FREE_SHIPPING_FROM ? 0 : SHIPPING;
    return { goods, wrapping, discounts, shipping, due: reduced + wrapping + shipping };
  }

  private addLine(line: BasketLine): void {
    if (this.lines.length >= MAX_LINES) {
      throw new BasketError(`a basket holds at most ${MAX_LINES} different articles`);
    }
    this.lines.push(line);
  }

  private find(sku: string): BasketLine | undefined {
    return this.lines.find((line) => line.product.sku === sku);
  }

  private tell(event: BasketEvent): void {
    for (const listener of this.listeners) {
      listener(event);
    }
  }
}
