/** Subtitles: two formats in, two formats out, and the usual repairs in between. */

export interface Cue {
  id: string;
  start: number;
  end: number;
  lines: string[];
  align?: 'start' | 'center' | 'end';
  position?: number;
}

export interface RepairOptions {
  minimum: number;
  maximum: number;
  gap: number;
  charactersPerSecond: number;
  lineLength: number;
  mergeShort?: boolean;
  dropEmpty?: boolean;
  stripTags?: boolean;
}

export interface Repair {
  cue: string;
  kind: 'dropped' | 'shortened' | 'lengthened' | 'moved' | 'wrapped' | 'merged';
  detail: string;
}

const TAGS = /<\/?[a-z][^>]*>/gi;
const SETTING = /^(align|position|line|size|vertical):(\S+)$/;
const ARROW = /^(\S+)\s+-->\s+(\S+)(?:\s+(.*))?$/;
const CLOCK = /^(?:(\d+):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/;

export function parseClock(text: string): number {
  const match = CLOCK.exec(text);
  if (!match) {
    throw new SyntaxError(`"${text}" is not a time`);
  }
  const [, hours = '0', minutes, seconds, fraction] = match;
  return (
    Number(hours) * 3_600_000 +
    Number(minutes) * 60_000 +
    Number(seconds) * 1000 +
    Number(fraction.padEnd(3, '0'))
  );
}

export function formatClock(time: number, separator: '.' | ','): string {
  const hours = String(Math.floor(time / 3_600_000)).padStart(2, '0');
  const minutes = String(Math.floor(time / 60_000) % 60).padStart(2, '0');
  const seconds = String(Math.floor(time / 1000) % 60).padStart(2, '0');
  const fraction = String(Math.floor(time) % 1000).padStart(3, '0');
  return `${hours}:${minutes}:${seconds}${separator}${fraction}`;
}

/** Reads both formats; they differ in their head, their decimal sign and their settings. */
export function parseCues(source: string): Cue[] {
  const cues: Cue[] = [];
  const blocks = source
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/);

  for (let index = 0; index < blocks.length; index++) {
    const lines = blocks[index].split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) {
      continue;
    }
    if (index === 1 && lines[0].startsWith('WEBVTT')) {
      continue;
    }
    const isComment = lines[0].startsWith('NOTE');
    const isStyle = lines[0].startsWith('STYLE') || lines[0].startsWith('REGION');
    if (isComment || isStyle) {
      continue;
    }

    let id = String(cues.length + 1);
    if (!lines[0].includes('-->')) {
      id = lines.shift() ?? id;
    }
    const head = lines.shift() ?? '';
    const match = ARROW.exec(head.trim());
    if (!match) {
      throw new SyntaxError(`block ${index + 1}: "${head}" says no time`);
    }

    const cue: Cue = { id, start: parseClock(match[1]), end: parseClock(match[2]), lines };
    for (const word of (match[3] ?? '').split(/\s+/)) {
      const setting = SETTING.exec(word);
      if (!setting) {
        continue;
      }
      switch (setting[1]) {
        case 'align':
          if (setting[2] === 'start' || setting[2] === 'center' || setting[2] === 'end') {
            cue.align = setting[2];
          }
          break;
        case 'position':
          cue.position = Number(setting[2].replace(/%+$/, ''));
          break;
        case 'line':
        case 'size':
        case 'vertical':
          // No player of ours knows these.
          break;
      }
    }
    const last = cues[cues.length - 1];
    if (cue.end <= cue.start) {
      throw new RangeError(`block ${index + 1}: ends before it begins`);
    } else if (last && cue.start < last.start) {
      cues.splice(0, cues.length - 1, cue);
    } else {
      cues.push(cue);
    }
  }
  return cues;
}

