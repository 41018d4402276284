import { format } from "./price";

export type Kind = "book" | "record";

export interface Line {
  kind: Kind;
  title: string;
  price: number;
  quantity: number;
}

export function label(kind: Kind): string {
  switch (kind) {
    case "book":
      return "Book";
    case "record":
      return "Record";
  }
}

export function sum(lines: Line[]): number {
  let result = 0;
  for (const line of lines) {
    result += line.price * line.quantity;
  }
  return result;
}

export function describe(line: Line): string {
  return `${label(line.kind)}: ${line.title}, ${format(line.price)}`;
}

export function isEmpty(lines: Line[]): boolean {
  return lines.length === 0;
}
