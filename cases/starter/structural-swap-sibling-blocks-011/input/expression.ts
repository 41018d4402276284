/**
 * The formula language of the sheet editor: `=IF(total > 100; round(total * 0.9; 2); total)`.
 *
 * A formula goes through four stages, each a function of its own: `tokenize`, `parse`, `evaluate`
 * and, for showing it again in one fashion, `print`. Errors carry the offset at which they arose.
 */

export type TokenKind =
  'number' | 'string' | 'name' | 'cell' | 'operator' | 'open' | 'close' | 'separator' | 'end';

export interface Token {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
}

export type UnaryOperator = '-' | '+' | 'not';

export type BinaryOperator =
  '+' | '-' | '*' | '/' | '%' | '^' | '&' | '=' | '<>' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

export type Expression =
  | { type: 'number'; value: number; start: number; end: number }
  | { type: 'text'; value: string; start: number; end: number }
  | { type: 'boolean'; value: boolean; start: number; end: number }
  | { type: 'name'; name: string; start: number; end: number }
  | { type: 'cell'; column: string; row: number; start: number; end: number }
  | { type: 'range'; from: Expression; to: Expression; start: number; end: number }
  | { type: 'unary'; operator: UnaryOperator; operand: Expression; start: number; end: number }
  | {
      type: 'binary';
      operator: BinaryOperator;
      left: Expression;
      right: Expression;
      start: number;
      end: number;
    }
  | { type: 'call'; name: string; args: Expression[]; start: number; end: number };

export type Value = number | string | boolean | null | Value[];

export interface Scope {
  cell(column: string, row: number): Value;
  name(name: string): Value | undefined;
}

export class FormulaError extends Error {
  constructor(
    message: string,
    readonly start: number,
    readonly end: number = start + 1,
  ) {
    super(message);
    this.name = 'FormulaError';
  }
}

const BLANKS = /\s+/y;
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const CELL = /\$?[A-Z]{1,3}\$?[1-9][0-9]*(?![A-Za-z0-9_(])/y;
const NAME = /[A-Za-z_][A-Za-z0-9_.]*/y;
const OPERATOR = /<=|>=|<>|[-+*/%^&=<>:]/y;

function matchAt(pattern: RegExp, text: string, offset: number): string | null {
  pattern.lastIndex = offset;
  const match = pattern.exec(text);
  return match ? match[0] : null;
}

/** The text between quotes, with doubled quotes undone, and the offset behind it. */
function readString(source: string, start: number): { value: string; end: number } {
  const quote = source[start];
  let value = '';
  let offset = start + 1;
  while (offset < source.length) {
    const char = source[offset];
    if (char !== quote) {
      value += char;
      offset++;
      continue;
    }
    if (source[offset + 1] === quote) {
      value += quote;
      offset += 2;
      continue;
    }
    return { value, end: offset + 1 };
  }
  throw new FormulaError('This text is never closed', start, source.length);
}

export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let offset = source.startsWith('=') ? 1 : 0;

  while (offset < source.length) {
    const blanks = matchAt(BLANKS, source, offset);
    if (blanks !== null) {
      offset += blanks.length;
      continue;
    }

    const char = source[offset];
    switch (char) {
      case '(':
        tokens.push({ kind: 'open', text: char, start: offset, end: offset + 1 });
        offset++;
        continue;
      case ')':
        tokens.push({ kind: 'close', text: char, start: offset, end: offset + 1 });
        offset++;
        continue;
      case ';':
      case ',':
        tokens.push({ kind: 'separator', text: ';', start: offset, end: offset + 1 });
        offset++;
        continue;
      case '"':
      case "'": {
        const { value, end } = readString(source, offset);
        tokens.push({ kind: 'string', text: value, start: offset, end });
        offset = end;
        continue;
      }
    }

    const number = matchAt(NUMBER, source, offset);
    if (number !== null) {
      tokens.push({ kind: 'number', text: number, start: offset, end: offset + number.length });
      offset += number.length;
      continue;
    }

    const cell = matchAt(CELL, source, offset);
    if (cell !== null) {
      const text = cell.replace(/\$+/g, '');
      tokens.push({ kind: 'cell', text, start: offset, end: offset + cell.length });
      offset += cell.length;
      continue;
    }

    const name = matchAt(NAME, source, offset);
    if (name !== null) {
      const lower = name.toLowerCase();
      const isWord = lower === 'and' || lower === 'or' || lower === 'not';
      const kind = isWord ? 'operator' : 'name';
      const text = isWord ? lower : name;
      tokens.push({ kind, text, start: offset, end: offset + name.length });
      offset += name.length;
      continue;
    }

    const operator = matchAt(OPERATOR, source, offset);
    if (operator !== null) {
      tokens.push({
        kind: 'operator',
        text: operator,
        start: offset,
        end: offset + operator.length,
      });
      offset += operator.length;
      continue;
    }

    throw new FormulaError(`"${char}" has no meaning here`, offset);
  }

  tokens.push({ kind: 'end', text: '', start: source.length, end: source.length });
  return tokens;
}

