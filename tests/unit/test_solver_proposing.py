from __future__ import annotations

import json
from pathlib import PurePosixPath

import pytest

from pytest_editbench.agents.solver.errors import NotUnderstood
from pytest_editbench.agents.solver.proposing import propose
from pytest_editbench.cases.commits import prompt
from pytest_editbench.commits import answers
from pytest_editbench.commits.subject import Demands
from pytest_editbench.model import File


def patch(*paths: str, status: str = "") -> str:
    return "".join(
        f"diff --git a/{path} b/{path}\n{status}--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-a\n+b\n"
        for path in paths
    )


def proposed(change: str, note: str = "", demands: Demands | None = None) -> dict[str, object]:
    told = prompt.render(change, demands or Demands(), note)
    return dict(json.loads(propose(told, {PurePosixPath("change.patch"): File(change.encode())})))


@pytest.mark.parametrize(
    ("path", "note", "kind"),
    [
        ("README.md", "It was wrong.", "docs"),
        ("tests/a.py", "", "test"),
        (".github/workflows/a.yml", "", "ci"),
        ("Makefile", "", "build"),
        ("a.py", "The page crashed.", "fix"),
        ("a.py", "Users can now choose.", "feat"),
        ("a.py", "It took ten seconds.", "perf"),
        ("a.py", "It behaves as before.", "refactor"),
        ("a.py", "The change is taken back.", "revert"),
        ("a.py", "", "refactor"),
    ],
)
def test_roles_and_reason_tell_the_type(path: str, note: str, kind: str) -> None:
    assert proposed(patch(path), note)["type"] == kind


def test_what_the_prompt_demands_is_said() -> None:
    found = proposed(patch("api/a.py", "api/b.py"), "See #7.", Demands(words=("limit",), files=("api/b.py",)))

    assert found["details"] == ["This touches api/b.py.", "It is about limit."]
    assert (found["scope"], found["issues"]) == ("api", ["#7"])
    assert found["summary"] == "changed a.py and 1 more"


def test_its_answer_is_a_proposal() -> None:
    assert answers.read(json.dumps(proposed(patch("a.py")))).type == "refactor"


@pytest.mark.parametrize(
    "tree", [{}, {PurePosixPath("change.patch"): File(b"")}, {PurePosixPath("change.patch"): File(b"?")}]
)
def test_without_a_patch_it_says_that_it_does_not_understand(tree: dict[PurePosixPath, File]) -> None:
    with pytest.raises(NotUnderstood):
        propose("Propose.", tree)
