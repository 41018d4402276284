"""From a plan to the next move, by the tools that are offered."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping, Sequence

from modelserver.conversation import Conversation, Move, Say, Tool, Use
from modelserver.plan import Plan, Step

Names = tuple[str, ...]

# What clients call these; the first that is offered is used.
PATHS = ("file_path", "filePath", "absolute_path", "path")
OLD = ("old_string", "oldString", "oldText", "old_text")
NEW = ("new_string", "newString", "newText", "new_text")
CONTENT = ("content", "file_text", "contents")
COMMAND = ("command", "cmd")
READERS = ("Read", "read", "read_file")
BLOCKS = "SEARCH/REPLACE"  # a client without tools asks for these
SUBMIT = "COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT"  # a client that ends when a command prints this

FOLDERS = (  # how clients tell the model where they work
    r"working in the directory: ?(/[^\n]+)",
    r"[Ww]orking [Dd]irectory(?: is)?: ?(/[^\n<]+)",
    r"<cwd>(/[^<]+)</cwd>",
)


def next_move(asked: Conversation, plan: Plan) -> Move:
    """The move that comes after the tool results of the conversation; `LookupError` where no tool will do."""
    if not asked.tools:
        blocks = "\n".join(map(_block, plan.steps)) if BLOCKS in asked.said else ""
        return Say(plan.final if blocks in "\n".join(asked.answers) else blocks)
    moves = [*_moves(asked, plan), *_submission(asked)]
    return moves[asked.results] if asked.results < len(moves) else Say(plan.final)


def aside(asked: Conversation) -> bool:
    """Whether this is no part of the work: a title for the session, say."""
    return not asked.tools and BLOCKS not in asked.said


def _moves(asked: Conversation, plan: Plan) -> Iterator[Use]:
    for step in plan.steps:
        if step.run is not None:
            yield _shell(asked.tools, step.run)
            continue
        reader = _offered(asked.tools, READERS)
        if reader and plan.read and step.old is not None:
            yield Use(reader, _filled(reader, {PATHS: _full(asked, step.path)}))
        yield _edit(asked, step)


def _edit(asked: Conversation, step: Step) -> Use:
    path = _full(asked, step.path)
    change = {CONTENT: step.new} if step.old is None else {OLD: step.old, NEW: step.new}
    for tool in asked.tools:
        if tool.name == "apply_patch" and tool.freeform:
            return Use(tool, _patch(step))
        if step.old is not None and _takes_list(tool):
            return Use(tool, _listed(tool, path, change))
        if all(_key(tool, names) for names in (PATHS, *change)):
            return Use(tool, _filled(tool, {PATHS: path, **change}))
    return _shell(asked.tools, _script(step))


def _takes_list(tool: Tool) -> bool:
    items = tool.arguments.get("edits", {}).get("items")
    return bool(_key(tool, PATHS)) and isinstance(items, dict) and bool(_key(Tool("", items), OLD))


def _listed(tool: Tool, path: str, change: Mapping[Names, object]) -> dict[str, object]:
    one = Tool("", tool.arguments["edits"]["items"])  # type: ignore[arg-type]  # seen to be an object
    return _filled(tool, {PATHS: path}) | {"edits": [_filled(one, change)]}


def _shell(tools: Sequence[Tool], command: str) -> Use:
    tool = next((tool for tool in tools if _key(tool, COMMAND) and not tool.freeform), None)
    if tool is None:
        raise LookupError(f"no tool runs {command!r}: {[tool.name for tool in tools]}")
    words = tool.arguments[str(_key(tool, COMMAND))].get("type") == "array"
    return Use(tool, _filled(tool, {COMMAND: ["bash", "-c", command] if words else command}))


def _submission(asked: Conversation) -> Iterator[Use]:
    if SUBMIT in asked.said:
        yield _shell(asked.tools, f"echo {SUBMIT}")


def _filled(tool: Tool, values: Mapping[Names, object]) -> dict[str, object]:
    """Arguments as the schema names them, with something harmless for the others that it demands."""
    demanded = tool.schema.get("required") or []
    others = {name: _harmless(tool.arguments.get(name, {})) for name in demanded}
    return others | {key: value for names, value in values.items() if (key := _key(tool, names))}


def _harmless(schema: object) -> object:
    kind = schema.get("type") if isinstance(schema, dict) else None
    return {"boolean": False, "integer": 1, "number": 1, "array": [], "object": {}}.get(
        str(kind), "as planned"
    )


def _key(tool: Tool, names: Sequence[str]) -> str | None:
    return next((name for name in names if name in tool.arguments), None)


def _offered(tools: Sequence[Tool], names: Sequence[str]) -> Tool | None:
    return next((tool for tool in tools if tool.name in names and _key(tool, PATHS)), None)


def _full(asked: Conversation, path: str) -> str:
    """The path below the folder that the client says it works in."""
    folders = (found for known in FOLDERS if (found := re.findall(known, asked.said)))
    folder = next(folders, [""])[-1].strip().rstrip(".`")
    return f"{folder}/{path}" if folder else path


def _patch(step: Step) -> str:
    def lines(mark: str, text: str) -> str:
        return "".join(f"{mark}{line}\n" for line in text.splitlines())

    kind = "Add" if step.old is None else "Update"
    hunk = lines("+", step.new) if step.old is None else f"@@\n{lines('-', step.old)}{lines('+', step.new)}"
    return f"*** Begin Patch\n*** {kind} File: {step.path}\n{hunk}*** End Patch\n"


def _script(step: Step) -> str:
    """A shell command that does an edit, for clients that have nothing but a shell."""
    if step.old is None:
        return f"printf %s {shlex.quote(step.new)} > {shlex.quote(step.path)}"
    path, old, new = map(json.dumps, (step.path, step.old, step.new))
    code = f"t = open({path}).read(); t.index({old}); open({path}, 'w').write(t.replace({old}, {new}, 1))"
    return f"python3 -c {shlex.quote(code)}"


def _block(step: Step) -> str:
    old = "" if step.old is None else step.old
    ended = [f"{part}\n" if part and not part.endswith("\n") else part for part in (old, step.new)]
    return f"{step.path}\n```\n<<<<<<< SEARCH\n{ended[0]}=======\n{ended[1]}>>>>>>> REPLACE\n```\n"