/** How tightly an operator binds; what binds tighter is read first. */
function precedence(operator: string): number {
  switch (operator) {
    case 'or':
      return 1;
    case 'and':
      return 2;
    case '=':
    case '<>':
      return 3;
    case '<':
    case '<=':
    case '>':
    case '>=':
      return 4;
    case '&':
      return 5;
    case '+':
    case '-':
      return 6;
    case '*':
    case '/':
    case '%':
      return 7;
    case '^':
      return 9;
    default:
      return 0;
  }
}

class Parser {
  private position = 0;

  constructor(private readonly tokens: Token[]) {}

  private get current(): Token {
    return this.tokens[this.position];
  }

  private at(kind: TokenKind): boolean {
    return this.current.kind === kind;
  }

  private advance(): Token {
    const token = this.current;
    if (token.kind !== 'end') {
      this.position++;
    }
    return token;
  }

  private expect(kind: TokenKind, message: string): Token {
    if (this.current.kind !== kind) {
      throw new FormulaError(message, this.current.start, this.current.end);
    }
    return this.advance();
  }

  parse(): Expression {
    const expression = this.parseBinary(1);
    this.expect('end', `"${this.current.text}" does not belong here`);
    return expression;
  }

  private parseBinary(lowest: number): Expression {
    let left = this.parseUnary();
    while (this.current.kind === 'operator') {
      const operator = this.current.text;
      const level = precedence(operator);
      if (level < lowest) {
        break;
      }
      this.advance();
      // A power is read from the right: 2 ^ 3 ^ 2 is 2 ^ 9.
      const right = this.parseBinary(operator === '^' ? level : level + 1);
      left = {
        type: 'binary',
        operator: operator as BinaryOperator,
        left,
        right,
        start: left.start,
        end: right.end,
      };
    }
    return left;
  }

  private parseUnary(): Expression {
    const token = this.current;
    if (token.kind === 'operator') {
      switch (token.text) {
        case '-':
        case '+': {
          this.advance();
          const operand = this.parseBinary(8);
          return {
            type: 'unary',
            operator: token.text,
            operand,
            start: token.start,
            end: operand.end,
          };
        }
        case 'not': {
          this.advance();
          const operand = this.parseBinary(3);
          return { type: 'unary', operator: 'not', operand, start: token.start, end: operand.end };
        }
      }
    }
    return this.parsePrimary();
  }

  private parsePrimary(): Expression {
    const token = this.advance();
    switch (token.kind) {
      case 'number':
        return { type: 'number', value: Number(token.text), start: token.start, end: token.end };
      case 'string':
        return { type: 'text', value: token.text, start: token.start, end: token.end };
      case 'cell':
        return this.parseCell(token);
      case 'name':
        return this.parseName(token);
      case 'open': {
        const inner = this.parseBinary(1);
        const close = this.expect('close', 'A closing parenthesis is missing');
        return { ...inner, start: token.start, end: close.end };
      }
      case 'end':
        throw new FormulaError('The formula ends too early', token.start, token.end);
      case 'operator':
      case 'close':
      case 'separator':
        throw new FormulaError(`A value is missing before "${token.text}"`, token.start, token.end);
    }
  }

  private parseCell(token: Token): Expression {
    const from = cellOf(token);
    if (this.current.kind === 'operator' && this.current.text === ':') {
      this.advance();
      const to = cellOf(this.expect('cell', 'A range needs a cell at its end'));
      return { type: 'range', from, to, start: from.start, end: to.end };
    }
    return from;
  }

