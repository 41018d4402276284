"""`editbench generate`: what the cases of a suite are, and that they are the same everywhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tarfile
from collections import Counter
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from programs import sources
from sourcing import lay, tgz
from suites import Suite, contents, digest, generate, generated

from pytest_editbench import __version__
from pytest_editbench.cases.vocabulary import DIFFICULTIES, MUTATIONS
from pytest_editbench.generate.difficulty import MINIMUM

FEW = ("--count", 8)
MANY = 60  # more than there is room for


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay(tmp_path_factory.mktemp("source") / "shop", sources())


@pytest.fixture(scope="module")
def suite(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """One case of each mutation at least."""
    path = tmp_path_factory.mktemp("all") / "suite"
    assert generate(source, "-o", path, "--count-scale", 0.1) == 0
    return Suite(path)


@pytest.fixture(scope="module")
def crowded(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """As many cases as the source can give."""
    path = tmp_path_factory.mktemp("crowded") / "suite"
    assert generate(source, "-o", path, "--count", MANY) == 0
    return Suite(path)


@pytest.fixture(scope="module")
def few(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Suite:
    path = tmp_path_factory.mktemp("few") / "suite"
    assert generate(source, "-o", path, *FEW) == 0
    return Suite(path)


def made(tmp_path: Path, *arguments: object) -> Suite:
    assert generate(*arguments, "-o", tmp_path / "made") == 0
    return Suite(tmp_path / "made")


class TestCases:
    def test_every_mutation_gives_its_cases(self, suite: Suite) -> None:
        assert set(suite.values("mutation_type")) == set(MUTATIONS)
        assert suite.manifest["plan"]["skipped"] == []

    def test_validate_and_lint_find_no_fault(self, suite: Suite, crowded: Suite) -> None:
        assert suite.faults() + crowded.faults() == []

    def test_the_oracle_and_the_solver_pass_all_and_noop_none(self, suite: Suite, run: Any) -> None:
        result = run(
            str(suite.path),
            "--editbench-agent=oracle",
            "--editbench-agent=noop",
            "--editbench-agent=solver",
            "-q",
        )
        count = len(suite.ids)
        result.assert_outcomes(passed=2 * count, failed=count)
        failed = [line for line in result.outlines if line.startswith("FAILED")]
        assert len(failed) == count
        assert all("noop" in line for line in failed)

    def test_what_is_expected_is_the_source_to_the_byte(self, suite: Suite, source: Path) -> None:
        for told, before, after in suite.trees():
            assert after == (source / told["file_path"]).read_bytes()
            assert before != after

    def test_outside_of_the_damage_no_line_changes(self, crowded: Suite) -> None:
        for told, before, after in crowded.trees():
            old, new = Counter(before.splitlines(True)), Counter(after.splitlines(True))
            assert max((old - new).total(), (new - old).total()) <= told["changed_lines"]

    def test_ids_are_numbered_without_gaps_whatever_was_not_found(self, crowded: Suite) -> None:
        assert crowded.manifest["plan"]["skipped"]
        for mutation, category in MUTATIONS.items():
            own = [case for case in crowded.ids if case.startswith(f"{category}-{mutation}-")]
            assert own == [f"{category}-{mutation}-{number:03}" for number in range(1, len(own) + 1)]

    def test_two_cases_of_a_file_are_more_than_three_lines_apart(self, crowded: Suite) -> None:
        lines: dict[str, list[int]] = {}
        for told in crowded.metadata.values():
            lines.setdefault(told["file_path"], []).append(told["line_number"])
        assert max(map(len, lines.values())) > 20
        for own in lines.values():
            assert all(two - one > 3 for one, two in pairwise(sorted(own)))

    def test_the_input_reads_at_the_line_told_as_the_metadata_says(self, crowded: Suite) -> None:
        for told, before, after in crowded.trees():
            first = told["line_number"] - 1
            shown = told["mutated_snippet"].split("\n")
            assert before.decode().splitlines()[first : first + len(shown)] == shown
            assert told["original_snippet"] in after.decode()

    def test_no_prompt_tells_the_case_its_mutation_or_its_difficulty(self, crowded: Suite) -> None:
        for case, told in crowded.metadata.items():
            prompt = (crowded.path / case / "prompt.md").read_text()
            for word in (case, told["mutation_type"], told["difficulty"]):
                assert not re.search(rf"\b{word}\b", prompt)


class TestDifficulty:
    def test_each_case_meets_the_conditions_of_its_tier(self, crowded: Suite) -> None:
        assert set(crowded.values("difficulty")) == set(DIFFICULTIES)
        for told, _, after in crowded.trees():
            context, lines = told["context"], len(after.splitlines())
            assert {
                "easy": lines < 150,
                "medium": 100 <= lines <= 300,
                "hard": lines > 200 and context["similar_block_count"] >= 3,
                "nightmare": lines > 200 and context["is_repeated_line"],
            }[told["difficulty"]], told

    def test_what_the_context_says_is_so(self, crowded: Suite) -> None:
        for told, _, after in crowded.trees():
            context, lines = told["context"], after.decode().splitlines()
            line = lines[context["line"] - 1]
            doubled = told["mutation_type"] == "duplicate-block"
            assert context["file_lines"] == len(lines)
            assert context["line_indent"] == len(line) - len(line.lstrip(" "))
            assert context["is_repeated_line"] == (context["repeat_count"] > 1)
            if context["is_repeated_line"]:
                alike = sum(other.strip() == line.strip() for other in lines)
                assert context["repeat_count"] - doubled in (1, alike)

    def test_the_score_of_a_case_is_at_least_that_of_the_tier_asked_for(self, suite: Suite) -> None:
        fell_back = suite.manifest["plan"]["fell_back"]
        low = [
            told for told in suite.metadata.values() if told["difficulty_score"] < MINIMUM[told["difficulty"]]
        ]
        assert len(low) <= fell_back < len(suite.ids) / 4

    def test_only_the_difficulties_asked_for_are_asked_for(self, source: Path, tmp_path: Path) -> None:
        hard = made(tmp_path, source, "--difficulty", "nightmare,hard", "--count", 6)
        assert set(hard.values("difficulty")) == {"hard", "nightmare"}
        assert set(hard.manifest["plan"]["difficulties"]) == {"hard", "nightmare"}

    def test_no_case_scores_less_than_the_least_score(self, source: Path, tmp_path: Path) -> None:
        high = made(tmp_path, source, "--min-score", 9, "--count", 6)
        assert min(high.values("difficulty_score")) >= 9


class TestSelection:
    def test_only_the_mutations_asked_for_are_there(self, source: Path, tmp_path: Path) -> None:
        chosen = made(tmp_path, source, "--mutations", "swap-logical, flip-boolean", "--count", 4)
        assert set(chosen.values("mutation_type")) == {"swap-logical", "flip-boolean"}

    def test_only_the_categories_asked_for_are_there(self, source: Path, tmp_path: Path) -> None:
        chosen = made(tmp_path, source, "--categories", "regex,call", "--count-scale", 1)
        assert chosen.values("mutation_category") == ["call", "regex"]

    def test_a_number_of_cases_is_spread_like_the_standard_plan(self, few: Suite) -> None:
        assert len(few.ids) == 8
        counts = Counter(few.values("mutation_category"))
        assert counts["structural"] in (4, 5)
        assert max(Counter(few.values("mutation_type")).values()) <= 2

    def test_what_a_mutation_cannot_give_others_make_up_for(self, source: Path, tmp_path: Path) -> None:
        names = "swap-regex-quantifier,swap-adjacent-lines"
        filled = made(tmp_path, source, "--mutations", names, "--count", 16)
        plan = filled.manifest["plan"]
        assert (plan["asked"], plan["got"], len(filled.ids)) == (16, 16, 16)
        assert plan["mutations"]["swap-regex-quantifier"]["got"] == 2
        assert {skipped["mutation"] for skipped in plan["skipped"]} <= {"swap-regex-quantifier"}


class TestSameness:
    @pytest.mark.parametrize(("jobs", "seed"), [(2, "1"), (3, "2")])
    def test_neither_workers_nor_hash_seeds_change_a_byte(
        self, source: Path, few: Suite, tmp_path: Path, jobs: int, seed: str
    ) -> None:
        done = generated(
            source, "-o", tmp_path / "other", *FEW, "--jobs", jobs, PYTHONHASHSEED=seed, LC_ALL="C"
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert contents(tmp_path / "other") == contents(few.path)

    def test_the_order_in_which_files_were_made_changes_nothing(
        self, source: Path, few: Suite, tmp_path: Path
    ) -> None:
        again = lay(tmp_path / "shop", dict(reversed(contents(source).items())))
        assert contents(made(tmp_path, again, *FEW).path) == contents(few.path)

    def test_another_seed_gives_other_cases(self, source: Path, few: Suite, tmp_path: Path) -> None:
        other = made(tmp_path, source, *FEW, "--seed", 43)
        assert other.manifest["digest"] != few.manifest["digest"]
        same = [case for case, files in other.tasks().items() if files == few.tasks().get(case)]
        assert len(same) < len(few.ids) / 2  # some mutations have one place only

    @pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
    def test_a_repository_gives_the_cases_of_the_folder(
        self, source: Path, few: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
            monkeypatch.setenv(name, os.devnull)
        root = lay(tmp_path / "shop", contents(source))
        who = ("-c", "user.name=A", "-c", "user.email=a@b.c")
        for words in (["init", "--quiet"], ["add", "."], [*who, "commit", "--quiet", "--message=one"]):
            subprocess.run(["git", *words], cwd=root, check=True)
        shutil.rmtree(root / "ledger")  # the commit counts, not the folder

        packed = made(tmp_path, f"git:{root}@HEAD", *FEW)

        assert packed.tasks() == few.tasks()
        assert packed.manifest["sources"][0]["digest"] == few.manifest["sources"][0]["digest"]
        assert re.fullmatch("[0-9a-f]{40}", packed.manifest["sources"][0]["version"])

    def test_a_package_gives_the_cases_of_the_folder(
        self, source: Path, few: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        npm = lay(tmp_path / "bin", {"archive": tgz(contents(source)), "npm": b""}) / "npm"
        to = "for each; do to=${each#--pack-destination=}; done"
        npm.write_text(f'#!/bin/sh\n{to}\ncp "{npm.parent}/archive" "$to/a.tgz"\n')
        npm.chmod(0o755)
        monkeypatch.setenv("PATH", str(npm.parent), prepend=os.pathsep)

        packed = made(tmp_path, "npm:shop@1.0.0", *FEW)

        assert packed.tasks() == few.tasks()
        assert set(map(repr, packed.values("source"))) == {
            repr({**told, "version": "1.0.0"}) for told in few.values("source")
        }

    def test_the_digest_is_that_of_the_files(self, suite: Suite) -> None:
        digests = {case: digest(contents(suite.path / case)) for case in suite.ids}
        assert suite.manifest["cases"] == digests
        joined = {case: own.encode() for case, own in digests.items()}
        assert suite.manifest["digest"] == digest(joined)

    def test_an_archive_holds_the_same_bytes(self, source: Path, few: Suite, tmp_path: Path) -> None:
        packed = tmp_path / "few.tar.gz"
        assert generate(source, "-o", packed, "--format", "tar.gz", *FEW) == 0
        with tarfile.open(packed) as archive:
            archive.extractall(tmp_path, filter="data")
        assert contents(tmp_path / "fixtures") == contents(few.path)


class TestManifest:
    def test_it_tells_what_the_suite_was_made_of(self, suite: Suite) -> None:
        told = suite.manifest
        names = ("tree-sitter", "tree-sitter-python", "tree-sitter-typescript")
        assert told["grammars"] == {name: version(name) for name in names}
        assert (told["name"], told["seed"], told["generator"]) == ("suite", 42, __version__)
        assert told["asked"] == {
            "scale": 0.1,
            "count": None,
            "mutations": [],
            "categories": [],
            "difficulties": list(DIFFICULTIES),
            "min_score": 0.0,
            "sizes": {},
        }
        assert told["passed_over"] == {}
        (source,) = told["sources"]
        assert len(source.pop("digest")) == 64
        assert source == {
            "name": "shop",
            "version": None,
            "licence": "LICENSE",
            "include": [],
            "exclude": [],
            "files": 3,
            "skipped": {},
        }

    def test_its_counts_are_those_of_the_cases(self, crowded: Suite) -> None:
        plan, got = crowded.manifest["plan"], len(crowded.ids)
        assert (plan["asked"], plan["got"]) == (MANY, got)
        for table, key in (("mutations", "mutation_type"), ("difficulties", "difficulty")):
            found = {name: row["got"] for name, row in plan[table].items() if row["got"]}
            assert found == Counter(crowded.values(key))
        asked = sum(row["asked"] for row in plan["mutations"].values())
        assert asked == MANY
        kept = got - sum(max(0, row["got"] - row["asked"]) for row in plan["mutations"].values())
        assert asked - kept <= len(plan["skipped"]) > 0  # others took their place
        shapes = crowded.manifest["shapes"]
        assert sum(row["number"] for row in shapes["hunks"].values()) == got
        assert sum(row["number"] for row in shapes["kinds"].values()) == sum(crowded.values("hunks"))

    def test_it_tells_why_a_case_was_not_found(self, crowded: Suite) -> None:
        for skipped in crowded.manifest["plan"]["skipped"]:
            assert skipped["mutation"] in MUTATIONS
            assert skipped["tried"] == sum(skipped["reasons"].values()) <= 4 * skipped["candidates"]