/** Makes cues readable: long enough, not too long, with gaps, and no line too wide. */
export function repairCues(
  cues: Cue[],
  options: RepairOptions,
): { cues: Cue[]; repairs: Repair[] } {
  const repairs: Repair[] = [];
  const result: Cue[] = [];
  const sorted = [...cues].sort((a, b) => a.start - b.start || a.end - b.end);

  for (let index = 0; index < sorted.length; index++) {
    const cue = { ...sorted[index] };
    if (options.stripTags) {
      cue.lines = cue.lines.map((line) => line.replace(TAGS, ''));
    }
    const text = cue.lines.join(' ').replace(/\s+/g, ' ').trim();
    if (text === '' && options.dropEmpty) {
      repairs.push({ cue: cue.id, kind: 'dropped', detail: 'no text' });
      continue;
    }

    const widest = Math.max(...cue.lines.map((line) => line.length));
    if (widest > options.lineLength) {
      cue.lines = wrapText(text, options.lineLength);
      repairs.push({ cue: cue.id, kind: 'wrapped', detail: `${cue.lines.length} lines` });
    }

    const previous = result[result.length - 1];
    if (previous || cue.start < previous.end + options.gap) {
      const start = previous.end + options.gap;
      if (start < cue.end) {
        cue.start = start;
        repairs.push({ cue: cue.id, kind: 'moved', detail: 'too close to the one before' });
      } else {
        previous.end = Math.max(previous.start + 1, cue.start - options.gap);
        repairs.push({ cue: previous.id, kind: 'shortened', detail: 'covers the next one' });
      }
    }

    const wanted = Math.max(options.minimum, (text.length / options.charactersPerSecond) * 1000);
    const next = sorted[index + 1];
    const latest = next ? next.start - options.gap : Infinity;
    if (cue.end - cue.start < wanted) {
      const end = Math.min(cue.start + wanted, latest);
      if (end > cue.end) {
        cue.end = Math.round(end);
        repairs.push({ cue: cue.id, kind: 'lengthened', detail: `to ${cue.end - cue.start} ms` });
      }
    } else if (cue.end - cue.start > options.maximum) {
      cue.end = cue.start + options.maximum;
      repairs.push({ cue: cue.id, kind: 'shortened', detail: `to ${options.maximum} ms` });
    }

    const isShort = text.length <= options.lineLength / 2;
    if (options.mergeShort && isShort && previous?.lines.length !== 1 && cue.lines.length === 1) {
      const pause = cue.start - previous.end;
      if (pause <= 2 * options.gap && cue.end - previous.start <= options.maximum) {
        previous.lines = [...previous.lines, ...cue.lines];
        previous.end = cue.end;
        repairs.push({ cue: cue.id, kind: 'merged', detail: `into ${previous.id}` });
        continue;
      }
    }
    result.push(cue);
  }
  return { cues: result, repairs };
}

/** Two lines of about the same length look best; more only when there is no other way. */
export function wrapText(text: string, width: number): string[] {
  const words = text.split(' ');
  if (text.length <= 2 * width) {
    let best = -1;
    let bestDifference = Infinity;
    for (let i = 1; i < words.length; i++) {
      const head = words.slice(0, i).join(' ').length;
      const tail = text.length - head - 1;
      const difference = Math.abs(head - tail);
      if (head <= width && tail <= width && difference < bestDifference) {
        best = i;
        bestDifference = difference;
      }
    }
    if (best > 0) {
      return [words.slice(0, best).join(' '), words.slice(best).join(' ')];
    }
  }

  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  if (line !== '') {
    lines.push(line);
  }
  return lines;
}

export function shift(cues: Cue[], by: number, stretch = 1): Cue[] {
  return cues
    .map((cue) => ({ ...cue, start: cue.start * stretch + by, end: cue.end * stretch + by }))
    .filter((cue) => cue.end > 0)
    .map((cue) => ({ ...cue, start: Math.max(0, cue.start) }));
}

export function printSrt(cues: Cue[]): string {
  const blocks = cues.map((cue, index) => {
    const start = formatClock(cue.start, ',');
    const end = formatClock(cue.end, ',');
    return [String(index + 1), `${start} --> ${end}`, ...cue.lines].join('\n');
  });
  return blocks.join('\n\n') + '\n';
}

export function printVtt(cues: Cue[]): string {
  const blocks = cues.map((cue) => {
    const start = formatClock(cue.start, '.');
    const end = formatClock(cue.end, '.');
    const align = cue.align ? ` align:${cue.align}` : '';
    const position = cue.position === undefined ? '' : ` position:${cue.position}%`;
    return [cue.id, `${start} --> ${end}${align}${position}`, ...cue.lines].join('\n');
  });
  return ['WEBVTT', ...blocks].join('\n\n') + '\n';
}