  private parseName(token: Token): Expression {
    const lower = token.text.toLowerCase();
    if (lower === 'true' || lower === 'false') {
      return { type: 'boolean', value: lower === 'true', start: token.start, end: token.end };
    }
    if (!this.at('open')) {
      return { type: 'name', name: token.text, start: token.start, end: token.end };
    }

    this.advance();
    const args: Expression[] = [];
    if (!this.at('close')) {
      args.push(this.parseBinary(1));
      while (this.at('separator')) {
        this.advance();
        args.push(this.parseBinary(1));
      }
    }
    const close = this.expect('close', `The call of ${token.text} is never closed`);
    return { type: 'call', name: lower, args, start: token.start, end: close.end };
  }
}

function cellOf(token: Token): Expression {
  const split = token.text.search(/[0-9]+$/);
  return {
    type: 'cell',
    column: token.text.slice(0, split),
    row: Number(token.text.slice(split)),
    start: token.start,
    end: token.end,
  };
}

export function parse(source: string): Expression {
  return new Parser(tokenize(source)).parse();
}

export function columnNumber(column: string): number {
  let number = 0;
  for (let i = 0; i < column.length; i++) {
    number = number * 26 + column.charCodeAt(i) - 64;
  }
  return number;
}

export function columnName(number: number): string {
  let name = '';
  let rest = number;
  while (rest > 0) {
    const letter = (rest - 1) % 26;
    name = String.fromCharCode(65 + letter) + name;
    rest = Math.floor((rest - letter - 1) / 26);
  }
  return name;
}

function toNumber(value: Value, at: Expression): number {
  if (typeof value === 'number') {
    return value;
  }
  if (value === null || value === '') {
    return 0;
  }
  if (typeof value === 'boolean') {
    return value ? 1 : 0;
  }
  const number = Number(value);
  if (Array.isArray(value) || Number.isNaN(number)) {
    throw new FormulaError('A number is needed here', at.start, at.end);
  }
  return number;
}

function toText(value: Value, at: Expression): string {
  if (typeof value === 'string') {
    return value;
  }
  if (value === null) {
    return '';
  }
  if (Array.isArray(value)) {
    throw new FormulaError('A text is needed here', at.start, at.end);
  }
  return String(value);
}

function toBoolean(value: Value, at: Expression): boolean {
  if (typeof value === 'boolean') {
    return value;
  }
  if (value === null || value === '') {
    return false;
  }
  if (Array.isArray(value)) {
    throw new FormulaError('True or false is needed here', at.start, at.end);
  }
  return typeof value === 'number' ? value !== 0 : value.toLowerCase() === 'true';
}

function compareValues(left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') {
    return left - right;
  }
  const a = String(left ?? '').toLowerCase();
  const b = String(right ?? '').toLowerCase();
  if (a === b) {
    return 0;
  }
  return a < b ? -1 : 1;
}

function flatten(values: Value[]): Value[] {
  return values.flatMap((value) => (Array.isArray(value) ? flatten(value) : [value]));
}

function numbersOf(values: Value[]): number[] {
  return flatten(values).filter((value): value is number => typeof value === 'number');
}

function cellsOf(range: Extract<Expression, { type: 'range' }>, scope: Scope): Value[] {
  const { from, to } = range;
  if (from.type !== 'cell' || to.type !== 'cell') {
    throw new FormulaError('A range goes from a cell to a cell', range.start, range.end);
  }
  const values: Value[] = [];
  const firstColumn = Math.min(columnNumber(from.column), columnNumber(to.column));
  const lastColumn = Math.max(columnNumber(from.column), columnNumber(to.column));
  const firstRow = Math.min(from.row, to.row);
  const lastRow = Math.max(from.row, to.row);
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      values.push(scope.cell(columnName(column), row));
    }
  }
  return values;
}

