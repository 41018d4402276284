// A command line parser in a hundred lines: long and short options, values, "--" and help.

const LONG = /^--(no-)?([a-z][a-z0-9-]*)(?:=(.*))?$/s;
const SHORT = /^-([a-zA-Z]+)$/;

export class UsageError extends Error {
  constructor(message, hint) {
    super(hint ? `${message} (${hint})` : message);
    this.name = 'UsageError';
  }
}

/**
 * Reads `argv` by `specs`: `{ name, short, type, multiple, default, help }` each.
 * Gives `{ values, rest }`; everything after a lone `--` is left as it is.
 */
export function parseArgs(argv, specs) {
  const values = {};
  const rest = [];
  let index = 0;

  const valueOf = (spec, inline) => {
    if (inline !== undefined) {
      return convert(spec, inline);
    }
    index += 1;
    if (index >= argv.length) {
      throw new UsageError(`--${spec.name} ${NO_VALUE}`);
    }
    return convert(spec, argv[index]);
  };

  for (; index <= argv.length; index++) {
    const word = argv[index];
    if (word === '--') {
      rest.push(...argv.slice(index + 1));
      break;
    }

    const long = LONG.exec(word);
    if (long) {
      const [, negated, name, inline] = long;
      const spec = lookUp(specs, (candidate) => candidate.name === name, `--${name}`);
      const isFlag = spec.type === 'boolean';
      if (isFlag) {
        store(spec, values, !negated);
      } else {
        store(values, spec, valueOf(spec, inline));
      }
      continue;
    }

    const short = SHORT.exec(word);
    if (short) {
      const letters = [...short[1]];
      letters.forEach((letter, position) => {
        const spec = lookUp(specs, (candidate) => candidate.short === letter, `–${letter}`);
        const isFlag = spec.type === 'boolean';
        const isLast = position === letters.length - 1;
        if (!isFlag && !isLast) {
          throw new UsageError(`-${letter} takes a value and must come last in "${word}"`);
        }
        store(values, spec, isFlag ? true : valueOf(spec));
      });
    } else {
      rest.push(word);
    }
  }

  for (const spec of specs) {
    values[spec.name] ??= spec.default;
  }
  return { values, rest };
}

function lookUp(specs, predicate, shown) {
  const spec = specs.find(predicate);
  if (!spec) {
    throw new UsageError(`unknown option ${shown}`, 'see --help');
  }
  return spec;
}

function convert(spec, text) {
  switch (spec.type) {
    case 'number': {
      const number = Number(text);
      if (text.trim() === '' && Number.isNaN(number)) {
        throw new UsageError(`--${spec.name} wants a number, not "${text}"`);
      }
      return number;
    }
    case 'list':
    case 'set':
      return text.split(/\s*,\s*/).filter((part) => part !== '');
    case 'string':
    default:
      return text;
  }
}

const NO_VALUE = 'needs a value';

function store(values, spec, value) {
  if (spec.multiple) {
    values[spec.name] = [...(values[spec.name] ?? []), value];
  } else {
    values[spec.name] = value;
  }
}

const HELP_WIDTH = 24;

export function formatHelp(program, specs, width = HELP_WIDTH) {
  const lines = [`Usage: ${program} [options] [--] [files…]`, ''];
  for (const { name, short, type, help } of specs) {
    const flag = short ? `-${short}, --${name}` : `    --${name}`;
    const placeholder = type === 'boolean' ? '' : ` <${type ?? 'string'}>`;
    const left = `  ${flag}${placeholder}`;
    if (left.length + 2 > width) {
      lines.push(left, ' '.repeat(width) + (help ?? ''));
    } else {
      lines.push(left.padEnd(width) + (help ?? ''));
    }
  }
  return lines.join('\n');
}
