export { DateTime } from "luxon";
