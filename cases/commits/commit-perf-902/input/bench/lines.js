import { render } from "../render/lines.js";

const lines = Array.from({ length: 1000 }, (_, number) => `line ${number}`);
console.time("render");
render(lines);
console.timeEnd("render");
