"""Rules on a proposal's type and scope, and on whether the files of the change agree."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from pytest_editbench import roles
from pytest_editbench.commits.proposal import TYPES
from pytest_editbench.commits.quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_editbench.commits.subject import Subject

DEMANDED: Mapping[str, tuple[str, ...]] = {
    "docs": (roles.DOCUMENTATION,),
    "test": (roles.TEST,),
    "ci": (roles.CI,),
    "build": (roles.BUILD, roles.MANIFEST),
}
"""The roles of which a change of this type must have a file."""

_SCOPE = re.compile(r"[a-z0-9][a-z0-9_-]*(?:/[a-z0-9][a-z0-9_-]*)?")
_FAST = re.compile(
    r"\b(?:perf\w*|fast\w*|slow\w*|speed\w*|sped|optimi[sz]\w*|latenc\w+|throughput|memory|cach\w+|benchmark\w*"
    r"|alloc\w+|quadratic|linear|milliseconds?|ms|quick\w*)\b",
    re.IGNORECASE,
)
_BENCHMARK = re.compile(r"bench|perf", re.IGNORECASE)
_CODE = ("implementation", "script", "source file")


def type_known(subject: Subject) -> Iterator[str]:
    """The type is one of the table, written as there."""
    if subject.proposal.type not in TYPES:
        yield f"{quoted(subject.proposal.type)} is no type; use one of {', '.join(TYPES)}"


def scope_form(subject: Subject) -> Iterator[str]:
    """A scope is short and in lower case: one or two words with a slash between."""
    scope = subject.proposal.scope
    if scope is not None and not _SCOPE.fullmatch(scope):
        yield (
            f'{quoted(scope)} is no scope; use one or two words of a-z, 0-9, "-" and "_", with a slash '
            "between, or leave it out"
        )


def has_file(kind: str, subject: Subject) -> Iterator[str]:
    """A change of this type has such a file."""
    if subject.proposal.type == kind and not subject.has(*DEMANDED[kind]):
        wanted = " or ".join(DEMANDED[kind])
        yield f'the type is "{kind}", but no {wanted} is changed; choose the type by what is changed'


has_docs, has_test, has_ci, has_build = (partial(has_file, kind) for kind in DEMANDED)


def refactor_new_files(subject: Subject) -> Iterator[str]:
    """Code that is new is seldom the old one written otherwise."""
    new = [
        file.path
        for file in subject.files or ()
        if file.status == "added" and roles.of(file.path).name in _CODE
    ]
    if subject.proposal.type == "refactor" and new:
        yield f'the type is "refactor", but {new[0]} is new; is it "feat"?'


def perf_evidence(subject: Subject) -> Iterator[str]:
    """A gain in speed is measured, or at least named."""
    told = any(_FAST.search(text) for text in subject.texts)
    measured = any(_BENCHMARK.search(str(path)) for path in subject.paths)
    if subject.proposal.type == "perf" and not (told or measured):
        yield 'the type is "perf", but nothing tells what got faster or smaller, and no benchmark is changed'
