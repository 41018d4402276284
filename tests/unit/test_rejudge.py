"""Stored changes are judged anew, and what cannot be is carried over and counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest
from harness import CaseTree

from pytest_editbench import changes, records
from pytest_editbench.agents.lookup import resolve
from pytest_editbench.cases import directory
from pytest_editbench.cli import main
from pytest_editbench.compare import opinion
from pytest_editbench.model import AgentResult, Attempt, Case, File, MatchLevel, Outcome, Trial
from pytest_editbench.runner import Settings, planned
from pytest_editbench.runner.judging import against
from pytest_editbench.runs import rejudge, rejudging, verdicts
from pytest_editbench.runs.rejudge import Rejudged

SETTINGS = Settings(scratch=Path(), marker="")
EXACT = replace(SETTINGS, match=MatchLevel.EXACT)
WRONG, LOOSE, RIGHT, SAME = "let limit = 2;\n", "const limit=2\n", "const limit = 2;\n", "const limit = 1;\n"


class Bench:
    """A case, and trials on it."""

    def __init__(self, root: Path) -> None:
        self.case = directory.open_case(CaseTree("one").write(root), "one")
        self.patches: dict[str, bytes] = {}

    def trial(self, *texts: str, settings: Settings = SETTINGS) -> Trial:
        """A trial whose attempts left these texts."""
        contents = directory.read(self.case)
        agent = resolve("noop", registered={}, directory=Path())
        trial = planned(self.case, contents, agent, 1, settings, "cases/one/prompt.md::one")
        attempts = []
        for number, text in enumerate(texts, start=1):
            actual = {PurePosixPath("app.js"): File(text.encode())}
            change = changes.write(contents.input, actual, 1 << 20)
            self.patches[change.digest] = change.patch
            attempt = Attempt(number, Outcome.PASSED, 1.0, AgentResult(exit_code=0), change=change.digest)
            attempts.append(against(attempt, contents, actual, settings, trial.match))
        done = replace(
            trial, attempts=tuple(attempts), outcome=attempts[-1].outcome, message="as told before"
        )
        return records.from_data(records.loads(records.dumps(records.to_data(done))))

    def judged(self, trial: Trial, settings: Settings = SETTINGS, case: Case | None = None) -> Rejudged:
        """The trial judged anew, by the case as it is on disk now."""
        case = case or directory.open_case(self.case.path, "one")
        return rejudge.rejudge(trial, case, directory.read(case), self.patches.get, settings)

    def write(self, place: str, text: str) -> None:
        """Change the case."""
        (self.case.path / place).write_text(text)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.mark.parametrize("text", [WRONG, LOOSE, RIGHT, SAME])
@pytest.mark.parametrize("settings", [SETTINGS, EXACT], ids=["format", "exact"])
def test_the_same_settings_change_nothing(bench: Bench, text: str, settings: Settings) -> None:
    trial = bench.trial(text, settings=settings)

    assert bench.judged(trial, settings) == Rejudged(trial, trial)


def test_a_stricter_level_fails_what_was_near(bench: Bench) -> None:
    found = bench.judged(bench.trial(LOOSE), EXACT)

    assert (found.before.outcome, found.after.outcome) == (Outcome.PASSED, Outcome.MISMATCH)
    assert found.after.match is MatchLevel.EXACT
    assert "+const limit=2" in found.after.diff
    assert found.after.message.startswith("mismatch: ")
    assert found.after.last is not None
    assert found.after.last.comparison is not None
    assert found.after.last.comparison.diagnosis is not None


def test_a_looser_level_passes_what_was_near(bench: Bench) -> None:
    found = bench.judged(bench.trial(LOOSE, settings=EXACT))

    assert found.after.outcome is Outcome.PASSED
    assert (found.after.message, found.after.diff) == ("", "")
    assert list(rejudge.reasons(found)) == ["match exact → format"]


def test_the_level_of_the_case_still_holds(bench: Bench) -> None:
    trial = bench.trial(LOOSE)
    bench.write("metadata.json", '{"match": "exact"}')

    assert bench.judged(trial).after.outcome is Outcome.MISMATCH


def test_a_mended_answer_counts(bench: Bench) -> None:
    trial = bench.trial(WRONG)
    bench.write("expected/app.js", WRONG)
    found = bench.judged(trial)

    assert found.after.outcome is Outcome.PASSED
    assert found.after.case_digest == directory.read(bench.case).digest != trial.case_digest
    assert list(rejudge.reasons(found)) == ["the case changed"]


@pytest.mark.parametrize(("place", "text"), [("prompt.md", "Do it."), ("input/app.js", "const limit = 0;\n")])
def test_another_task_is_not_judged_by_an_old_change(bench: Bench, place: str, text: str) -> None:
    trial = bench.trial(RIGHT)
    bench.write(place, text)

    assert bench.judged(trial) == Rejudged(trial, trial, "its prompt or input changed")


def test_an_older_record_is_judged_only_by_the_case_as_it_was(bench: Bench) -> None:
    trial = replace(bench.trial(RIGHT), task_digest=None)
    assert bench.judged(trial).carried_over == ""
    bench.write("expected/app.js", WRONG)

    assert bench.judged(trial).carried_over == "its case changed"


@pytest.mark.parametrize(
    "outcome",
    [outcome for outcome in Outcome if outcome not in (Outcome.PASSED, Outcome.MISMATCH, Outcome.UNCHANGED)],
)
def test_what_the_tree_does_not_decide_is_carried_over(bench: Bench, outcome: Outcome) -> None:
    trial = replace(bench.trial(RIGHT), outcome=outcome)

    assert bench.judged(trial) == Rejudged(trial, trial, outcome.value)


def test_a_timeout_holds_at_every_level_and_its_tree_is_told_anew(bench: Bench) -> None:
    [attempt] = bench.trial(LOOSE).attempts
    late = replace(attempt, outcome=Outcome.TIMEOUT)
    trial = replace(bench.trial(LOOSE), outcome=Outcome.TIMEOUT, attempts=(late,))
    found = bench.judged(trial, EXACT)

    assert found.carried_over == "timeout"
    assert (found.after.outcome, found.after.match) == (Outcome.TIMEOUT, MatchLevel.EXACT)
    assert found.after.attempts[0].outcome is Outcome.TIMEOUT
    assert found.after.attempts[0].comparison != late.comparison


def test_what_was_over_the_limit_stays_so_without_any_tree(bench: Bench) -> None:
    big = Attempt(1, Outcome.OVER_LIMIT, 1.0, AgentResult(), change_truncated=True)
    trial = replace(bench.trial(RIGHT), outcome=Outcome.OVER_LIMIT, attempts=(big,))
    found = bench.judged(trial, EXACT)

    assert found.after == replace(trial, match=MatchLevel.EXACT)


def test_a_truncated_change_is_carried_over(bench: Bench) -> None:
    trial = bench.trial(RIGHT)
    cut = replace(trial, attempts=(replace(trial.attempts[0], change_truncated=True),))

    assert bench.judged(cut).carried_over == "its change is not stored whole"


def test_a_change_that_is_gone_is_carried_over(bench: Bench) -> None:
    trial = bench.trial(RIGHT)
    bench.patches.clear()

    assert bench.judged(trial).carried_over == "its change is not stored whole"


def test_a_damaged_change_is_carried_over(bench: Bench) -> None:
    trial = bench.trial(RIGHT)
    bench.patches = {digest: patch[: len(patch) // 2] for digest, patch in bench.patches.items()}

    assert bench.judged(trial).carried_over.startswith("its change does not apply: ")


def test_a_case_that_is_gone_is_carried_over(bench: Bench) -> None:
    trial = bench.trial(RIGHT)

    found = rejudge.rejudge(trial, None, None, bench.patches.get, SETTINGS)
    assert found == Rejudged(trial, trial, "its case is not there")


def test_every_attempt_is_judged(bench: Bench) -> None:
    found = bench.judged(bench.trial(WRONG, LOOSE), EXACT)

    assert [attempt.outcome for attempt in found.after.attempts] == [Outcome.MISMATCH, Outcome.MISMATCH]


def test_a_trial_ends_with_the_attempt_that_passes_now(bench: Bench) -> None:
    found = bench.judged(bench.trial(LOOSE, WRONG, settings=EXACT))

    assert [attempt.outcome for attempt in found.after.attempts] == [Outcome.PASSED]
    assert found.after.outcome is Outcome.PASSED


def test_attempts_that_were_not_made_are_told(bench: Bench) -> None:
    three = replace(SETTINGS, attempts=3)
    found = bench.judged(bench.trial(WRONG, LOOSE, settings=three), EXACT)

    assert "1 more attempts were allowed, and not made" in list(rejudge.reasons(found))


def test_an_attempt_that_could_not_be_asked_stays(bench: Bench) -> None:
    trial = bench.trial(LOOSE)
    lost = Attempt(2, Outcome.AGENT_ERROR, 0.1, AgentResult(error="gone"))
    found = bench.judged(replace(trial, attempts=(*trial.attempts, lost)), EXACT)

    assert [attempt.outcome for attempt in found.after.attempts] == [Outcome.MISMATCH, Outcome.AGENT_ERROR]
    assert found.after.outcome is Outcome.MISMATCH


def test_another_comparator_is_named_as_the_reason(bench: Bench) -> None:
    trial = bench.trial(RIGHT)
    old = replace(trial, judged_by={**trial.judged_by, "comparator": "0"})

    assert list(rejudge.reasons(bench.judged(old))) == ["comparator 0 → 1"]


def test_a_trial_that_turned_is_told_in_one_line(bench: Bench) -> None:
    line = verdicts.line(bench.judged(bench.trial(LOOSE), EXACT))

    assert line.startswith("one, noop, trial 1: passed → mismatch; diagnosis – → ")
    assert "; match format → exact; mismatch: " in line
    assert "\n" not in line


def test_all_is_counted(bench: Bench) -> None:
    tally = verdicts.Tally()
    for text in (LOOSE, LOOSE, RIGHT):
        tally.add(bench.judged(bench.trial(text), EXACT))
    tally.add(bench.judged(replace(bench.trial(RIGHT), outcome=Outcome.TIMEOUT)))

    assert list(verdicts.lines(tally)) == [
        "4 trials: 2 with another outcome, 2 changed in all",
        "  passed → mismatch: 2",
        "1 not judged anew, but carried over as they were:",
        "  timeout: 1",
    ]


def choosing(formatters: tuple[str, ...], options: str | None) -> opinion.Chooser:
    """Nobody, whatever is asked for."""
    return opinion.nobody


def test_settings_are_those_of_the_record_unless_others_are_asked_for() -> None:
    header = {"options": {"match": "lines", "formatter": ["ruff"], "prettier_options": "{}"}}
    kept = rejudging.settings_for(header, rejudging.Asked(), choosing)
    other = rejudging.settings_for(header, rejudging.Asked(MatchLevel.EXACT, ("biome",), "{1}"), choosing)

    assert (kept.match, kept.formatters, kept.prettier_options) == (MatchLevel.LINES, ("ruff",), "{}")
    assert (other.match, other.formatters, other.prettier_options) == (MatchLevel.EXACT, ("biome",), "{1}")
    assert rejudging.settings_for({}, rejudging.Asked(), choosing).match is MatchLevel.FORMAT


def test_shards_that_are_judged_alike_stay_of_one_run() -> None:
    plans = [rejudge.plan_digest("plan", SETTINGS, {"one": "digest"}) for _ in range(2)]

    assert plans[0] == plans[1] is not None
    assert rejudge.plan_digest("plan", EXACT, {"one": "digest"}) != plans[0]
    assert rejudge.plan_digest("plan", SETTINGS, {"one": "other"}) != plans[0]
    assert rejudge.plan_digest(None, SETTINGS, {"one": "digest"}) is None


def stored_run(bench: Bench, tmp_path: Path) -> Path:
    """A record of two trials with its artefacts."""
    trials = [bench.trial(LOOSE), replace(bench.trial(RIGHT), number=2)]
    folder = tmp_path / "r.jsonl.artifacts" / "changes"
    folder.mkdir(parents=True)
    for digest, patch in bench.patches.items():
        (folder / f"{digest}.patch").write_bytes(patch)
    header = {"kind": "header", "schema": 2, "plan_digest": "plan", "options": {"match": "format"}}
    closing = {"kind": "closing", "finished": "then", "interrupted": False, "counts": {"passed": 2}}
    lines = [header, *map(records.to_data, trials), closing]
    records.save(tmp_path / "r.jsonl", map(records.dumps, lines))
    return tmp_path / "r.jsonl"


def test_a_record_judged_anew_is_whole_by_itself(bench: Bench, tmp_path: Path) -> None:
    record, target, heard = stored_run(bench, tmp_path), tmp_path / "new.jsonl", []
    rejudging.run(record, target, {"one": bench.case}, EXACT, heard.append)
    run = records.read(target)

    assert [found.turned for found in heard] == [True, False]
    assert [trial.outcome for trial in run.trials] == [Outcome.MISMATCH, Outcome.PASSED]
    assert run.header["options"] == {"match": "exact", "formatter": [], "prettier_options": None}
    assert run.closing is not None
    assert (run.closing["counts"], run.closing["finished"]) == ({"mismatch": 1, "passed": 1}, "then")
    again = tmp_path / "again.jsonl"
    rejudging.run(target, again, {"one": bench.case}, EXACT, lambda _: None)
    assert records.read(again).trials == run.trials


def test_a_record_without_its_artefacts_is_carried_over(bench: Bench, tmp_path: Path) -> None:
    record, heard = stored_run(bench, tmp_path), []
    (tmp_path / "r.jsonl.artifacts").rename(tmp_path / "elsewhere")
    rejudging.run(record, tmp_path / "new.jsonl", {"one": bench.case}, EXACT, heard.append)

    assert {found.carried_over for found in heard} == {"its change is not stored whole"}


def test_a_broken_case_is_carried_over(bench: Bench, tmp_path: Path) -> None:
    record, heard = stored_run(bench, tmp_path), []
    bench.write("prompt.md", "")
    rejudging.run(record, tmp_path / "new.jsonl", {"one": bench.case}, EXACT, heard.append)

    assert {found.carried_over for found in heard} == {"its case is not there"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["nix.jsonl", "one", "-o", "new.jsonl"],
        ["r.jsonl", "nix", "-o", "new.jsonl"],
        ["r.jsonl", "one", "-o", "r.jsonl"],
        ["r.jsonl", "one", "-o", "new.jsonl", "--formatter", "nix"],
    ],
)
def test_what_cannot_be_judged_is_refused_and_leaves_no_trace(
    bench: Bench,
    tmp_path: Path,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = stored_run(bench, tmp_path).read_bytes()
    monkeypatch.chdir(tmp_path)

    assert main(["rejudge", *arguments]) == 2
    assert capsys.readouterr().err.startswith("editbench: ")
    assert (tmp_path / "r.jsonl").read_bytes() == before
    assert not (tmp_path / "new.jsonl").exists()
