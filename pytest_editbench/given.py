"""What was given for each option: on the command line, in the environment, in the ini file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pytest_editbench.errors import UsageError
from pytest_editbench.options import OPTIONS, Option, Options
from pytest_editbench.parsing import AgentName, NamedClone, RecordName

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Lookup = Callable[[str], object]


class _Source(NamedTuple):
    """Where a value may come from."""

    name: str  # for messages
    given: object  # None: nothing
    folder: Path  # where relative paths start


def read(argument: Lookup, ini: Lookup, environment: Mapping[str, str], here: Path, root: Path) -> Options:
    """The options of a session: command line, else environment, else ini file, else default.

    Relative paths of the ini file start at `root`, all others `here`; they come out absolute.
    """
    values: dict[str, object] = {"agent_folder": here}
    for option in OPTIONS:
        sources = _sources(option, argument, ini, environment, here, root)
        source = next((source for source in sources if source.given is not None), None)
        values[option.name.replace("-", "_")] = _value(option, source) if source else option.default
        if source and option.name == "agent":
            values["agent_folder"] = source.folder
    return Options(**values)  # type: ignore[arg-type]  # each row's parser gives its field's type


def is_silent(options: Options) -> bool:
    """Whether nothing was given for any option."""
    return all(getattr(options, option.name.replace("-", "_")) == option.default for option in OPTIONS)


def _sources(
    option: Option, argument: Lookup, ini: Lookup, environment: Mapping[str, str], here: Path, root: Path
) -> Iterator[_Source]:
    if not option.ini_only:
        yield _Source(option.argument, argument(option.key), here)
    if option.environment:
        lines = [line for line in environment.get(option.environment, "").splitlines() if line.strip()]
        yield _Source(option.environment, lines or None, here)
    yield _Source(f"ini key {option.key}", ini(option.key) or None, root)  # unset is empty to some pytests


def _value(option: Option, source: _Source) -> object:
    words = source.given if isinstance(source.given, list) else [source.given]
    parsed = tuple(_parsed(option, source, str(word)) for word in words)
    return parsed if option.repeatable else parsed[0]


def _parsed(option: Option, source: _Source, word: str) -> object:
    try:
        if not word.strip():
            raise ValueError("must not be empty")
        value = option.parse(word)
    except ValueError as error:
        but = f", not {word!r}" if word else ""
        raise UsageError(f"{source.name} {error}{but}") from None
    if isinstance(value, AgentName | RecordName | NamedClone):
        return value.within(source.folder)
    return source.folder / value if isinstance(value, Path) else value
