/**
 * A small reader and writer for delimited text.
 *
 * Quotes are doubled inside quoted fields, quoted fields may hold line ends,
 * and both `\n` and `\r\n` end a record. Nothing is trimmed.
 */

export class CsvError extends Error {
  constructor(message, line) {
    super(`line ${line}: ${message}`);
    this.name = 'CsvError';
    this.line = line;
  }
}

const CANDIDATES = [',', ';', '\t', '|'];

/** The delimiter that splits the first line into the most fields. */
export function guessDelimiter(text) {
  const [firstLine] = text.split(/\r?\n/, 1);
  let best = CANDIDATES[0];
  for (const candidate of CANDIDATES) {
    if (firstLine.split(candidate).length > firstLine.split(best).length) {
      best = candidate;
    }
  }
  return best;
}

/** Yields arrays of strings, one a record. */
export function* parseRecords(text, delimiter = ',') {
  let record = [];
  let field = '';
  let quoted = false;
  let line = 1;
  let position = 0;

  while (position < text.length) {
    const char = text[position];
    if (quoted) {
      if (char === '"' && text[position + 1] === '"') {
        field += '"';
        position += 1;
      } else if (char === '"') {
        quoted = false;
      } else {
        if (char === '\n') line += 1;
        field += char;
      }
    } else if (char === '"') {
      if (field !== '') {
        throw new CsvError('a quote inside an unquoted field', line);
      }
      quoted = true;
    } else if (char === delimiter) {
      record.push(field);
      field = '';
    } else if (char === '\n') {
      record.push(field.endsWith('\r') ? field.slice(0, -1) : field);
      yield record;
      record = [];
      field = '';
      line += 1;
    } else {
      field += char;
    }
    position += 1;
  }

  if (quoted) {
    throw new CsvError('the last quoted field is never closed', line);
  }
  if (field !== '' || record.length > 0) {
    record.push(field);
    yield record;
  }
}

function checkHeader(header) {
  const seen = new Set();
  for (const name of header) {
    if (seen.has(name)) {
      throw new CsvError(`two columns are called "${name}"`, 1);
    }
    seen.add(name);
  }
}

/** Turns records into objects, keyed by the first record. */
export function parseObjects(text, delimiter = guessDelimiter(text)) {
  const [header, ...records] = parseRecords(text, delimiter);
  if (header === undefined) {
    return [];
  }
  checkHeader(header);
  return records.map((record, index) => {
    if (record.length !== header.length) {
      throw new CsvError(`${record.length} fields, but ${header.length} columns`, index + 2);
    }
    const object = {};
    for (let column = 0; column < header.length; column++) {
      object[header[column]] = record[column];
    }
    return object;
  });
}

function quote(value, delimiter) {
  const text = value == null ? '' : String(value);
  const special = text.includes('"') || text.includes(delimiter) || /[\r\n]/.test(text);
  return special ? `"${text.replaceAll('"', '""')}"` : text;
}

export function formatRecords(records, delimiter = ',') {
  return records
    .map((record) => record.map((value) => quote(value, delimiter)).join(delimiter))
    .map((line) => `${line}\r\n`)
    .join('');
}

export function formatObjects(objects, columns, delimiter = ',') {
  const records = objects.map((object) => columns.map((column) => object[column]));
  return formatRecords([columns, ...records], delimiter);
}

/** Widths for printing a table: the longest value of each column. */
export function columnWidths(records) {
  const widths = [];
  for (const record of records) {
    record.forEach((value, index) => {
      widths[index] = Math.max(widths[index] ?? 0, value.length);
    });
  }
  return widths;
}
