export { total } from "./total";
