"""Trials as plain data, and files of them: JSON lines with a header and a closing line."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING

from pytest_editbench.errors import RecordError
from pytest_editbench.model import Trial

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cattrs import Converter

SCHEMA = 1
DERIVED = ("kind", "schema", "match_level", "indent_score", "indent_basis", "duration")
Data = dict[str, object]


@dataclass(frozen=True, slots=True)
class Run:
    """A record file read back; `closing` is absent when the run was cut short."""

    header: Mapping[str, object]
    trials: tuple[Trial, ...]
    closing: Mapping[str, object] | None

    @property
    def labels(self) -> list[str]:
        """The agents in the order in which the run named them."""
        agents = self.header.get("agents")
        found = agents if isinstance(agents, list) else []
        return [str(agent["label"]) for agent in found if isinstance(agent, dict) and "label" in agent]


@cache
def _converter() -> Converter:
    from cattrs import Converter

    converter = Converter()
    converter.register_unstructure_hook(PurePosixPath, str)
    converter.register_structure_hook(PurePosixPath, lambda value, _: PurePosixPath(value))
    converter.register_structure_hook_func(lambda kind: kind is object, lambda value, _: value)
    return converter


def to_data(trial: Trial) -> Data:
    """The trial as JSON holds it, with the figures people look for on the top level."""
    data: Data = _converter().unstructure(trial)
    data["trial"] = data.pop("number")
    comparison = trial.last.comparison if trial.last else None
    return {
        "kind": "trial",
        "schema": SCHEMA,
        **data,
        "match_level": comparison.level.value if comparison else None,
        "indent_score": comparison.indent_score if comparison else None,
        "indent_basis": comparison.indent_basis if comparison else None,
        "duration": trial.duration,
    }


def from_data(data: Mapping[str, object]) -> Trial:
    """The trial that `to_data` was given."""
    kept = {key: value for key, value in data.items() if key not in DERIVED}
    kept["number"] = kept.pop("trial", None)
    return _converter().structure(kept, Trial)


def dumps(data: Mapping[str, object]) -> str:
    """One line of JSON; ASCII only, so that no encoding on the way can hurt it.

    NaN and infinity, which JSON has no words for, are null.
    """
    try:
        return json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    except ValueError:
        return json.dumps(_finite(data), ensure_ascii=True, allow_nan=False, separators=(",", ":"))


def _finite(value: object) -> object:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [*map(_finite, value)] if isinstance(value, list | tuple) else value


def loads(line: str) -> Data:
    """What `dumps` was given."""
    return dict(json.loads(line))


def suite_digest(trials: Iterable[Trial]) -> str:
    """SHA-256 over the ids and digests of the cases that took part, whatever their order."""
    cases = sorted({(trial.case, trial.case_digest or "") for trial in trials})
    return sha256(json.dumps(cases).encode()).hexdigest()


def claim(artifacts: Path | None) -> None:
    """Make the folder for artefacts; it must hold nothing of an earlier run, and must take files."""
    if artifacts is None:
        return
    try:
        artifacts.mkdir(parents=True, exist_ok=True)
        if next(artifacts.iterdir(), None) is not None:
            raise RecordError(f"{artifacts} is not empty; name a new folder, artefacts are never overwritten")
        with TemporaryFile(dir=artifacts):
            pass
    except OSError as error:
        raise RecordError(f"{artifacts} cannot be used for artefacts: {error.strerror}") from None


@dataclass(slots=True)
class Writer:
    """A record file being written: each line is on disk before the next trial is heard of."""

    path: Path
    _file: IO[str] | None = field(default=None, repr=False)

    def open(self, header: Mapping[str, object]) -> None:
        """Create the file, which must be new, and write its header."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("x", encoding="ascii", newline="\n")
        except FileExistsError:
            raise RecordError(f"{self.path} exists; name a new file, records are never overwritten") from None
        except OSError as error:
            raise RecordError(f"{self.path} cannot be written: {error.strerror}") from None
        self.write({"kind": "header", "schema": SCHEMA, **header})

    def write(self, data: Mapping[str, object]) -> None:
        """Append one line and wait until it is on the disk."""
        if self._file is None:
            return
        try:
            self._file.write(dumps(data) + "\n")
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            self._abandon()
            raise RecordError(f"{self.path} cannot be written: {error.strerror}") from None

    def close(self) -> None:
        """Close the file; nothing happens when it is not open."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _abandon(self) -> None:
        # The buffer still holds the line that did not fit: closing tries once more, and may fail again.
        file, self._file = self._file, None
        try:
            if file is not None:
                file.close()
        except OSError:
            pass


def read(path: Path) -> Run:
    """A record file; a torn last line is left out, any other fault is an error that names the line."""
    lines = list(_lines(path))
    if not lines or lines[0][1].get("kind") != "header":
        raise RecordError(f"{path} is no record file: its first line must be a header")
    schema = lines[0][1].get("schema")
    if schema != SCHEMA:
        raise RecordError(f"{path} has schema {schema!r}; this version reads {SCHEMA}")
    trials = tuple(_trial(path, number, data) for number, data in lines if data.get("kind") == "trial")
    closing = next((data for _, data in lines if data.get("kind") == "closing"), None)
    return Run(lines[0][1], trials, closing)


def _lines(path: Path) -> Iterator[tuple[int, Data]]:
    try:
        text = path.read_bytes().decode("utf-8", "surrogateescape")
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from None
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            if number == len(lines) and number > 1:
                return
            raise RecordError(f"{path}:{number} is not JSON") from None
        if not isinstance(data, dict):
            raise RecordError(f"{path}:{number} must be a JSON object")
        yield number, data


def _trial(path: Path, number: int, data: Data) -> Trial:
    from cattrs.errors import BaseValidationError

    try:
        return from_data(data)
    except (BaseValidationError, ValueError, TypeError, KeyError) as error:
        from cattrs import transform_error

        reasons = "; ".join(transform_error(error, path="$")) or str(error)
        raise RecordError(f"{path}:{number} is not a trial: {reasons}") from None
