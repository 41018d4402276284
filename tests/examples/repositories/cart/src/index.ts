export { describe, sum } from "./cart";
export { format } from "./price";
