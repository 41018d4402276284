// Finds the fenced code blocks of a Markdown text, and the snippets that the
// documentation build must compile.

const OPENING = /^( {0,3})(```*|~~~+)[ \t]*([\w+#.-]*)[ \t]*(\{[^}]*\})?[ \t]*$/;
const LIST_MARKER = /^( {0,3})([-*+]|\d{1,9}[.)])[ \t]+/;
const ATTRIBUTE = /([\w-]+)(?:=("[^"]*"|[^\s"}]+))?/g;

const ALIASES = new Map([
    ['js', 'javascript'],
    ['mjs', 'javascript'],
    ['ts', 'typescript'],
    ['py', 'python'],
    ['yml', 'yaml'],
    ['sh', 'shell'],
    ['console', 'shell'],
]);

export function normalizeLanguage(tag) {
    const name = tag.toLowerCase();
    return ALIASES.get(name) ?? name;
}

// `{file="a.js" run}` -> { file: 'a.js', run: true }
export function parseAttributes(text = '') {
    const attributes = {};
    for (const [, name, value] of text.matchAll(ATTRIBUTE)) {
        attributes[name] = value === undefined ? true : value.replace(/^"|"$/g, '');
    }
    return attributes;
}

function isClosing(line, fence) {
    const text = line.trim();
    return text.length >= fence.length && text === fence[0].repeat(text.length);
}

function dedent(line, width) {
    let index = 0;
    while (index < width && line[index] === ' ') {
        index += 1;
    }
    return line.slice(index);
}

/**
 * Yields { language, attributes, line, code } for each block; `line` is the
 * 1-based line of the opening fence. A block that is never closed runs to the
 * end of the text, as the specification has it.
 */
export function* findFences(markdown) {
    const lines = markdown.split(/\r?\n/);
    let open = null;

    for (const [index, line] of lines.entries()) {
        if (open) {
            if (isClosing(line, open.fence)) {
                yield finish(open);
                open = null;
            } else {
                open.code.push(dedent(line, open.indent));
            }
            continue;
        }
        const marker = LIST_MARKER.exec(line);
        const offset = marker ? marker[0].length : 0;
        const match = OPENING.exec(line.slice(offset));
        if (match) {
            const [, indent, fence, tag, attributes] = match;
            open = {
                fence,
                indent: offset + indent.length,
                language: normalizeLanguage(tag),
                attributes: parseAttributes(attributes),
                line: index + 1,
                code: [],
            };
        }
    }

    if (open) {
        yield finish(open);
    }
}

function finish({ language, attributes, line, code }) {
    return { language, attributes, line, code: code.join('\n') };
}

// Blocks marked `{skip}` are shown, never compiled.
export function compilable(markdown, languages) {
    const wanted = new Set(languages.map(normalizeLanguage));
    return [...findFences(markdown)].filter(
        (block) => wanted.has(block.language) && !block.attributes.skip,
    );
}

// Blocks of one file, in reading order, make up that file.
export function collectFiles(markdown) {
    const files = new Map();
    for (const block of findFences(markdown)) {
        const name = block.attributes.file;
        if (typeof name !== 'string') {
            continue;
        }
        const parts = files.get(name) ?? [];
        parts.push(block.code);
        files.set(name, parts);
    }
    return new Map([...files].map(([name, parts]) => [name, `${parts.join('\n\n')}\n`]));
}

export function report(blocks) {
    const counts = new Map();
    for (const { language } of blocks) {
        counts.set(language, (counts.get(language) ?? 0) + 1);
    }
    return [...counts]
        .sort(([, a], [, b]) => b - a)
        .map(([language, count]) => `${language || 'plain'}: ${count}`)
        .join('\n');
}
