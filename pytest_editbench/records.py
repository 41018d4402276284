"""Trials as plain data, and files of them: JSON lines with a header and a closing line."""

from __future__ import annotations

import json
import math
import warnings
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import IO, TYPE_CHECKING, NamedTuple

from pytest_editbench import bounds, editscores, schemas
from pytest_editbench.errors import RecordError, RecordWarning
from pytest_editbench.model import Trial

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from cattrs import Converter

SCHEMA = schemas.CURRENT
PASSED_OVER = "passed-over"  # the kind of a line that nobody can read, and nobody needs
TORN = "torn"  # the kind of a last line that was cut off in mid-write
FIGURES = ("edit_format", "match_level", "indent_score", "indent_basis", "duration", "scores")
DERIVED = ("kind", "schema", *FIGURES)
Data = dict[str, object]
_SHAPES = {"analysis": bounds.ANALYSIS}  # of lines that are neither header, trial nor closing


@dataclass(frozen=True, slots=True)
class Run:
    """A record file read back; `closing` is absent when the run was cut short."""

    header: Mapping[str, object]
    trials: tuple[Trial, ...]
    closing: Mapping[str, object] | None
    torn: bool = False  # whether a last line was cut off, and so left out

    @property
    def labels(self) -> list[str]:
        """The agents in the order in which the run named them."""
        agents = self.header.get("agents")
        found = agents if isinstance(agents, list) else []
        return [str(agent["label"]) for agent in found if isinstance(agent, dict) and "label" in agent]


class _Cattrs(NamedTuple):
    """What is used of that package, all of it loaded at once: it takes a while."""

    converter: Converter
    fault: type[Exception]
    told: Callable[..., list[str]]


@cache
def _cattrs() -> _Cattrs:
    from cattrs import Converter, transform_error
    from cattrs.errors import BaseValidationError

    converter = Converter()
    converter.register_unstructure_hook(PurePosixPath, str)
    converter.register_structure_hook(PurePosixPath, lambda value, _: PurePosixPath(value))
    converter.register_structure_hook_func(lambda kind: kind is object, lambda value, _: value)
    return _Cattrs(converter, BaseValidationError, transform_error)


def to_data(trial: Trial) -> Data:
    """The trial as JSON holds it, with the figures people look for on the top level."""
    data: Data = _cattrs().converter.unstructure(trial)
    data["trial"] = data.pop("number")
    comparison = trial.last.comparison if trial.last else None
    scores = trial.last.scores if trial.last else None
    return {
        "kind": "trial",
        "schema": SCHEMA,
        **data,
        "edit_format": trial.terms.edit_format,
        "match_level": comparison.level.value if comparison else None,
        "indent_score": comparison.indent_score if comparison else None,
        "indent_basis": comparison.indent_basis if comparison else None,
        "duration": trial.duration,
        "scores": editscores.figures(scores) if scores else None,
    }


def from_data(data: Mapping[str, object]) -> Trial:
    """The trial that `to_data` was given."""
    kept = {key: value for key, value in data.items() if key not in DERIVED}
    kept["number"] = kept.pop("trial", None)
    return _cattrs().converter.structure(kept, Trial)


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
    return digest_of_cases((trial.case, trial.case_digest or "") for trial in trials)


def digest_of_cases(cases: Iterable[tuple[str, str]]) -> str:
    """The same of pairs of id and digest."""
    return sha256(json.dumps(sorted(set(cases))).encode()).hexdigest()


class Line(NamedTuple):
    """A line of a record file."""

    number: int  # 1-based
    offset: int  # bytes
    data: Data


def save(path: Path, lines: Iterable[str]) -> None:
    """Write a new record file, of lines as `dumps` makes them, whole or not at all."""
    with create(path) as stream:
        try:
            stream.writelines(f"{line}\n" for line in lines)
            stream.flush()
        except BaseException as error:
            path.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise RecordError(f"{path} cannot be written: {error.strerror}") from None
            raise


