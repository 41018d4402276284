export function render(lines) {
  let text = "";
  for (const line of lines) {
    text = text + line + "\n";
  }
  return text;
}
