import { Order } from "./types";

export function open(orders: Order[]): Order[] {
  return orders.filter((order) => order.state !== "paid" && order.state !== "cancelled");
}

export function overdue(orders: Order[], now: number): Order[] {
  return orders.filter(
    (order) => order.state !== "paid" && order.state !== "cancelled" && order.due < now,
  );
}

export function owed(orders: Order[]): number {
  return orders
    .filter((order) => order.state !== "paid" && order.state !== "cancelled")
    .reduce((sum, order) => sum + order.amount, 0);
}
