"""Languages by file name: the only module that knows tree-sitter."""

import ast
import json
import warnings
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib import import_module
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, cast

from pytest_editbench.errors import EditbenchError

if TYPE_CHECKING:
    from tree_sitter import Language as TreeSitterLanguage
    from tree_sitter import Node as Node  # noqa: PLC0414  # exported to type checkers
    from tree_sitter import Parser, Query, Tree

# Larger content is not checked: a syntax tree takes some two hundred times its size.
CHECKED_BYTES = 1024 * 1024
MATCHES_AT_ONCE = 2048  # some sixty operators in one another

Check = Callable[[bytes], list[int] | None]


@dataclass(frozen=True, slots=True)
class Grammar:
    """Where a tree-sitter grammar is found; it is loaded when first asked for."""

    module: str
    function: str = "language"
    package: str = "pytest-editbench[languages]"  # what installs it


@dataclass(frozen=True, slots=True)
class Language:
    """What we know of a language."""

    name: str  # as people write it
    fence: str  # tag of a Markdown fence
    comment: str | None = None  # what begins a comment to the end of the line
    grammar: Grammar | None = None
    check: Check | None = None  # 1-based lines with syntax errors; None is unknown
    rules: str = ""  # by which its trees are compared, of `compare.syntax`
    free_blanks: bool = False  # whether blank lines and trailing blanks outside literals mean nothing


class NoGrammarError(EditbenchError):
    """A grammar is not installed, or cannot be loaded; the message says what to install."""


def load(language: Language) -> None:
    """Load the grammar of a language; `NoGrammarError` where that fails."""
    if language.grammar is None:
        raise NoGrammarError(f"no grammar for {language.name}")
    _parser(language.grammar)


def missing() -> list[str]:
    """The names of the languages whose grammar is not installed, or does not load."""
    return [language.name for language in dict.fromkeys(LANGUAGES.values()) if not _loads(language)]


def _loads(language: Language) -> bool:
    try:
        if language.grammar is not None:
            load(language)
    except NoGrammarError:
        return False
    return True


def parse(language: Language, data: bytes) -> "Node":
    """The root of the syntax tree of `data`."""
    return _tree(language, data).root_node


def parse_pair(language: Language, accepted: bytes, actual: bytes) -> "tuple[Node, Node]":
    """The roots of both syntax trees; the second is parsed from the first where they differ."""
    tree = _tree(language, accepted)
    return tree.root_node, _tree_like(language, tree, accepted, actual).root_node


def matches(language: Language, query: str, root: "Node") -> "list[tuple[int, dict[str, list[Node]]]]":
    """All matches of a query, as pattern and captured nodes by name; `RecursionError` where too many nest."""
    from tree_sitter import QueryCursor

    cursor = QueryCursor(_query(language, query), match_limit=MATCHES_AT_ONCE)
    found = cursor.matches(root)
    if cursor.did_exceed_match_limit:
        raise RecursionError
    return found


def pattern_starts(language: Language, query: str) -> list[int]:
    """The offset, in bytes, at which each pattern of a query starts."""
    compiled = _query(language, query)
    return [compiled.start_byte_for_pattern(pattern) for pattern in range(compiled.pattern_count)]


def versions(paths: Iterable[PurePosixPath]) -> dict[str, str]:
    """The version of each package whose grammar reads one of the paths, and that of tree-sitter.

    That of one which is not installed is `missing`.
    """
    grammars = {language.grammar for language in map(of, paths) if language and language.grammar}
    packages = sorted({"tree-sitter", *(grammar.module.replace("_", "-") for grammar in grammars)})
    return {package: _version(package) for package in packages}


@cache
def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


@cache
def _query(language: Language, query: str) -> "Query":
    from tree_sitter import Query

    if language.grammar is None:
        raise NoGrammarError(f"no grammar for {language.name}")
    return Query(cast("TreeSitterLanguage", _parser(language.grammar).language), query)


def _tree(language: Language, data: bytes) -> "Tree":
    if language.grammar is None:
        raise NoGrammarError(f"no grammar for {language.name}")
    remembered = _remembered if len(data) < CHECKED_BYTES else _remembered.__wrapped__
    return remembered(language.grammar, data)


@lru_cache(maxsize=8)
def _remembered(grammar: Grammar, data: bytes) -> "Tree":
    # The last few trees are kept, since the trials of a case share its answers.
    return _parser(grammar).parse(data)


def _tree_like(language: Language, tree: "Tree", old: bytes, new: bytes) -> "Tree":
    """The tree of `new`, read anew only where it differs from `old`: for small changes fifty times faster.

    Text with syntax errors is read whole: there the outcome could depend on what was read before.
    """
    start = _common_start(old, new)
    end = _common_start(old[start:][::-1], new[start:][::-1])
    if language.grammar is None or tree.root_node.has_error or len(new) - start - end > len(new) // 4:
        return _tree(language, new)
    edited = tree.copy()
    ends = len(old) - end, len(new) - end
    edited.edit(start, *ends, _point(old, start), _point(old, ends[0]), _point(new, ends[1]))
    found = _parser(language.grammar).parse(new, edited)
    return _tree(language, new) if found.root_node.has_error else found


def _common_start(one: bytes, two: bytes) -> int:
    """How many first bytes are equal."""
    sizes = range(1, min(len(one), len(two)) + 1)
    return bisect_left(sizes, True, key=lambda size: not one.startswith(two[:size]))


def _point(data: bytes, offset: int) -> tuple[int, int]:
    """Row and column of an offset; 0-based, the column in bytes."""
    return data.count(b"\n", 0, offset), offset - data.rfind(b"\n", 0, offset) - 1


