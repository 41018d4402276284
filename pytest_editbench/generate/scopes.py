"""Names by scope: what each scope of a file declares, and all that refers to it.

The roles of a dialect's queries that are read here, and their captures:

- `scope`: `function` and `block` hold names; so do `class`, whose names only its own statements see, and
  `module`, whose names other files see. `outside` is a part of a scope that is read in the one around it.
- `binding`: where a name is declared: `here`, in the `outer` scope around the one that the node opens, or
  `hoisted` to the nearest scope that is no block; `global` and `nonlocal` say that it is declared elsewhere.
  `both` is a value and a type. A `part` is declared where the pattern that holds it is.
- `name`: every `value` and `type`; `held` names cannot be respelled alone, `other` ones refer to nothing.
- `shared`: declared names that other files see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from typing import TYPE_CHECKING

from pytest_editbench.generate.source import span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pytest_editbench.edits import Span
    from pytest_editbench.generate.source import Parsed
    from pytest_editbench.languages import Node

_DECLARING = ("here", "outer", "hoisted", "global", "nonlocal")
_ELSEWHERE = ("global", "nonlocal")
_KINDS = ("function", "block", "class", "module", "outside")
_SEEN = ("class", "module")  # kinds of scopes whose names are reached from other places

_Key = tuple[bytes, bool]  # a name, and whether it is that of a type


@dataclass(frozen=True, slots=True)
class Binding:
    """A name of a value that a scope declares, and all that refers to it in its file."""

    name: str
    spans: tuple[Span, ...]  # all occurrences in the order of the source, declarations among them
    held: frozenset[Span]  # those of them that cannot be respelled alone, such as `{ name }`
    local: bool  # whether nothing beyond this file sees the name


@dataclass(slots=True, eq=False)
class _Bound:
    name: bytes
    value: bool
    local: bool
    nodes: list[Node] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Scope:
    kind: str
    around: _Scope | None = None
    names: dict[_Key, _Bound] = field(default_factory=dict)
    elsewhere: set[_Key] = field(default_factory=set)  # names that it assigns but does not declare

    def find(self, key: _Key) -> _Bound | None:
        """What a name means here."""
        scope: _Scope | None = self
        while scope:
            if key in scope.names and (scope is self or scope.kind != "class"):
                return scope.names[key]
            scope = scope.around
        return None

    def declare(self, key: _Key) -> _Bound:
        """The binding of a name in this scope itself."""
        return self.names.setdefault(key, _Bound(key[0], not key[1], self.kind not in _SEEN))


@dataclass(frozen=True, slots=True)
class _Name:
    node: Node
    key: _Key
    scope: _Scope  # the innermost that holds it


def bindings(parsed: Parsed) -> list[Binding]:
    """The bindings of values in a file, in the order in which they first occur."""
    held = _ids(parsed.nodes("name", "held"))
    found = (_binding(bound, held) for bound in _resolved(parsed) if bound.value)
    return sorted(found, key=lambda binding: binding.spans[0])


def names(parsed: Parsed) -> list[Node]:
    """Every name of a value or a type in a file that refers to something, in the order of the source."""
    nodes = [*parsed.nodes("name", "value"), *parsed.nodes("name", "type")]
    other = _ids(parsed.nodes("name", "other"))
    return sorted((node for node in nodes if node.id not in other), key=attrgetter("start_byte"))


def _binding(bound: _Bound, held: set[int]) -> Binding:
    return Binding(
        bound.name.decode(errors="replace"),
        tuple(span(node) for node in bound.nodes),
        frozenset(span(node) for node in bound.nodes if node.id in held),
        bound.local,
    )


def _resolved(parsed: Parsed) -> list[_Bound]:
    """The bindings with the names that resolve to them."""
    placed = _placed(parsed)
    declared = _declare(parsed, placed)
    shared = _declared(parsed, "shared", ("shared",))
    found: dict[int, _Bound] = {}
    for name in placed:
        if bound := declared.get(name.node.id) or name.scope.find(name.key):
            bound.nodes.append(name.node)
            bound.local &= name.node.id not in shared
            found[id(bound)] = bound
    return list(found.values())


def _placed(parsed: Parsed) -> list[_Name]:
    """The names of a file with the scope that each stands in."""
    types = _ids(parsed.nodes("name", "type"))
    regions = _regions(parsed)
    open_scopes: list[tuple[int, _Scope]] = []
    found, at = [], 0
    for node in names(parsed):
        start = node.start_byte
        while at < len(regions) and regions[at][0].start_byte <= start:
            _enter(open_scopes, *regions[at])
            at += 1
        _leave(open_scopes, start)
        if open_scopes:  # always, in a file that parses
            found.append(_Name(node, (parsed.text(node), node.id in types), open_scopes[-1][1]))
    return found


def _enter(open_scopes: list[tuple[int, _Scope]], node: Node, kind: str) -> None:
    _leave(open_scopes, node.start_byte)
    around = open_scopes[-1][1] if open_scopes else None
    scope = around.around if around and kind == "outside" else None
    open_scopes.append((node.end_byte, scope or _Scope(kind, around)))


def _leave(open_scopes: list[tuple[int, _Scope]], offset: int) -> None:
    while open_scopes and open_scopes[-1][0] <= offset:
        open_scopes.pop()


def _regions(parsed: Parsed) -> list[tuple[Node, str]]:
    """The nodes that open a scope, or are read outside of the one they stand in; outer ones first."""
    found = [(node, kind) for kind in _KINDS for node in parsed.nodes("scope", kind)]
    return sorted(found, key=_depth)


def _depth(region: tuple[Node, str]) -> tuple[int, int, bool, bool]:
    # Of regions with the same bytes the whole file is outermost, then what is read outside.
    node, kind = region
    return node.start_byte, -node.end_byte, node.parent is not None, kind != "outside"


def _declare(parsed: Parsed, placed: Sequence[_Name]) -> dict[int, _Bound]:
    """Enter every declared name into its scope; the bindings by the nodes that declare them."""
    declared = _declared(parsed, "binding", _DECLARING)
    both = _ids(parsed.nodes("binding", "both"))
    declaring = [(name, declared[name.node.id]) for name in placed if name.node.id in declared]
    for name, how in declaring:
        if how in _ELSEWHERE:
            name.scope.elsewhere.add(name.key)
    found: dict[int, _Bound] = {}
    for name, how in declaring:
        scope = _home(name.scope, how)
        if how == "global":
            scope.names[name.key] = _outermost(scope).declare(name.key)
        elif name.key not in scope.elsewhere:
            bound = found[name.node.id] = scope.declare(name.key)
            if name.node.id in both:
                bound.value = True
                scope.names[name.key[0], False] = scope.names[name.key[0], True] = bound
    return found


def _home(scope: _Scope, how: str) -> _Scope:
    """The scope that a declaration enters its name into."""
    if how == "outer":
        return scope.around or scope
    while how == "hoisted" and scope.kind == "block" and scope.around:
        scope = scope.around
    return scope


def _outermost(scope: _Scope) -> _Scope:
    while scope.around:
        scope = scope.around
    return scope


def _declared(parsed: Parsed, role: str, captures: Iterable[str]) -> Mapping[int, str]:
    """For each node that is declared, as a whole or as part of a pattern, the capture that declares it."""
    found = {node.id: capture for capture in captures for node in parsed.nodes(role, capture)}
    for node in sorted(parsed.nodes("binding", "part"), key=_widest):
        holder = node.parent
        if holder and holder.id in found:
            found.setdefault(node.id, found[holder.id])
    return found


def _widest(node: Node) -> tuple[int, int]:
    return node.start_byte, -node.end_byte


def _ids(nodes: Iterable[Node]) -> set[int]:
    return {node.id for node in nodes}
