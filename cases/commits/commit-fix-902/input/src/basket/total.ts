export interface Line {
  price: number;
  count: number;
}

export function total(lines: Line[]): number {
  return lines.map((line) => line.price * line.count).reduce((sum, each) => sum + each);
}