function evaluateBinary(
  node: Extract<Expression, { type: 'binary' }>,
  scope: Scope,
): number | string | boolean {
  const left = evaluate(node.left, scope);
  if (node.operator === 'and' && !toBoolean(left, node.left)) {
    return false;
  }
  if (node.operator === 'or' && toBoolean(left, node.left)) {
    return true;
  }

  const right = evaluate(node.right, scope);
  switch (node.operator) {
    case 'and':
    case 'or':
      return toBoolean(right, node.right);
    case '&':
      return toText(left, node.left) + toText(right, node.right);
    case '=':
      return compareValues(left, right) === 0;
    case '<>':
      return compareValues(left, right) !== 0;
    case '<':
      return compareValues(left, right) < 0;
    case '<=':
      return compareValues(left, right) <= 0;
    case '>':
      return compareValues(left, right) > 0;
    case '>=':
      return compareValues(left, right) >= 0;
    case '+':
      return toNumber(left, node.left) + toNumber(right, node.right);
    case '-':
      return toNumber(left, node.left) - toNumber(right, node.right);
    case '*':
      return toNumber(left, node.left) * toNumber(right, node.right);
    case '^':
      return toNumber(left, node.left) ** toNumber(right, node.right);
    case '/':
    case '%': {
      const divisor = toNumber(right, node.right);
      if (divisor === 0) {
        throw new FormulaError('Division by zero', node.right.start, node.right.end);
      }
      const dividend = toNumber(left, node.left);
      return node.operator === '/' ? dividend / divisor : dividend % divisor;
    }
  }
}

function arity(node: Extract<Expression, { type: 'call' }>, least: number, most: number): void {
  const count = node.args.length;
  if (count < least || count > most) {
    const wanted = least === most ? String(least) : `${least} to ${most}`;
    throw new FormulaError(
      `${node.name} takes ${wanted} values, not ${count}`,
      node.start,
      node.end,
    );
  }
}

function evaluateCall(node: Extract<Expression, { type: 'call' }>, scope: Scope): Value {
  const { name, args } = node;

  // These decide themselves which of their values are worked out.
  if (name === 'if') {
    arity(node, 2, 3);
    const condition = toBoolean(evaluate(args[0], scope), args[0]);
    if (condition) {
      return evaluate(args[1], scope);
    } else {
      return args.length === 3 ? evaluate(args[2], scope) : false;
    }
  }
  if (name === 'iferror') {
    arity(node, 2, 2);
    try {
      return evaluate(args[0], scope);
    } catch (error) {
      if (!(error instanceof FormulaError)) {
        throw error;
      }
      return evaluate(args[1], scope);
    }
  }

  const values = args.map((arg) => evaluate(arg, scope));
  switch (name) {
    case 'sum':
    case 'total':
      return numbersOf(values).reduce((sum, number) => sum + number, 0);
    case 'average':
    case 'mean': {
      const numbers = numbersOf(values);
      if (numbers.length === 0) {
        throw new FormulaError('There is nothing to average', node.start, node.end);
      }
      return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    }
    case 'min': {
      const numbers = numbersOf(values);
      return numbers.length === 0 ? 0 : Math.min(...numbers);
    }
    case 'max': {
      const numbers = numbersOf(values);
      return numbers.length === 0 ? 0 : Math.max(...numbers);
    }
    case 'count':
      return numbersOf(values).length;
    case 'counta':
      return flatten(values).filter((value) => value !== null && value !== '').length;
    case 'abs':
      arity(node, 1, 1);
      return Math.abs(toNumber(values[0], args[0]));
    case 'sqrt': {
      arity(node, 1, 1);
      const number = toNumber(values[0], args[0]);
      if (number < 0) {
        throw new FormulaError('A negative number has no root', args[0].start, args[0].end);
      }
      return Math.sqrt(number);
    }
    case 'round':
    case 'roundup':
    case 'rounddown': {
      arity(node, 1, 2);
      const number = toNumber(values[0], args[0]);
      const digits = args.length > 1 ? toNumber(values[1], args[1]) : 0;
      const factor = 10 ** digits;
      if (name === 'roundup') {
        return Math.ceil(number * factor) / factor;
      } else if (name === 'rounddown') {
        return Math.floor(number * factor) / factor;
      } else {
        return Math.round(number * factor) / factor;
      }
    }
    case 'left': {
      arity(node, 1, 2);
      const text = toText(values[0], args[0]);
      const count = args.length > 1 ? toNumber(values[1], args[1]) : 1;
      return text.slice(0, Math.max(0, count));
    }
    case 'right': {
      arity(node, 1, 2);
      const text = toText(values[0], args[0]);
      const count = args.length > 1 ? toNumber(values[1], args[1]) : 1;
      return text.slice(Math.max(0, text.length - count));
    }
    case 'len':
      arity(node, 1, 1);
      return toText(values[0], args[0]).length;
    case 'upper':
      arity(node, 1, 1);
      return toText(values[0], args[0]).toUpperCase();
    case 'lower':
      arity(node, 1, 1);
      return toText(values[0], args[0]).toLowerCase();
    case 'trim': {
      arity(node, 1, 1);
      const text = toText(values[0], args[0]).replace(/\s+/g, ' ');
      return text.trim();
    }
    case 'proper': {
      arity(node, 1, 1);
      const text = toText(values[0], args[0]).replace(/\s+/g, ' ');
      return text.replace(
        /[a-z]+/gi,
        (word) => word[0].toUpperCase() + word.slice(1).toLowerCase(),
      );
    }
    case 'words': {
      arity(node, 1, 1);
      const text = toText(values[0], args[0]).replace(/\s+/g, ' ');
      return text.trim() === '' ? 0 : text.trim().split(' ').length;
    }
    default:
      throw new FormulaError(`There is no function "${name}"`, node.start, node.end);
  }
}