def create(path: Path) -> IO[str]:
    """A new record file, empty yet; `RecordError` when there is one, or none can be made."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return path.open("x", encoding="ascii", newline="\n")
    except FileExistsError:
        raise RecordError(f"{path} exists; name a new file, records are never overwritten") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}") from None


def read(path: Path) -> Run:
    """A record file; a torn last line is left out, any other fault is an error that names the line.

    Older schemas are brought up; what they do not tell is None.
    """
    lines = located(path)
    header = next(lines).data
    trials: list[Trial] = []
    closing: Mapping[str, object] | None = None
    torn = False
    for line in lines:
        if line.data.get("kind") == "trial":
            trials.append(trial_of(path, line))
        elif line.data.get("kind") == "closing":
            closing = closing or line.data
        torn = torn or line.data.get("kind") == TORN
    return Run(header, tuple(trials), closing, torn)


def scan(path: Path) -> Iterator[tuple[int, Data]]:
    """The lines of a record file as plain data with their numbers, header first, one in memory at a time.

    A last line that was cut off is of kind `TORN`. Errors as those of `read`, but for what a trial must be.
    """
    return ((line.number, line.data) for line in located(path))


def located(path: Path) -> Iterator[Line]:
    """The same with their places in the file."""
    lines = _lines(path)
    first = next(lines, Line(0, 0, {}))
    if first.data.get("kind") != "header":
        raise RecordError(f"{path} is no record file: its first line must be a header")
    header = schemas.header(_readable(path, first))
    yield _sound(path, first._replace(data=header), bounds.HEADER)
    met: dict[tuple[object, ...], int] = {}
    for line in lines:
        if line.data.get("kind") == "trial":
            _once(path, line, met)
            yield _brought_up(path, line, header)
        elif line.data.get("kind") in _SHAPES:
            yield _beside(path, line, met)
        else:
            yield _sound(path, line, bounds.CLOSING)


def trial_at(path: Path, offset: int, header: Mapping[str, object]) -> Trial:
    """The trial whose line is there, given the header as `located` has it."""
    try:
        with path.open("rb") as stream:
            stream.seek(offset)
            line = Line(0, offset, _data(path, 0, stream.readline()) or {})
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from None
    return trial_of(path, _brought_up(path, line, header))


def _brought_up(path: Path, line: Line, header: Mapping[str, object]) -> Line:
    data = schemas.trial(_readable(path, line), header)
    return _sound(path, line._replace(data=data), bounds.TRIAL)


def _sound(path: Path, line: Line, shape: object) -> Line:
    if not bounds.fits(line.data, shape):
        raise RecordError(f"{path}:{line.number} {bounds.told(line.data, shape):.400}")
    return line


def _beside(path: Path, line: Line, met: dict[tuple[object, ...], int]) -> Line:
    """A line that no verdict depends on; an unsound one, or one that stands there twice, is `PASSED_OVER`."""
    try:
        _sound(path, line._replace(data=_readable(path, line)), _SHAPES[str(line.data["kind"])])
        first = met.setdefault((dumps(line.data),), line.number)
        if first == line.number:
            return line
        fault = f"{path}:{line.number}: this {line.data['kind']} stands in line {first} already"
    except RecordError as error:
        fault = str(error)
    warnings.warn(RecordWarning(f"{fault}; passed over"), stacklevel=2)
    return line._replace(data={"kind": PASSED_OVER})


def _once(path: Path, line: Line, met: dict[tuple[object, ...], int]) -> None:
    """A test runs a trial once; schema 1 does not tell the test, and several may share a case."""
    test = line.data.get("test")
    if not isinstance(test, str):
        return
    identity = (test, *(str(line.data.get(name)) for name in ("case", "agent", "trial")))
    first = met.setdefault(identity, line.number)
    if first != line.number:
        what = f"trial {identity[3]} of {identity[2]} on {identity[1]}"
        raise RecordError(f"{path}:{line.number}: {what} stands in line {first} already; remove one of both")


def _readable(path: Path, line: Line) -> Data:
    schema = line.data.get("schema")
    if not schemas.readable(schema):
        raise RecordError(f"{path}:{line.number} has schema {schema!r}; this version reads 1 to {SCHEMA}")
    return line.data


def _lines(path: Path) -> Iterator[Line]:
    offset = 0
    try:
        with path.open("rb") as stream:
            for number, text in enumerate(stream, start=1):
                data = _data(path, number, text)
                if data is not None:
                    yield Line(number, offset, data)
                offset += len(text)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from None


def _data(path: Path, number: int, line: bytes) -> Data | None:
    """What a line holds, None for a blank one."""
    if not line.strip():
        return None
    try:
        data = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError):
        if number > 1 and not line.endswith(b"\n"):
            return {"kind": TORN}
        raise RecordError(f"{path}:{number} is not JSON") from None
    if not isinstance(data, dict):
        raise RecordError(f"{path}:{number} must be a JSON object")
    return data


def trial_of(path: Path, line: Line) -> Trial:
    """The trial that a line tells of; `RecordError` where it tells of none."""
    try:
        return from_data(line.data)
    except (_cattrs().fault, ValueError, TypeError, KeyError) as error:
        reasons = "; ".join(_cattrs().told(error, path="$")) or str(error)
        raise RecordError(f"{path}:{line.number} is not a trial: {reasons}") from None
