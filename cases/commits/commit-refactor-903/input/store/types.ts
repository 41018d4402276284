export interface Order {
  state: "new" | "sent" | "paid" | "cancelled";
  due: number;
  amount: number;
}