export function evaluate(node: Expression, scope: Scope): Value {
  switch (node.type) {
    case 'number':
    case 'text':
    case 'boolean':
      return node.value;
    case 'name': {
      const value = scope.name(node.name);
      if (value === undefined) {
        throw new FormulaError(`"${node.name}" is not defined`, node.start, node.end);
      }
      return value;
    }
    case 'cell':
      return scope.cell(node.column, node.row);
    case 'range':
      return cellsOf(node, scope);
    case 'unary': {
      const operand = evaluate(node.operand, scope);
      if (node.operator === 'not') {
        return !toBoolean(operand, node.operand);
      }
      const number = toNumber(operand, node.operand);
      return node.operator === '-' ? -number : number;
    }
    case 'binary':
      return evaluateBinary(node, scope);
    case 'call':
      return evaluateCall(node, scope);
  }
}

/** All cells that a formula reads, as `B7`, each once, in the order of the formula. */
export function cellsIn(node: Expression): string[] {
  const found: string[] = [];
  const visit = (current: Expression): void => {
    switch (current.type) {
      case 'cell':
        found.push(`${current.column}${current.row}`);
        break;
      case 'range':
        visit(current.from);
        visit(current.to);
        break;
      case 'unary':
        visit(current.operand);
        break;
      case 'binary':
        visit(current.left);
        visit(current.right);
        break;
      case 'call':
        current.args.forEach(visit);
        break;
      case 'number':
      case 'text':
      case 'boolean':
      case 'name':
        break;
    }
  };
  visit(node);
  return [...new Set(found)];
}

/** The formula in one fashion: single blanks, upper-case functions, no needless parentheses. */
export function print(node: Expression, outer = 0): string {
  switch (node.type) {
    case 'number':
      return String(node.value);
    case 'text':
      return `"${node.value.replace(/"/g, '""')}"`;
    case 'boolean':
      return node.value ? 'TRUE' : 'FALSE';
    case 'name':
      return node.name;
    case 'cell':
      return `${node.column}${node.row}`;
    case 'range':
      return `${print(node.from)}:${print(node.to)}`;
    case 'unary': {
      const isWord = node.operator === 'not';
      const operand = print(node.operand, isWord ? 3 : 8);
      const text = isWord ? `not ${operand}` : `${node.operator}${operand}`;
      return outer > (isWord ? 3 : 8) ? `(${text})` : text;
    }
    case 'binary': {
      const level = precedence(node.operator);
      const isPower = node.operator === '^';
      const left = print(node.left, isPower ? level + 1 : level);
      const right = print(node.right, isPower ? level : level + 1);
      const text = `${left} ${node.operator} ${right}`;
      return outer > level ? `(${text})` : text;
    }
    case 'call': {
      const args = node.args.map((arg) => print(arg));
      return `${node.name.toUpperCase()}(${args.join('; ')})`;
    }
  }
}
