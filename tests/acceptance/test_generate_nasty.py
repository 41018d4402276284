"""Sources as they should not be: their cases hold all the same, and keep what is odd about them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from programs import FORM, LEDGER, STOCK
from sourcing import lay
from suites import Suite, generate

DECORATED = r"""import { Component, Input, Inject, memoize } from './framework';

@Component({ selector: 'price-list', standalone: true })
export class PriceList<Item extends { price: number; name?: string }, Key = keyof Item> {
  @Input() items: readonly Item[] = [];
  @Input({ required: false }) limit = 10;
  private readonly seen = new Map<Key, Set<Item>>();

  constructor(@Inject('clock') private readonly clock: () => number) {}

  @memoize<number>({ size: 1 })
  total<T extends Item>(extra: readonly T[] = [], factor?: number): number {
    let sum = 0;
    for (const item of [...this.items, ...extra]) {
      if (item.price > 0 && item.price < this.limit) {
        sum += item.price * (factor ?? 1);
      } else if (!item.name?.length) {
        sum -= 1;
      }
    }
    return sum;
  }

  pick<const K extends Key>(key: K, test: (item: Item) => item is Item & { name: string }): Item | undefined {
    const found = this.seen.get(key as Key) ?? new Set<Item>();
    const named = [...found].filter(test).map<string>((item) => item.name);
    const first = named[0] as unknown as Item;
    const second = named[1]! as unknown as Item;
    return this.clock() % 2 === 0 ? first : second;
  }

  async *walk(): AsyncGenerator<[Key, Item], void, boolean> {
    for (const [key, items] of this.seen) {
      for (const item of items) {
        const stop = yield [key, item];
        if (stop === true) return;
      }
    }
  }
}
"""

ODD = r"""// Text that looks like what a prompt is made of, and line ends that are none: ¶
export const FENCE = '```typescript';
export const NOTE = `
Replace this block:

\`\`\`ts
const a = 1;
\`\`\`

with this:
`;

export function quote(text: string, ticks = 1): string {
  const mark = '`'.repeat(ticks);·
  if (text.includes(mark) && ticks < 9) {
    return quote(text, ticks + 1);·
  }
  const odd = 'a¶b-c';
  return `${mark}${text}${mark}` + odd;
}

export function fenced(lines: string[], quiet: boolean): string {
  if (lines.length === 0 || quiet === true) {

    return FENCE + '\n' + '```';
  }
  const body = lines.join('\n') || odd('`'); /* ¶ */
  switch (body) {
    case '`':
    case '``':
    case FENCE:
      return quote(body, lines.length - 1);
    default:
      return `${FENCE}\n${body}\n\`\`\``;
  }
}

function odd(sign: string): string {
  const first = sign + '-';
  const second = sign + '--';
  return first > second ? first : second;
}
""".replace("¶", "\u2028\x0c\x85").replace("·", " \t ")

LONG = "".join(
    f"export const f{at}=(a,b)=>a&&b<{at}?f{at}(b,a)+1:/x{at}+/.test('a-b');\n" for at in range(800)
)


def tabbed(text: str) -> str:
    return re.sub("(?m)^(  )+", lambda blanks: "\t" * (len(blanks[0]) // 2), text)


def crlf(text: str) -> str:
    return text.replace("\n", "\r\n")


FILES: Mapping[str, tuple[str, str, Callable[[bytes], bool]]] = {
    "CRLF": ("stock.ts", crlf(STOCK), lambda data: data.count(b"\n") == data.count(b"\r\n")),
    "CRLF-python": ("ledger.py", crlf(LEDGER), lambda data: data.count(b"\n") == data.count(b"\r\n")),
    "tabs": ("search.jsx", tabbed(FORM), lambda data: b"\n " not in data),
    "no-final-newline": ("stock.ts", STOCK.rstrip(), lambda data: not data.endswith(b"\n")),
    "byte-order-mark": ("stock.ts", "\ufeff" + STOCK, lambda data: data.startswith(b"\xef\xbb\xbf")),
    "byte-order-mark-python": ("ledger.py", "\ufeff" + LEDGER, lambda data: data.startswith(b"\xef\xbb\xbf")),
    "other-letters": (
        "größe.ts",
        STOCK.replace("amount", "größe").replace("index", "指数").replace("un-titled", "un-títled-𝒳"),
        lambda data: "größe".encode() in data,
    ),
    "other-letters-python": (
        "größe.py",
        LEDGER.replace("amount", "größe").replace("entry", "запись").replace("no-entry", "né-ant"),
        lambda data: "größe".encode() in data,
    ),
    "decorators-and-generics": ("list.ts", DECORATED, lambda data: b"@memoize<number>" in data),
    "odd-text": ("odd.ts", ODD, lambda data: data.count("\u2028\x0c\x85".encode()) == 3),
    "800-long-lines": ("long.js", LONG, lambda data: data.count(b"\n") == 800),
}


@pytest.mark.parametrize("kind", FILES)
def test_cases_of_a_nasty_file_have_no_fault_and_keep_its_oddness(kind: str, tmp_path: Path) -> None:
    name, text, kept = FILES[kind]
    lay(tmp_path / "source", {name: text.encode()})
    assert (
        generate(tmp_path / "source", "-o", tmp_path / "suite", "--count", 12 if len(text) < 20_000 else 6)
        == 0
    )
    suite = Suite(tmp_path / "suite")
    assert len(suite.ids) >= 4
    assert suite.faults() == []
    for told, before, after in suite.trees():
        assert after == text.encode()
        assert kept(before), told
        old, new = Counter(before.split(b"\n")), Counter(after.split(b"\n"))
        assert max((old - new).total(), (new - old).total()) <= told["changed_lines"]


def test_files_that_cannot_serve_are_passed_over_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "good.ts": STOCK.encode(),
        "broken.ts": STOCK.replace("switch (", "switch ((", 1).encode(),
        "broken.py": LEDGER.replace("def kind(", "def kind", 1).encode(),
        "empty.ts": b"",
        "image.ts": b"\x89PNG\r\n\x1a\n\0\0" * 40,
        "latin.py": LEDGER.replace("home", "größe").encode("latin-1"),
        "null.js": FORM.replace("nothing", "no\0thing").encode(),
        "minified.js": b"a=1;" * 200 + b"\n" * 40,
        "values.ts": b"const a = [1, 2];\n" * 40,
        "deep.js": b"export const f = " + b"(\n" * 390 + b"1" + b"\n)" * 390 + b";\n",
        "copy.ts": STOCK.encode(),
        "notes.md": b"# Notes\n" * 40,
    }
    lay(tmp_path / "source", files)

    assert generate(tmp_path / "source", "-o", tmp_path / "suite", "--count", 3) == 0

    manifest = Suite(tmp_path / "suite").manifest
    (source,) = manifest["sources"]
    assert source["skipped"] == {
        "minified": 1,
        "not UTF-8 text": 3,
        "the same as another": 1,
        "under 30 lines": 1,
    }
    passed_over = manifest["passed_over"]
    assert passed_over.pop("does not parse") == 2
    assert passed_over.pop("no function, class or export") == 1
    assert passed_over in ({}, {"nested too deep": 1})
    line = capsys.readouterr().out.splitlines()[1]
    assert line.endswith("not UTF-8 text 3, the same as another 1, under 30 lines 1")
    used = {told["file_path"] for told in Suite(tmp_path / "suite").metadata.values()}
    assert used <= {"copy.ts", "deep.js"}
