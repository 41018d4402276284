"""Networks and addresses (IPv4) for the allow-lists of the gateway."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

DOTTED = re.compile(r"^(\d+)\.(\d+)\.(\d+)\.(\d+)$")
COMMENT = re.compile(r"\s*#.*$")


def read_rules(text: str, strict: bool = True) -> list[Network]:
    """Networks, one a line, as `allow 10.0.0.0/8`, `deny 10.1.2.3` or `10.1.0.0 - 10.1.255.255`."""
    rules: list[Network] = []
    for number, line in enumerate(text.splitlines(), start=1):
        content = COMMENT.sub("", line).strip()
        if not content:
            continue
        verb, _, rest = content.partition(" ")
        if verb in ("allow", "deny"):
            allowed = verb == "allow"
        else:
            allowed = True
            rest = content
        try:
            if "-" in rest:
                start, _, stop = rest.partition("-")
                first, last = parse(start.strip()), parse(stop.strip())
                if last < first:
                    raise ValueError("the range ends before it begins")
                rules.extend(cover(first, last, allowed))
            else:
                address, _, length = rest.partition("/")
                prefix = int(length) if length else 32
                if not 0 <= prefix <= 32:
                    raise ValueError(f"a prefix of {prefix} bits is not possible")
                first = parse(address)
                if strict and first % (1 << (32 - prefix)) != 0:
                    raise ValueError(f"{rest} has bits set behind its prefix")
                rules.append(Network(first & mask(prefix), prefix, allowed))
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None
    return rules


@dataclass(frozen=True, order=True)
class Network:
    first: int
    prefix: int
    allowed: bool = True

    @property
    def last(self) -> int:
        return self.first + (1 << (32 - self.prefix)) - 1

    def __contains__(self, address: int) -> bool:
        return self.first <= address <= self.last

    def __str__(self) -> str:
        return f"{dotted(self.first)}/{self.prefix}"


def parse(text: str) -> int:
    match = DOTTED.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not an address")
    address = 0
    for part in match.groups():
        if int(part) > 255 or (len(part) > 1 and part[0] == "0"):
            raise ValueError(f"{part} cannot stand in an address")
        address = address * 256 + int(part)
    return address


def dotted(address: int) -> str:
    return ".".join(str(address >> shift & 255) for shift in (24, 16, 8, 0))


def mask(prefix: int) -> int:
    return (0xFFFFFFFF << (32 - prefix)) & 0xFFFFFFFF


def cover(first: int, last: int, allowed: bool) -> Iterator[Network]:
    """The fewest networks that hold a range: as large as they fit, from the left."""
    while first <= last:
        prefix = 32
        while prefix > 0:
            wider = Network(first & mask(prefix - 1), prefix - 1, allowed)
            if wider.first != first or wider.last > last:
                break
            prefix -= 1
        network = Network(first, prefix, allowed)
        yield network
        first = network.last + 1


def merge(networks: Iterable[Network]) -> list[Network]:
    """Neighbours of the same kind put together, and what lies within another left out."""
    merged: list[Network] = []
    for network in sorted(networks):
        if merged and network.first in merged[-1]:
            left, right = merged[-1], network
            same_kind = left.allowed == right.allowed
            if same_kind:
                continue
        merged.append(network)
        while len(merged) > 1:
            left, right = merged[-2], merged[-1]
            same_kind = left.allowed == right.allowed
            if not same_kind or left.prefix != right.prefix or left.last + 1 != right.first:
                break
            if left.first & mask(left.prefix - 1) != left.first:
                break
            merged[-2:] = [Network(left.first, left.prefix - 1, left.allowed)]
    return merged


def is_allowed(address: str, rules: Iterable[Network], default: bool = False) -> bool:
    """The most exact rule decides; among equals, a denial."""
    wanted = parse(address)
    best: Network | None = None
    for rule in rules:
        if wanted not in rule:
            continue
        if best is None:
            best = rule
        else:
            stricter = rule.prefix == best.prefix and not rule.allowed
            best = rule if stricter or rule.prefix > best.prefix else best
    return default if best is None else best.allowed
