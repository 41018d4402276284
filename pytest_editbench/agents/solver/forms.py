"""The table of the forms in which a prompt may ask for a change."""

from __future__ import annotations

from pytest_editbench.agents.solver import hunks, inline, structure, whole
from pytest_editbench.agents.solver.labels import Role
from pytest_editbench.agents.solver.orders import Form, in_each_file
from pytest_editbench.agents.solver.prompt import phrase

_F = "[^\ue000]{0,90}?"  # words between two code spans
_N = r"(?:[\w-]+ ){0,5}?"  # a few words just before a code span
_SIDE = "(?P<side>before|above|after|below|behind)"

FORMS: tuple[Form, ...] = (
    Form(
        "replace-block",
        in_each_file(hunks.replace),
        roles=((Role.OLD, Role.NEW),),
    ),
    Form(
        "insert-block",
        in_each_file(hunks.insert),
        roles=((Role.AFTER, Role.INSERT), (Role.BEFORE, Role.INSERT), (Role.INSERT, Role.AFTER), (Role.INSERT, Role.BEFORE), (Role.INSERT,)),
        phrases=(phrase(rf"\b(?:after|before|below|above|under) {_N}{{anchor}}"),),
    ),
    Form(
        "delete-block",
        in_each_file(hunks.delete),
        roles=((Role.DELETE,),),
    ),
    Form(
        "replace-line",
        in_each_file(hunks.replace_lines),
        roles=((Role.NEW,),),
        phrases=(phrase(rf"\b(?:replace|change|rewrite|line) {_N}{{anchor}}"),),
    ),
    Form(
        "write-file",
        whole.create,
        roles=((Role.CONTENT,),),
        phrases=(phrase(rf"{{path}}"),),
    ),
    Form(
        "delete-file",
        whole.delete_file,
        phrases=(
            phrase(rf"\b(?:delete|remove) {_N}{{path}}"),
        ),
    ),
    Form(
        "rename-file",
        whole.rename_file,
        phrases=(phrase(rf"\b(?:rename|move) {_N}{{path}}(?: file)? (?:to|into|as) {_N}{{to}}"),),
    ),
    Form(
        "swap-if-else",
        in_each_file(structure.swap_branches),
        phrases=(
            phrase(rf"\b(?:branch\w*|bod(?:y|ies)|blocks?)\b{_F}\b(?:of|under|in|for|at) {_N}{{condition}}{_F}\bswap"),
            phrase(rf"\bswap{_F}\b(?:branch\w*|bod(?:y|ies))\b{_F}{{condition}}"),
        ),
    ),
    Form(
        "swap",
        in_each_file(structure.swap),
        phrases=(
            phrase(rf"{{second}} (?P<belongs>belongs){_F}\bbefore{_F}{{first}}.*\bswap\b"),
            phrase(rf"{{first}} (?P<belongs>belongs){_F}\bafter{_F}{{second}}.*\bswap\b"),
            phrase(rf"{{second}}{_F}\b(?P<belongs>must|should) (?:come|stand|be|go|run)\b{_F}\bbefore{_F}{{first}}.*\bswap\b"),
            phrase(rf"\bswap\b{_F}{{first}}{_F}\b(?:and|with|for)\b{_F}{{second}}"),
        ),
    ),
    Form(
        "unwrap",
        in_each_file(structure.unwrap),
        phrases=(
            phrase(rf"\b(?:remove|delete|drop|unwrap)\b{_F}{{wrapper}}{_F}\bline (?P<line>\d+){_F}\b(?:clos\w+|dedent|un-?indent|outdent|body)"),
            phrase(rf"\b(?:remove|delete|drop|unwrap)\b{_F}{{wrapper}}{_F}\b(?:clos\w+|dedent|un-?indent|outdent|body|wrapper)"),
        ),
    ),
    Form(
        "delete-copy",
        in_each_file(structure.delete_copy),
        phrases=(
            phrase(rf"{{head}}{_F}\b(?:twice|duplicate\w*|repeated)\b.*\b(?:delete|remove|drop)\b"),
            phrase(rf"\b(?:delete|remove|drop)\b{_F}\b(?:second|duplicate\w*|extra|repeated)\b{_F}{{head}}"),
        ),
    ),
    Form(
        "move",
        in_each_file(structure.move),
        phrases=(
            phrase(rf"{{head}}{_F}\b(?:after|below|behind|under|follow\w*) {_N}{{previous}}{_F}\b(?:move|put|bring|belongs)\b{_F}\b{_SIDE} {_N}{{destination}}"),
            phrase(rf"\b(?:move|put|bring)\b{_F}{{head}}{_F}\b(?:sits|stands|is)\b{_F}\b(?:after|below|behind|under) {_N}{{previous}}{_F}\b{_SIDE} {_N}{{destination}}"),
            phrase(rf"\b(?:move|put|bring)\b{_F}{{head}}{_F}\b{_SIDE} {_N}{{destination}}"),
            phrase(rf"{{head}}{_F}\b(?:move|put|bring|belongs)\b{_F}\b{_SIDE} {_N}{{destination}}"),
        ),
    ),
    Form(
        "add-line",
        in_each_file(structure.add_label),
        phrases=(phrase(rf"\b(?:add|insert|restore|put back|re-add)\b {_N}{{label}}{_F}\b{_SIDE} {_N}{{before}}"),),
    ),
    Form(
        "rename-identifier",
        in_each_file(inline.rename),
        phrases=(
            phrase(rf"{{new}}{_F}\b(?:misspel\w+|mistyped|written|spelled|spelt) as {_N}{{old}}"),
            phrase(rf"{{old}}{_F}\b(?:misspel\w+|mistyped|misnamed|typo)\b{_F}{{new}}"),
            phrase(rf"\b(?:misspel\w+|mistyped|misnamed|typo)\b{_F}{{old}} (?:should|must|has to|ought to) (?:be|read) {_N}{{new}}"),
            phrase(rf"\brename {_N}{{old}}{_F}\b(?:to|into|as) {_N}{{new}}"),
            phrase(rf"\b(?:replace|change|correct|fix) {_N}(?:every|all|each)\b{_F}{{old}}{_F}\b(?:to|with|by|into) {_N}{{new}}"),
            phrase(rf"\b(?:replace|change|correct|fix) {_N}{{old}} (?:to|with|by|into) {_N}{{new}}{_F}\b(?:everywhere|throughout|wherever|on (?:all|every|lines)|in all)\b"),
            phrase(rf"\b(?:misspelled|misspelt|mistyped) {_N}{{old}}{_F}{{new}}"),
        ),
    ),
    Form(
        "change-text",
        in_each_file(inline.change_text),
        phrases=(
            phrase(rf"\bin the line {_N}{{anchor}}{_F}\b(?:change|replace|turn|correct)\b {_N}{{old}}{_F}\b(?:to|with|by|into) {_N}{{new}}"),
            phrase(rf"\b(?:change|replace|turn|correct|fix|update) {_N}{{old}}{_F}(?:\bto|\bwith|\bby|\binto|→|->) {_N}{{new}}(?:{_F}\bin the line:? {_N}{{anchor}})?"),
            phrase(rf"{{old}} (?:should|must|has to|ought to) (?:be|read|become) {_N}{{new}}(?:{_F}\bin the line:? {_N}{{anchor}})?"),
        ),
    ),
)
