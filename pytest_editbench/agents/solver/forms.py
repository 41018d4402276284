"""The table of the forms in which a prompt may ask for a change."""

from __future__ import annotations

from pytest_editbench.agents.solver import examples, hunks, inline, structure, whole
from pytest_editbench.agents.solver.labels import Role
from pytest_editbench.agents.solver.orders import Form, in_each_file
from pytest_editbench.agents.solver.prompt import phrase

_F = "[^\ue000]{0,90}?"  # words between two code spans
_N = r"(?:[\w-]+:? ){0,5}?"  # a few words just before a code span
_SIDE = "(?P<side>before|above|after|below|behind)"
_UNDER = "(?:after|below|behind|under|follow(?:s|ing))"
_REMOVE = r"\b(?:delete|remove|drop|unwrap)\b"
_CHANGE = r"\b(?:change|replace|turn|correct|fix|update)\b"
_MOVE = r"\b(?:move|put|bring|belongs)\b"
_WITH = "(?:to|with|by|into|→|->)"
_OUGHT = "(?:should|must|has to|ought to)"
_WRONG = r"\b(?:misspel\w+|mistyped|misnamed|typo)\b"
_CLOSE = r"\b(?:clos\w+|dedent\w*|un-?indent\w*|outdent\w*|body|wrapper)\b"
_ALL = r"\b(?:everywhere|throughout|wherever|on (?:all|every|lines)|in all)\b"
_FILE_END = r"(?:\s*(?:file|module)\b)?(?=[.,;]|\s*$|\s+and\b|\s+(?:completely|entirely|altogether)\b)"
_IN_LINE = rf"(?:{_F}\bin the line:? {_N}{{anchor}})?"

