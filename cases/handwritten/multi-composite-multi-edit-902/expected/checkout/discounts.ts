import type { BasketLine, Discount } from './types';

interface Rule {
  label: string;
  /** Exclusive rules never join others: the customer gets whichever is worth more. */
  exclusive: boolean;
  amount(lines: BasketLine[], goods: number, today: Date): number;
}

function inCategory(lines: BasketLine[], category: string): BasketLine[] {
  return lines.filter((line) => line.product.category === category);
}

function valueOf(lines: BasketLine[]): number {
  return lines.reduce((sum, line) => sum + line.product.price * line.quantity, 0);
}

function percent(amount: number, share: number): number {
  return Math.round((amount * share) / 100);
}

/** Every third piece is free, the cheapest ones first. */
function thirdPieceFree(lines: BasketLine[]): number {
  const prices = lines
    .flatMap((line) => Array<number>(line.quantity).fill(line.product.price))
    .sort((a, b) => a - b);
  const free = Math.floor(prices.length / 3);
  return prices.slice(0, free).reduce((sum, price) => sum + price, 0);
}

function isSummer(today: Date): boolean {
  const month = today.getMonth() + 1;
  return month >= 6 && month <= 8;
}

const RULES: Rule[] = [
  {
    label: '3 for 2 on books',
    exclusive: false,
    amount: (lines) => thirdPieceFree(inCategory(lines, 'books')),
  },
  {
    label: 'Summer sale: 20 % off garden',
    exclusive: false,
    amount: (lines, _goods, today) =>
      isSummer(today) ? percent(valueOf(inCategory(lines, 'garden')), 20) : 0,
  },
  {
    label: 'Pantry bundle',
    exclusive: false,
    amount: (lines) => {
      const kinds = new Set(inCategory(lines, 'pantry').map((line) => line.product.sku));
      return kinds.size >= 5 ? 500 : 0;
    },
  },
  {
    label: '10 % from 150.00',
    exclusive: true,
    amount: (_lines, goods) => (goods >= 15000 ? percent(goods, 10) : 0),
  },
  {
    label: '5 % from 80.00',
    exclusive: true,
    amount: (_lines, goods) => (goods >= 8000 ? percent(goods, 5) : 0),
  },
];

function apply(rules: Rule[], lines: BasketLine[], goods: number, today: Date): Discount[] {
  return rules
    .map((rule) => ({ label: rule.label, amount: rule.amount(lines, goods, today) }))
    .filter((discount) => discount.amount > 0);
}

function total(discounts: Discount[]): number {
  return discounts.reduce((sum, discount) => sum + discount.amount, 0);
}

/**
 * Either all rules that may be combined, or the single best exclusive one. On
 * a tie the combination wins, for it shows the customer more reasons.
 */
export function bestDiscounts(lines: BasketLine[], goods: number, today: Date): Discount[] {
  const joined = apply(
    RULES.filter((rule) => !rule.exclusive),
    lines,
    goods,
    today,
  );
  const single = apply(
    RULES.filter((rule) => rule.exclusive),
    lines,
    goods,
    today,
  ).sort((a, b) => b.amount - a.amount);
  const best = single.slice(0, 1);
  return total(best) > total(joined) ? best : joined;
}
