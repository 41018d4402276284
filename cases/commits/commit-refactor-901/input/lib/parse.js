export function parse(line) {
  const parts = line.split("=");
  const key = parts[0].trim();
  const value = parts.slice(1).join("=").trim();
  if (key === "") {
    return null;
  }
  return { key, value };
}

export function parseAll(text) {
  const found = [];
  for (const line of text.split("\n")) {
    const entry = parse(line);
    if (entry !== null) {
      found.push(entry);
    }
  }
  return found;
}
