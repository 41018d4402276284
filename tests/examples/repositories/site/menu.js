const entries = ["home", "about"];

export function items() {
  return entries.map((entry) => `<li>${entry}</li>`);
}
