export const CURRENCY = "EUR";

export function format(amount: number): string {
  return `${amount.toFixed(2)} ${CURRENCY}`;
}

export function parse(text: string): number {
  return Number(text.replace(CURRENCY, "").trim());
}