@cache
def _parser(grammar: Grammar) -> "Parser":
    import tree_sitter

    try:
        language = getattr(import_module(grammar.module), grammar.function)
        return tree_sitter.Parser(tree_sitter.Language(language()))
    except ModuleNotFoundError:
        raise NoGrammarError(f"no grammar {grammar.module}: install {grammar.package}") from None
    except Exception as error:  # a broken wheel may raise anything
        reason = f"the grammar {grammar.module} cannot be loaded ({error})"
        raise NoGrammarError(f"{reason}: reinstall {grammar.package}") from error


def _check_by(grammar: Grammar, data: bytes) -> list[int]:
    return sorted(set(_error_lines(_parser(grammar).parse(data).root_node)))


def _error_lines(root: "Node") -> Iterator[int]:
    """First lines of the innermost errors; a stack of our own, for trees may be deep."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if not node.has_error:
            continue
        inner = [child for child in node.children if child.has_error]
        if not inner:
            yield node.start_point.row + 1
        waiting += inner


def _check_json(data: bytes) -> list[int] | None:
    try:
        json.loads(data)
    except json.JSONDecodeError as error:
        return [error.lineno]
    except UnicodeDecodeError as error:
        return [data.count(b"\n", 0, error.start) + 1]
    except (ValueError, RecursionError):
        return None
    return []


def _check_python(data: bytes) -> list[int] | None:
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(data)
    except SyntaxError as error:
        return [error.lineno or 1]
    except (ValueError, RecursionError, MemoryError):
        return None
    return []


TYPESCRIPT = Grammar("tree_sitter_typescript", "language_typescript", "pytest-editbench")
TSX = Grammar("tree_sitter_typescript", "language_tsx", "pytest-editbench")  # reads JavaScript too

_typescript = Language(
    "TypeScript", "typescript", "//", TYPESCRIPT, partial(_check_by, TYPESCRIPT), "javascript", True
)
_tsx = Language("TSX", "tsx", "//", TSX, partial(_check_by, TSX), "javascript", True)
_javascript = Language("JavaScript", "javascript", "//", TSX, partial(_check_by, TSX), "javascript", True)
_jsx = Language("JSX", "jsx", "//", TSX, partial(_check_by, TSX), "javascript", True)
_python = Language("Python", "python", "#", Grammar("tree_sitter_python"), _check_python, "python", True)
_html = Language("HTML", "html", None, Grammar("tree_sitter_html"), rules="html")
_markdown = Language("Markdown", "markdown", None, Grammar("tree_sitter_markdown"), rules="markdown")
_yaml = Language("YAML", "yaml", "#", Grammar("tree_sitter_yaml"), rules="yaml")
_c = Language("C", "c", "//", Grammar("tree_sitter_c"), rules="c", free_blanks=True)
_cpp = Language("C++", "cpp", "//", Grammar("tree_sitter_cpp"), rules="cpp", free_blanks=True)
_shell = Language("Shell", "bash", "#", Grammar("tree_sitter_bash"), rules="bash")

LANGUAGES: Mapping[str, Language] = {
    ".ts": _typescript,
    ".mts": _typescript,
    ".cts": _typescript,
    ".tsx": _tsx,
    ".js": _javascript,
    ".mjs": _javascript,
    ".cjs": _javascript,
    ".jsx": _jsx,
    ".json": Language("JSON", "json", check=_check_json, rules="json", free_blanks=True),
    ".jsonc": Language("JSON with comments", "jsonc", "//", rules="jsonc", free_blanks=True),
    ".py": _python,
    ".pyi": _python,
    ".md": _markdown,
    ".markdown": _markdown,
    ".yaml": _yaml,
    ".yml": _yaml,
    ".toml": Language("TOML", "toml", "#", Grammar("tree_sitter_toml"), None, "toml", True),
    ".html": _html,
    ".htm": _html,
    ".css": Language("CSS", "css", None, Grammar("tree_sitter_css"), None, "css", True),
    ".scss": Language("SCSS", "scss", "//"),
    ".rs": Language("Rust", "rust", "//", Grammar("tree_sitter_rust"), None, "rust", True),
    ".go": Language("Go", "go", "//", Grammar("tree_sitter_go"), None, "go", True),
    ".java": Language("Java", "java", "//", Grammar("tree_sitter_java"), None, "java", True),
    ".c": _c,
    ".h": _c,
    ".cc": _cpp,
    ".cpp": _cpp,
    ".hpp": _cpp,
    ".cs": Language("C#", "csharp", "//", Grammar("tree_sitter_c_sharp"), None, "csharp", True),
    ".rb": Language("Ruby", "ruby", "#", Grammar("tree_sitter_ruby"), rules="ruby"),
    ".sh": _shell,
    ".bash": _shell,
}


def of(path: PurePosixPath) -> Language | None:
    """The language of a file, by its extension in any case."""
    return LANGUAGES.get(path.suffix.lower())


def fence_tag(path: PurePosixPath) -> str:
    """The tag of a Markdown fence for this file; empty when the language is unknown."""
    language = of(path)
    return language.fence if language else ""


def syntax_errors(path: PurePosixPath, data: bytes) -> list[int] | None:
    """1-based lines with syntax errors, in order; None where nobody here can tell.

    Python is checked by the grammar of the running interpreter; JSON and Python stop at the first error.
    """
    language = of(path)
    if language is None or language.check is None or len(data) > CHECKED_BYTES:
        return None
    return language.check(data)
