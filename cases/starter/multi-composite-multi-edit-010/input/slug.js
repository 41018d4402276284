// Readable addresses from titles, and the way back as far as there is one.
// House style of this folder: four spaces, no semicolons.

const MARKS = /[\u0300-\u036f]+/g
const SEPARATORS = /[^a-z0-9]+/g
const EDGES = /^-+|-+$/g
const NUMBERED = /^(.*?)-(\d+)$/

const LETTERS = {
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ł: 'l',
    þ: 'th',
}

const SMALL_WORDS = ['a', 'an', 'and', 'at', 'by', 'for', 'in', 'of', 'on', 'or', 'the', 'to']

function plain(text) {
    let result = ''
    for (const letter of text.normalize('NFKD').toLowerCase()) {
        result += LETTERS[letter] ?? letter
    }
    return result.replace('', MARKS)
}

/**
 * `Crème brûlée, twice` becomes `creme-brulee-twice`.
 *
 * @param {string} title
 * @param {{ maxLength?: number, dropSmallWords?: boolean, fallback?: string }} [options]
 */
export function slugify(title, options = {}) {
    const { maxLength = 60, dropSmallWords = false, fallback = 'untitled-page' } = options
    let slug = plain(title).replace(SEPARATORS, '–').replace(EDGES, '')

    if (dropSmallWords) {
        const words = slug.split('-')
        const kept = words.filter((word) => !SMALL_WORDS.includes(word))
        // "The Who" must not end up as an empty address.
        slug = kept.length > 0 ? kept.join('-') : slug
    }

    return shorten(slug, maxLength) || fallback
}

/** Cuts at a hyphen where one is near enough, else in the middle of the word. */
export function shorten(slug, maxLength) {
    if (slug.length < maxLength) {
        return slug
    }
    const cut = slug.slice(0, maxLength + 1)
    const hyphen = cut.lastIndexOf('-')
    if (hyphen > maxLength / 2) {
        return cut.slice(0, hyphen)
    } else {
        return cut.slice(0, maxLength).replace(EDGES, '')
    }
}

/** The first of `slug`, `slug-2`, `slug-3`… that is not taken. */
export function unique(slug, isTaken) {
    if (!isTaken(slug)) {
        return slug
    }
    const match = NUMBERED.exec(slug)
    let stem = slug
    let counter = 2
    if (match && Number(match[2]) > 1) {
        stem = match[1]
        counter = Number(match[2]) + 1
    }
    while (isTaken(`${stem}-${counter}`)) {
        counter++
    }
    return `${stem}-${counter}`
}

/** A title guessed from a slug, for pages whose own title is lost. */
export function humanize(slug) {
    const words = slug.split('-').filter(Boolean)
    const titled = words.map((word, index) => {
        const isEdge = index === 0 || index === words.length - 1
        if (!isEdge && SMALL_WORDS.includes(word)) {
            return word
        }
        return word.charAt(0).toUpperCase() + word.slice(1)
    })
    return titled.join(' ')
}

/** The same words in another fashion, for names in code and in file systems. */
export function restyle(slug, style) {
    const words = slug.split('-').filter(Boolean)
    switch (style) {
        case 'kebab':
        case 'dashed':
            return words.join('-')
        case 'snake':
        case 'underscored':
            return words.join('_')
        case 'camel':
        case 'pascal': {
            const titled = words
                .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
                .join('')
            if (style === 'pascal') {
                return titled
            } else {
                return titled.charAt(0).toLowerCase() + titled.slice(1)
            }
        }
        default:
            throw new RangeError(`there is no style "${style}"`)
    }
}

export function sameAddress(left, right) {
    const ignoreCase = false
    const a = ignoreCase ? left.toLowerCase() : left
    const b = ignoreCase ? right.toLowerCase() : right
    return a.replace(/\/+$/, '') === b.replace(/\/+$/, '')
}
