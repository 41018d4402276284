// Amounts in recipes: reading them, scaling them, and showing them in the units people cook with.

const AMOUNT = /^\s*(?:(\d+)\s+)?(\d+)\s*\/\s*(\d+)|^\s*(\d+(?:[.,]\d+)?)/;
const TRAILING_NOTE = /\s*\([^)]*\)\s*$/;

/**
 * Reads `1 1/2 cups flour (sifted)`; what has no amount is kept as a plain name.
 *
 * @param {string} line
 * @param {{ metric?: boolean, keepNote?: boolean }} [options]
 */
export function readIngredient(line, options = {}) {
  const { metric = true, keepNote = false } = options;
  const note = TRAILING_NOTE.exec(line)?.[0].trim() ?? '';
  const text = line.replace(TRAILING_NOTE, '').trim();
  const match = AMOUNT.exec(text);
  const result = { amount: null, unit: null, name: text, note: keepNote ? note : '' };
  if (!match) {
    return result;
  }

  let amount = 0;
  if (match[3]) {
    amount = Number(match[1] ?? 0) + Number(match[2]) / Number(match[3]);
  } else {
    amount = Number(match[4].replace(',', '.'));
  }

  const rest = text.slice(match[0].length).trim();
  const [word, ...others] = rest.split(/\s+/);
  const unit = unitOf(word);
  if (unit === null) {
    result.amount = amount;
    result.name = rest;
  } else {
    const converted = metric ? toMetric(amount, unit) : { amount, unit };
    result.amount = converted.amount;
    result.unit = converted.unit;
    result.name = others.join(' ');
  }
  return result;
}

const MILLILITRES = { cup: 240, tbsp: 15, tsp: 5 };

/** The unit that a word stands for, or null when it is none. */
export function unitOf(word) {
  switch (word?.toLowerCase().replace(/\.+$/, '')) {
    case 'g':
    case 'grams':
      return 'g';
    case 'kg':
    case 'kilo':
      return 'kg';
    case 'ml':
    case 'millilitre':
      return 'ml';
    case 'l':
    case 'litre':
    case 'litres':
      return 'l';
    case 'cup':
    case 'cups':
      return 'cup';
    case 'tbsp':
    case 'tablespoon':
      return 'tbsp';
    case 'tsp':
    case 'teaspoon':
      return 'tsp';
    case 'oz':
    case 'ounce':
    case 'ounces':
      return 'oz';
    case 'lb':
    case 'pound':
      return 'lb';
    default:
      return null;
  }
}

const GRAMS_PER_OUNCE = 28.35;

export function toMetric(amount, unit) {
  const isSpoon = unit === 'tsp' || unit === 'tbsp' || unit === 'cup';
  if (isSpoon) {
    return { amount: amount * MILLILITRES[unit], unit: 'ml' };
  }
  if (unit === 'oz' || unit === 'lb') {
    const ounces = unit === 'lb' ? 16 * amount : amount;
    return { amount: ounces * GRAMS_PER_OUNCE, unit: 'g' };
  } else {
    return { amount, unit };
  }
}

const FRACTIONS = ['', '1/4', '1/2', '3/4'];

/** A number as a cook would write it: quarters for spoons, whole grams, one decimal for kilos. */
export function formatAmount(amount, unit) {
  const isSpoon = unit === 'tsp' || unit === 'tbsp' || unit === 'cup';
  if (isSpoon && amount < 10) {
    const quarters = Math.round(amount * 4);
    const whole = Math.floor(quarters / 4);
    const fraction = FRACTIONS[quarters % 4];
    return [whole > 0 ? String(whole) : '', fraction].filter(Boolean).join(' ') || 'a pinch';
  }
  if (unit === 'g' && amount >= 1000) {
    return `${(amount / 1000).toFixed(1)} kg`;
  }
  return String(amount >= 10 ? Math.round(amount) : Math.round(amount * 10) / 10);
}

export function scale(ingredients, from, to) {
  if (from <= 0 || to <= 0) {
    throw new RangeError('a recipe serves at least one');
  }
  return ingredients.map((ingredient) => {
    const amount = ingredient.amount === null ? null : (ingredient.amount * to) / from;
    return { ...ingredient, amount };
  });
}