FORMS: tuple[Form, ...] = (
    Form(
        "replace-block",
        in_each_file(hunks.replace),
        roles=((Role.OLD, Role.NEW),),
        examples=examples.REPLACE_BLOCK,
    ),
    Form(
        "insert-block",
        in_each_file(hunks.insert),
        roles=(
            (Role.AFTER, Role.INSERT),
            (Role.BEFORE, Role.INSERT),
            (Role.INSERT, Role.AFTER),
            (Role.INSERT, Role.BEFORE),
            (Role.INSERT,),
        ),
        phrases=(phrase(rf"\b{_SIDE} {_N}{{anchor}}"),),
        examples=examples.INSERT_BLOCK,
    ),
    Form(
        "delete-block",
        in_each_file(hunks.delete),
        roles=((Role.DELETE,),),
        examples=examples.DELETE_BLOCK,
    ),
    Form(
        "replace-line",
        in_each_file(hunks.replace_lines),
        roles=((Role.NEW,),),
        phrases=(phrase(rf"\b(?:replace|change|rewrite|line) {_N}{{anchor}}"),),
        examples=examples.REPLACE_LINE,
    ),
    Form(
        "write-file",
        whole.write,
        roles=((Role.CONTENT,),),
        phrases=(phrase(r"{path}"),),
        examples=examples.WRITE_FILE,
    ),
    Form(
        "delete-file",
        whole.delete,
        phrases=(phrase(rf"{_REMOVE} (?:the )?(?:[\w-]+ )?(?:file )?{{path}}{_FILE_END}"),),
        examples=examples.DELETE_FILE,
    ),
    Form(
        "rename-file",
        whole.rename,
        phrases=(phrase(rf"\b(?:rename|move) {_N}{{path}}(?: file)? (?:to|into|as) {_N}{{to}}"),),
        examples=examples.RENAME_FILE,
    ),
    Form(
        "swap-if-else",
        in_each_file(structure.swap_branches),
        phrases=(
            phrase(
                rf"\b(?:branch\w*|bod(?:y|ies)|blocks?) {_N}(?:of|under|in|for|at) {_N}{{condition}}.*\bswap"
            ),
            phrase(rf"\bswap{_F}\b(?:branch\w*|bod(?:y|ies))\b{_F}{{condition}}"),
        ),
        examples=examples.SWAP_IF_ELSE,
    ),
    Form(
        "swap",
        in_each_file(structure.swap),
        phrases=(
            phrase(rf"{{second}} (?P<belongs>belongs){_F}\bbefore{_F}{{first}}.*\bswap\b"),
            phrase(rf"{{first}} (?P<belongs>belongs){_F}\bafter{_F}{{second}}.*\bswap\b"),
            phrase(
                rf"{{second}} (?P<belongs>{_OUGHT}) (?:come|stand|be|go|run)\b"
                rf"{_F}\bbefore{_F}{{first}}.*\bswap\b"
            ),
            phrase(rf"\bswap\b{_F}{{first}}{_F}\b(?:and|with|for)\b{_F}{{second}}"),
            phrase(rf"{{first}} and {_N}{{second}}{_F}\b(?:order|swapped|exchanged)\b.*\bswap\b"),
        ),
        examples=examples.SWAP,
    ),
    Form(
        "swap-lines",
        in_each_file(structure.swap_lines),
        phrases=(phrase(r"\bswap (?:the )?lines (?P<one>\d+) (?:and|with) (?:line )?(?P<two>\d+)"),),
        examples=examples.SWAP_LINES,
    ),
    Form(
        "unwrap",
        in_each_file(structure.unwrap),
        phrases=(
            phrase(rf"{_REMOVE}{_F}{{wrapper}}{_F}\bline (?P<line>\d+){_F}{_CLOSE}"),
            phrase(rf"{_REMOVE}{_F}{{wrapper}}{_F}{_CLOSE}"),
        ),
        examples=examples.UNWRAP,
    ),
    Form(
        "delete-copy",
        in_each_file(structure.delete_copy),
        phrases=(
            phrase(rf"{{head}}{_F}\b(?:twice|duplicate\w*|repeated)\b.*{_REMOVE}"),
            phrase(rf"{_REMOVE}{_F}\b(?:second|duplicate\w*|extra|repeated)\b{_F}{{head}}"),
        ),
        examples=examples.DELETE_COPY,
    ),
    Form(
        "delete-named-block",
        in_each_file(structure.delete_named),
        phrases=(phrase(rf"{_REMOVE} {_N}(?:start\w*|begin\w*) (?:with|at) {{head}}"),),
        examples=examples.DELETE_NAMED_BLOCK,
    ),
    Form(
        "delete-line",
        in_each_file(structure.delete_line),
        phrases=(
            phrase(rf"{_REMOVE} (?:the )?(?:[\w-]+ )?line:? {{anchor}}"),
            phrase(rf"{_REMOVE} (?:the )?lines? \d+"),
        ),
        examples=examples.DELETE_LINE,
    ),
    Form(
        "move",
        in_each_file(structure.move),
        phrases=(
            phrase(rf"{{head}}{_F}\b{_UNDER} {_N}{{previous}}{_F}{_MOVE}{_F}\b{_SIDE} {_N}{{destination}}"),
            phrase(
                rf"{_MOVE}{_F}{{head}}{_F}\b(?:sits|stands|is)\b{_F}\b{_UNDER} {_N}{{previous}}"
                rf"{_F}\b{_SIDE} {_N}{{destination}}"
            ),
            phrase(rf"{_MOVE}{_F}{{head}}{_F}\b{_SIDE} {_N}{{destination}}"),
            phrase(rf"{{head}}{_F}{_MOVE}{_F}\b{_SIDE} {_N}{{destination}}"),
        ),
        examples=examples.MOVE,
    ),
    Form(
        "add-line",
        in_each_file(structure.add_line),
        phrases=(
            phrase(
                rf"\b(?:add|insert|restore|(?:put|bring) back) {_N}{{added}}{_F}\b{_SIDE} {_N}{{neighbour}}"
            ),
        ),
        examples=examples.ADD_LINE,
    ),
    Form(
        "rename-identifier",
        in_each_file(inline.rename),
        phrases=(
            phrase(rf"{{new}}{_F}\b(?:misspel\w+|mistyped|written|spelled|spelt) as {_N}{{old}}"),
            phrase(rf"{{old}}{_F}{_WRONG}{_F}{{new}}"),
            phrase(rf"{_WRONG}{_F}{{old}} {_OUGHT} (?:be|read) {_N}{{new}}"),
            phrase(rf"\brename {_N}{{old}}{_F}{_WITH} {_N}{{new}}"),
            phrase(rf"{_CHANGE} {_N}(?:every|all|each)\b{_F}{{old}}{_F}{_WITH} {_N}{{new}}"),
            phrase(rf"{_CHANGE} {_N}{{old}} {_WITH} {_N}{{new}}{_F}{_ALL}"),
            phrase(rf"\b(?:every|all|each) {_N}{{old}}{_F}\b{_OUGHT} (?:be|read) {_N}{{new}}"),
            phrase(rf"{_WRONG}:? {_N}{{old}}{_F}{{new}}"),
        ),
        examples=examples.RENAME_IDENTIFIER,
    ),
    Form(
        "rewrite-line",
        in_each_file(inline.rewrite_line),
        phrases=(phrase(rf"{_CHANGE} line (?P<line>\d+) {_WITH} {_N}{{new}}"),),
        examples=examples.REWRITE_LINE,
    ),
    Form(
        "change-text",
        in_each_file(inline.change_text),
        phrases=(
            phrase(rf"\bin the line {_N}{{anchor}}{_F}{_CHANGE} {_N}{{old}}{_F}{_WITH} {_N}{{new}}"),
            phrase(rf"{_CHANGE} the (?:[\w-]+ )?line {{anchor}} {_WITH} {_N}{{new}}"),
            phrase(rf"{_CHANGE} {_N}{{old}}{_F}{_WITH} {_N}{{new}}{_IN_LINE}"),
            phrase(r"\bline \d+:? {old} (?:→|->|=>|becomes) {new}"),
        ),
        examples=examples.CHANGE_TEXT,
    ),
    Form(
        "should-read",
        in_each_file(inline.change_text),
        declares=True,
        phrases=(
            phrase(rf"{{old}} {_OUGHT} (?:be|read|become) {_N}{{new}}{_IN_LINE}"),
            phrase(
                rf"{_OUGHT} (?:be|read|say) {_N}{{new}},? (?:instead of|rather than|and not|not) {_N}{{old}}"
            ),
        ),
        examples=examples.SHOULD_READ,
    ),
)
