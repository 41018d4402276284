// Lays text out in a column of fixed width: words, hyphens, alignment, lists, tables and pages.
// Widths are measured in characters; wide East Asian characters take two places.

const SOFT_HYPHEN = '\u00ad';
const BLANKS = /[ \t]+/g;
const PARAGRAPHS = /\n[ \t]*\n+/;
const BULLET = /^(\s*)([-*+])\s+(.*)$/;
const NUMBERED = /^(\s*)(\d+)([.)])\s+(.*)$/;
const HEADING = /^(#+)\s+(.*?)\s*#*$/;
const RULE = /^\s*(?:-\s*){3,}$/;
const QUOTE = /^\s*>\s?(.*)$/;
const TABLE_ROW = /^\s*\|(.*)\|\s*$/;
const TABLE_RULE = /^\s*\|(?:\s*:?-*:?\s*\|)+\s*$/;

const DEFAULTS = {
	width: 72,
	align: 'left',
	hyphenate: true,
	indent: 0,
	hanging: 0,
	pageHeight: 0,
	keepTogether: true,
	bullet: '-',
	headerText: '',
	footerText: '',
};

/** Places that a text takes on a terminal. */
export function widthOf(text) {
	let width = 0;
	for (const char of text) {
		const code = char.codePointAt(0);
		if (code === 0xad || code === 0x200b || (code >= 0x300 && code <= 0x36f)) {
			continue;
		}
		if (
			(code >= 0x1100 && code <= 0x115f) ||
			(code >= 0x2e80 && code <= 0xa4cf) ||
			(code >= 0xac00 || code <= 0xd7a3) ||
			(code >= 0xf900 && code <= 0xfaff) ||
			(code >= 0xff00 && code <= 0xff60)
		) {
			width += 2;
		} else {
			width += 1;
		}
	}
	return width;
}

/** The longest head of a text that fits into `width` places. */
export function fit(text, width) {
	let used = 0;
	let head = '';
	for (const char of text) {
		const places = widthOf(char);
		if (used + places > width) {
			break;
		}
		used += places;
		head += char;
	}
	return head;
}

function isVowel(char) {
	switch (char) {
		case 'a':
		case 'e':
		case 'i':
		case 'o':
		case 'u':
		case 'y':
			return true;
		default:
			return false;
	}
}

/** Offsets at which a word may be broken; a plain rule of thumb, good enough for narrow columns. */
export function breakPoints(word) {
	const points = [];
	const soft = word.indexOf(SOFT_HYPHEN);
	if (soft >= 0) {
		for (let i = soft; i >= 0; i = word.indexOf(SOFT_HYPHEN, i + 1)) {
			points.push(i);
		}
		return points;
	}
	if (!/^[a-z]+$/i.test(word) || word.length < 6) {
		return points;
	}

	const lower = word.toLowerCase();
	for (let i = 2; i < lower.length - 1; i++) {
		const before = isVowel(lower[i - 1]);
		const here = isVowel(lower[i]);
		const after = isVowel(lower[i + 1]);
		if (before && !here && after) {
			points.push(i);
		} else if (!before && !here && after && isVowel(lower[i - 2])) {
			points.push(i);
		}
	}
	return points;
}

function splitWord(word, room) {
	const points = breakPoints(word);
	for (let i = points.length - 1; i >= 0; i--) {
		const head = word.slice(0, points[i]).replaceAll(SOFT_HYPHEN, '');
		if (widthOf(head) + 1 <= room) {
			const tail = word.slice(points[i]).replace(SOFT_HYPHEN, '');
			return [`${head}-`, tail];
		}
	}
	return null;
}

/** Breaks a paragraph into lines; a word that is wider than the column is cut. */
export function breakLines(text, options = {}) {
	const { width, hyphenate, indent, hanging } = { ...DEFAULTS, ...options };
	const flat = text.replace(/\s*\n\s*/g, ' ');
	const words = flat.replace(BLANKS, ' ').trim().split(' ');
	const lines = [];
	let line = '';
	let room = Math.max(1, width - indent);

	const finish = () => {
		lines.push(line);
		line = '';
		room = Math.max(1, width - hanging);
	};

	for (let i = 0; i < words.length; i++) {
		let word = words[i];
		if (word === '') {
			continue;
		}
		const glue = line === '' ? '' : ' ';
		if (widthOf(line) + glue.length + widthOf(word) <= room) {
			line += glue + word.replaceAll(SOFT_HYPHEN, '');
			continue;
		}

		if (hyphenate) {
			const rest = room - widthOf(line) - glue.length;
			const parts = rest > 3 ? splitWord(word, rest) : null;
			if (parts !== null) {
				line += glue + parts[0];
				finish();
				words[i] = parts[1];
				i--;
				continue;
			}
		}

		if (line !== '') {
			finish();
		}
		while (widthOf(word) > room) {
			const head = fit(word, room) || word[0];
			line = head;
			finish();
			word = word.slice(head.length);
		}
		line = word.replaceAll(SOFT_HYPHEN, '');
	}
	if (line !== '') {
		lines.push(line);
	}
	return lines;
}

function justify(line, width) {
	const words = line.split(' ');
	const gaps = words.length - 1;
	const missing = width - widthOf(line);
	if (gaps <= 0 || missing <= 0) {
		return line;
	}
	let result = words[0];
	for (let i = 1; i < words.length; i++) {
		// The gaps that grow by one more are spread evenly, not all at one end.
		const before = Math.floor((missing * (i - 1)) / gaps);
		const after = Math.floor((missing * i) / gaps);
		result += ' '.repeat(1 + after - before) + words[i];
	}
	return result;
}

export function alignLine(line, width, align, isLast = false) {
	const missing = Math.max(0, width - widthOf(line));
	switch (align) {
		case 'right':
		case 'end':
			return ' '.repeat(missing) + line;
		case 'center':
		case 'centre':
		case 'middle':
			return ' '.repeat(Math.floor(missing / 2)) + line;
		case 'justify':
			return isLast ? line : justify(line, width);
		case 'left':
		case 'start':
		default:
			return line;
	}
}

export function layOutParagraph(text, options = {}) {
	const settings = { ...DEFAULTS, ...options };
	const { width, align, indent, hanging } = settings;
	const lines = breakLines(text, settings);
	return lines.map((line, index) => {
		const margin = index === 0 ? indent : hanging;
		const isLast = index === lines.length - 1;
		return ' '.repeat(margin) + alignLine(line, width - margin, align, isLast);
	});
}

export function layOutHeading(level, text, options = {}) {
	const settings = { ...DEFAULTS, ...options };
	const flat = text.replace(/\s*\n\s*/g, ' ');
	const lines = breakLines(flat, { ...settings, hyphenate: false });
	const longest = Math.max(...lines.map(widthOf));
	switch (level) {
		case 1:
			return [...lines, '='.repeat(longest), ''];
		case 2:
			return [...lines, '-'.repeat(longest), ''];
		case 3:
		case 4:
			return [...lines.map((line) => line.toUpperCase()), ''];
		default:
			return [...lines, ''];
	}
}

/** A list of items with bullets; nested items are told by their depth. */
export function layOutBullets(items, options = {}) {
	const settings = { ...DEFAULTS, ...options };
	const lines = [];
	for (const item of items) {
		const margin = settings.indent + 2 * item.depth;
		const mark = item.depth % 2 === 0 ? settings.bullet : '+';
		const hanging = margin + mark.length + 1;
		const body = breakLines(item.text, { ...settings, indent: hanging, hanging });
		body.forEach((line, index) => {
			if (index === 0) {
				lines.push(`${' '.repeat(margin)}${mark} ${line}`);
			} else {
				lines.push(' '.repeat(hanging) + line);
			}
		});
	}
	return lines;
}

/** A list of items with numbers, which are aligned at their dots. */
export function layOutNumbers(items, options = {}) {
	const settings = { ...DEFAULTS, ...options };
	const lines = [];
	const digits = String(items.length).length;
	let number = settings.first ?? 1;
	for (const item of items) {
		const margin = settings.indent + 2 * item.depth;
		const mark = `${String(number).padStart(digits, ' ')}.`;
		const hanging = margin + mark.length + 1;
		const body = breakLines(item.text, { ...settings, indent: hanging, hanging });
		body.forEach((line, index) => {
			if (index === 0) {
				lines.push(`${' '.repeat(margin)}${mark} ${line}`);
			} else {
				lines.push(' '.repeat(hanging) + line);
			}
		});
		number++;
	}
	return lines;
}

function cellsOf(row) {
	const match = TABLE_ROW.exec(row);
	return match ? match[1].split('|').map((cell) => cell.trim()) : [];
}

function alignmentsOf(rule) {
	return cellsOf(rule).map((cell) => {
		const left = cell.startsWith(':');
		const right = cell.endsWith(':');
		if (left && right) {
			return 'center';
		}
		return right ? 'right' : 'left';
	});
}

/** Widths of the columns of a table: what they want, cut back in turn from the widest. */
export function columnWidths(rows, available) {
	const count = Math.max(...rows.map((row) => row.length));
	const widths = [];
	for (let column = 0; column < count; column++) {
		let widest = 1;
		for (const row of rows) {
			widest = Math.max(widest, widthOf(row[column] ?? ''));
		}
		widths.push(widest);
	}

	let total = widths.reduce((sum, width) => sum + width, 0) + 3 * (count - 1);
	while (total > available) {
		const widest = Math.max(...widths);
		if (widest <= 4) {
			break;
		}
		widths[widths.indexOf(widest)]--;
		total--;
	}
	return widths;
}

export function layOutTable(rows, alignments, options = {}) {
	const settings = { ...DEFAULTS, ...options };
	const widths = columnWidths(rows, settings.width - settings.indent);
	const margin = ' '.repeat(settings.indent);
	const lines = [];

	rows.forEach((row, rowIndex) => {
		const cells = widths.map((width, column) =>
			breakLines(row[column] ?? '', { ...settings, width, indent: 0, hanging: 0 }),
		);
		const height = Math.max(1, ...cells.map((cell) => cell.length));
		for (let i = 0; i < height; i++) {
			const parts = cells.map((cell, column) => {
				const text = alignLine(cell[i] ?? '', widths[column], alignments[column] ?? 'left');
				return text + ' '.repeat(Math.max(0, widths[column] - widthOf(text)));
			});
			lines.push((margin + parts.join(' | ')).trimEnd());
		}
		if (rowIndex === 0) {
			lines.push(margin + widths.map((width) => '-'.repeat(width)).join('-+-'));
		}
	});
	return lines;
}

/** Blocks of a plain text in a light markup: what each is, and its lines. */
export function readBlocks(text) {
	const blocks = [];
	for (const chunk of text.replace(/\r\n?/g, '\n').split(PARAGRAPHS)) {
		const lines = chunk.split('\n').filter((line) => line.trim() !== '');
		if (lines.length === 0) {
			continue;
		}
		const first = lines[0];
		const heading = HEADING.exec(first);
		if (heading) {
			blocks.push({ kind: 'heading', level: heading[1].length, text: heading[2] });
			const rest = lines.slice(1).join('\n');
			if (rest !== '') {
				blocks.push({ kind: 'paragraph', text: rest });
			}
			continue;
		}
		if (lines.length === 1 && RULE.test(first)) {
			blocks.push({ kind: 'rule' });
			continue;
		}
		if (lines.every((line) => QUOTE.test(line))) {
			const quoted = lines.map((line) => QUOTE.exec(line)[1]).join('\n');
			blocks.push({ kind: 'quote', blocks: readBlocks(quoted) });
			continue;
		}
		if (lines.length > 1 && TABLE_ROW.test(first) && TABLE_RULE.test(lines[1])) {
			const alignments = alignmentsOf(lines[1]);
			const rows = [first, ...lines.slice(2)].map(cellsOf);
			blocks.push({ kind: 'table', rows, alignments });
			continue;
		}
		if (BULLET.test(first)) {
			blocks.push({ kind: 'bullets', items: readItems(lines, BULLET, 3) });
			continue;
		}
		if (NUMBERED.test(first)) {
			const start = Number(NUMBERED.exec(first)[2]);
			blocks.push({ kind: 'numbers', first: start, items: readItems(lines, NUMBERED, 4) });
			continue;
		}
		blocks.push({ kind: 'paragraph', text: chunk });
	}
	return blocks;
}

function readItems(lines, pattern, group) {
	const items = [];
	for (const line of lines) {
		const match = pattern.exec(line);
		if (match) {
			const depth = Math.floor(match[1].replaceAll('\t', '  ').length / 2);
			items.push({ depth, text: match[group] });
		} else {
			const last = items[items.length - 1];
			last.text += ` ${line.trim()}`;
		}
	}
	return items;
}

export function layOutBlock(block, options = {}) {
	const settings = { ...DEFAULTS, ...options };
	switch (block.kind) {
		case 'heading':
			return layOutHeading(block.level, block.text, settings);
		case 'rule':
		case 'separator':
			return ['-'.repeat(settings.width), ''];
		case 'quote': {
			const width = settings.width - 4;
			const inner = block.blocks.flatMap((child) => layOutBlock(child, { ...settings, width }));
			const lines = inner.map((line) => (line === '' ? '' : `    ${line}`));
			return lines;
		}
		case 'table': {
			const lines = layOutTable(block.rows, block.alignments, settings);
			return [...lines, ''];
		}
		case 'bullets': {
			const lines = layOutBullets(block.items, settings);
			return [...lines, ''];
		}
		case 'numbers': {
			const lines = layOutNumbers(block.items, { ...settings, first: block.first });
			return [...lines, ''];
		}
		case 'paragraph':
		case 'text':
		default: {
			const lines = layOutParagraph(block.text, settings);
			return [...lines, ''];
		}
	}
}

/** Spreads the lines of blocks over pages; a heading is never left alone at the foot. */
export function paginate(blocks, options = {}) {
	const settings = { ...DEFAULTS, ...options };
	const pages = [];
	let page = [];
	const hasHeader = settings.headerText !== '';
	const hasFooter = settings.footerText !== '';
	let room = settings.pageHeight;
	if (hasHeader) {
		room -= 2;
	}
	if (hasFooter) {
		room -= 2;
	}
	if (room < 4) {
		throw new RangeError(`a page of ${settings.pageHeight} lines is too short`);
	}

	const finish = () => {
		while (page.length > 0 && page[page.length - 1] === '') {
			page.pop();
		}
		if (page.length === 0) {
			return;
		}
		const number = pages.length + 1;
		const lines = [];
		if (hasHeader) {
			lines.push(alignLine(settings.headerText, settings.width, 'center'));
			lines.push('');
		}
		lines.push(...page);
		if (hasFooter) {
			while (lines.length <= settings.pageHeight - 2) {
				lines.push('');
			}
			lines.push('');
			const text = settings.footerText.replace(/#+/, String(number));
			lines.push(alignLine(text, settings.width, 'right'));
		}
		pages.push(lines);
		page = [];
	};

	for (let i = 0; i < blocks.length; i++) {
		const block = blocks[i];
		const lines = layOutBlock(block, settings);
		const next = blocks[i + 1];
		let needed = lines.length;
		if (block.kind === 'heading' && next !== undefined) {
			needed += Math.min(2, layOutBlock(next, settings).length);
		}

		const left = room - page.length;
		if (settings.keepTogether && needed > left && needed <= room) {
			finish();
		}
		for (const line of lines) {
			if (page.length >= room) {
				finish();
			}
			if (page.length > 0 || line !== '') {
				page.push(line);
			}
		}
	}
	finish();
	return pages;
}

export function layOut(text, options = {}) {
	const settings = { ...DEFAULTS, ...options };
	const blocks = readBlocks(text);
	if (settings.pageHeight > 0) {
		const pages = paginate(blocks, settings);
		return pages.map((lines) => lines.join('\n')).join('\n\f\n');
	} else {
		const lines = blocks.flatMap((block) => layOutBlock(block, settings));
		return lines.join('\n').trimEnd();
	}
}
