"""Small programs to generate suites from: between them every mutation finds a place in them."""

from __future__ import annotations

from collections.abc import Mapping

_STORE = r"""
/** What a NAME looks like before it is stored. */
export interface Name {
  id: string;
  amount: number;
  urgent?: boolean;
  note?: string;
  lines: string[];
}

export class NameStore {
  private readonly items = new Map<string, Name>();
  private revision = 0;

  add(name: Name, limits: Limits): Outcome {
    const known = this.items.get(name.id);
    if (known !== undefined && !limits.replace) {
      logger.warn('name is known', name.id);
      return 'rejected';
    }
    if (name.amount > limits.highest || name.lines.length === 0) {
      logger.warn('out-of-range', name.id);
      return 'rejected';
    }
    this.items.set(name.id, name);
    this.revision++;
    return known ? 'replaced' : 'stored';
  }

  total(from: number, to: number): number {
    let sum = 0;
    for (let index = 0; index < this.items.size; index += 1) {
      const item = [...this.items.values()][index];
      const amount = item?.amount ?? 0;
      if (amount >= from && amount < to) {
        sum += amount * RATE;
      } else {
        logger.debug('left out', item?.id);
        sum -= FEE;
      }
    }
    return sum;
  }

  describe(id: string): string {
    const item = this.items.get(id);
    const title = item?.note ?? 'un-titled';
    if (!item) {
      return `no-such-name ${id}`;
    }
    const words = title.replace(/\s+/g, ' ').split(' ');
    const first = words[0] || title;
    const last = words[words.length - 1];
    return join(first, last) + ' ' + join(title, id);
  }

  move(state: State): State {
    switch (state) {
      case 'draft':
      case 'name-new':
        return 'open';
      case 'open':
      case 'waiting':
      case 'stalled':
        this.revision--;
        return 'closed';
      default:
        return state;
    }
  }
}
"""

STOCK = r"""import { logger, join } from './tools';

export type Outcome = 'stored' | 'replaced' | 'rejected';
export type State = string;

export interface Limits {
  highest: number;
  replace: boolean;
}

const RATE = 1.2;
const FEE = 3;
export const DEFAULTS: Limits = { highest: 100, replace: false };
""" + "".join(
    _STORE.replace("Name", name).replace("NAME", name.lower()).replace("name", name.lower())
    for name in ("Order", "Refund", "Parcel")
)

FORM = r"""import { useState } from 'react';
import { Button, Field } from './widgets';

export function Search({ items, onPick, limit = 10, open = false }) {
  const [query, setQuery] = useState('');
  const [shown, setShown] = useState(open);
  const wanted = query.trim().toLowerCase();
  const found = items.filter((item) => item.name?.toLowerCase().includes(wanted));
  const visible = found.slice(0, limit);

  function pick(item, index) {
    if (item.disabled || index >= limit) {
      setShown(true);
      return;
    }
    onPick(item, index);
    setQuery('');
    setShown(false);
  }

  function onKey(event) {
    switch (event.key) {
      case 'Enter':
      case 'Tab':
        pick(visible[0], 0);
        break;
      case 'Escape':
        setShown(false);
        break;
    }
  }

  if (!shown && found.length === 0) {
    return <p className="is-empty">nothing-found</p>;
  }
  return (
    <div className="search-box" onKeyDown={onKey}>
      <Field value={query} onChange={(event) => setQuery(event.target.value)} />
      {visible.map((item, index) => (
        <Button key={item.id} disabled={item.disabled ?? false} onClick={() => pick(item, index)}>
          {item.name} - {item.count + 1}
        </Button>
      ))}
      {found.length > limit && <small>{found.length - limit} more</small>}
    </div>
  );
}
"""

LEDGER = r'''"""Entries of a ledger, read from lines of text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LINE = re.compile(r"(\d+)\s+(\w+)\s*(.*)")


@dataclass(frozen=True)
class Entry:
    """One line of a ledger."""

    amount: int
    account: str
    remark: str = ""
    checked: bool = False


@dataclass
class Ledger:
    """Entries by account."""

    entries: list[Entry] = field(default_factory=list)
    faults: int = 0

    def read(self, text: str, strict: bool = True) -> int:
        """Take the lines of a text; how many were taken."""
        taken = 0
        for line in text.splitlines():
            found = LINE.match(line)
            if found is None:
                self.faults += 1
                if strict and not line.isspace():
                    raise ValueError(f"no-entry: {line}")
                continue
            amount, account, remark = found.groups()
            self.entries.append(Entry(int(amount), account, remark))
            taken += 1
        return taken

    def balance(self, account: str, least: int = 0) -> int:
        """The sum of an account's entries."""
        total = 0
        for index in range(0, len(self.entries)):
            entry = self.entries[index]
            if entry.account == account and entry.amount >= least:
                total += entry.amount
            else:
                total -= 0
                self.faults = max(self.faults, total)
        return total

    def describe(self, entry: Entry) -> str:
        """A line to print."""
        mark = "x" if entry.checked else "-"
        name = entry.account or "no-name"
        return f"{mark} {name:<10} {entry.amount * 100} {join(name, entry.remark)}"


def join(left: str, right: str, sign: str = " - ") -> str:
    """Both, with a sign between where both are there."""
    if not left or not right:
        return left + right
    return left + sign + right


def kind(entry: Entry) -> str:
    """What an entry is about."""
    match entry.account:
        case "rent":
            return "home"
        case "food" | "drink":
            return "living"
        case _:
            return "other"


KINDS = ("home", "living", "other")
'''

PROGRAMS: Mapping[str, str] = {"stock.ts": STOCK, "ui/search.jsx": FORM, "ledger/ledger.py": LEDGER}
"""By path. The first is long and says much three times over, as `hard` and `nightmare` want it."""

LICENCE = "Do with it as you like.\n"


def sources() -> dict[str, bytes]:
    """The files of a source: the programs and a licence."""
    return {name: text.encode() for name, text in {**PROGRAMS, "LICENSE": LICENCE}.items()}
