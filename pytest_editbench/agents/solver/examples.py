"""What each form looks like: prompts with a file before and after, run by one test."""

from __future__ import annotations

from pytest_editbench.agents.solver.orders import Example

REPLACE_BLOCK = (
    Example(
        "# Fix a bug in a.ts\n\nReplace this block:\n\n```ts\nb();\n```\n\nWith this:\n\n```ts\nB();\n```\n",
        "a();\nb();\nc();\n",
        "a();\nB();\nc();\n",
    ),
    Example("Before:\n~~~~\nb\n~~~~\nAfter:\n~~~~\nB\n~~~~\n", "a\r\nb\r\nc", "a\r\nB\r\nc"),
    Example("Find:\n```\nx\n```\nChange to:\n```\ny\n```\n", "x\nx\n", None),
    Example(
        "### Change 1\n\nAround line 3, replace this block:\n```\nx\n```\nwith this:\n```\n1\n```\n"
        "### Change 2\n\nStarting at line 1, replace this block:\n```\nx\n```\nwith this:\n```\n2\n```\n",
        "x\na\nx\n",
        "2\na\n1\n",
    ),
    Example(
        "1. Replace this:\n\n   ```\n   if x:\n       y\n   ```\n\n   with this:\n\n   ```\n   if "
        "x:\n       z\n   ```\n",
        "def f():\n\tif x:\n\t    y\n",
        "def f():\n\tif x:\n\t    z\n",
        "a.py",
    ),
    Example(
        "In the function `g`, replace this block:\n```\n  return 1;\n```\nwith:\n```\n  return 2;\n```\n",
        "function f() {\n  return 1;\n}\nfunction g() {\n  return 1;\n}\n",
        "function f() {\n  return 1;\n}\nfunction g() {\n  return 2;\n}\n",
    ),
    Example(
        "Near the end of the file, replace this block:\n```\nx\n```\nwith this:\n```\ny\n```\n",
        "x\n1\n2\n3\n4\nx\n",
        "x\n1\n2\n3\n4\ny\n",
    ),
)
INSERT_BLOCK = (
    Example("Insert this block after the line `b`:\n```\nx\ny\n```\n", "a\nb\nc\n", "a\nb\nx\ny\nc\n"),
    Example("Insert this block directly before the line `a`:\n```\nx\n```\n", "a\na\n", None),
    Example("Add the following at the end of the file:\n```\nx\n```\n", "a\nb", "a\nb\nx"),
    Example("After this line:\n```\na\n```\nadd this:\n```\nx\n```\n", "a\nb\n", "a\nx\nb\n"),
    Example("A line is missing. After line 1, insert this block:\n```\nx\n```\n", "a\nb\n", "a\nx\nb\n"),
    Example("Insert this block after line 1:\n```\n\nx\n```\n", "a\nb\n", "a\n\nx\nb\n"),
)
DELETE_BLOCK = (
    Example("Delete this block:\n```\nb\n\n```\n", "a\nb\n\nc\n", "a\nc\n"),
    Example("Delete this block, starting at line 3:\n```\nb\n```\n", "b\na\nb\n", "b\na\n"),
    Example("Remove these lines:\n```\nb\n```\n", "a\nb\nb\nc\nb\n", None),
)
REPLACE_LINE = (
    Example("Replace the line `b` with this:\n```\nB\nC\n```\n", "a\n  b\n", "a\n  B\n  C\n"),
    Example("Replace lines 1-2 with this:\n```\nx\n```\n", "a\nb\nc\n", "x\nc\n"),
    Example("Around line 1, it should read:\n```\nx\n```\n", "a\n", None),
)
WRITE_FILE = (
    Example("Replace the whole content of `a.ts` with:\n```\nx\n```\n", "a\nb\n", "x\n"),
    Example("Create `a.ts/b` with exactly this content:\n```\nx\n```\n", "a\n", None),
)
DELETE_FILE = (Example("Delete the file `b.ts`.", "a\n", None),)
RENAME_FILE = (Example("Rename `a.ts` to `../b.ts`.", "a\n", None),)
SWAP_IF_ELSE = (
    Example(
        "The branch bodies of `if (x) {` are swapped: the current else body belongs under the if, "
        "and vice versa. "
        "Swap the two branch bodies.",
        "if (x) {\n  a();\n\n  b();\n} else {\n  c();\n}\n",
        "if (x) {\n  c();\n} else {\n  a();\n\n  b();\n}\n",
    ),
    Example(
        "Swap the two branch bodies of `elif y:`.",
        "if x:\n    a\nelif y:\n    b\nelse:\n    c\n    d\ne\n",
        "if x:\n    a\nelif y:\n    c\n    d\nelse:\n    b\ne\n",
        "a.py",
    ),
    Example("Swap the two branch bodies of `if (x) {`.", "if (x) {\n  a();\n}\n", None),
)
SWAP = (
    Example(
        "Two adjacent blocks are in the wrong order: the block starting with `function b() {` belongs before "
        "the block starting with `function a() {`. Swap the two blocks.",
        "function a() {\n  1;\n}\n\nfunction b() {\n  2;\n}\n",
        "function b() {\n  2;\n}\n\nfunction a() {\n  1;\n}\n",
    ),
    Example(
        "Two adjacent statements are in the wrong order: `b()` belongs before `a()`. Swap the two "
        "statements.",
        "a()\nb()",
        "b()\na()",
        "a.py",
    ),
    Example(
        "Two blocks are in the wrong order: the block starting with `def b():` (line 5, together with the 2 "
        "comment and decorator lines directly above it) belongs before the block starting with `def a():` "
        "(together with the decorator line directly above it). Swap the two blocks.",
        "@x\ndef a():\n    1\n# B\n@x\ndef b():\n    2\n",
        "# B\n@x\ndef b():\n    2\n@x\ndef a():\n    1\n",
        "a.py",
    ),
    Example("Swap the statements `a()` and `c()`.", "a()\nb()\nc()\n", None),
    Example(
        "Two statements are in the wrong order: `b()` (line 4) belongs before `a()` (line 3). Swap the two.",
        "a()\nb()\na()\nb()\n",
        "a()\nb()\nb()\na()\n",
        "a.py",
    ),
    Example(
        "Two statements are in the wrong order: `b()` belongs before `a()` (line 3). Swap the two.",
        "a()\nb()\na()\nb()\nc()\nb()\n",
        "a()\nb()\nb()\na()\nc()\nb()\n",
        "a.py",
    ),
    Example(
        "Two fields are in the wrong order: `b = 2;` belongs before `@Watch() a = 1;`. Swap the two.",
        "class A {\n  @Watch() a = 1;\n  b = 2;\n}\n",
        "class A {\n  b = 2;\n  @Watch() a = 1;\n}\n",
    ),
    Example(
        "Two blocks are in the wrong order: the block starting with `elif b:` belongs before the "
        "block starting "
        "with `elif a:`. Swap them.",
        "if x:\n    1\nelif a:\n    2\nelif b:\n    3\n    4\nelse:\n    5\n",
        "if x:\n    1\nelif b:\n    3\n    4\nelif a:\n    2\nelse:\n    5\n",
        "a.py",
    ),
    Example(
        "Two sections are in the wrong order: the section starting with `## B` belongs before the "
        "one starting "
        "with `## A`. Swap the two.",
        "# T\n\n## A\n\n### a\n\n1\n\n## B\n\n2\n",
        "# T\n\n## B\n\n2\n\n## A\n\n### a\n\n1\n",
        "a.md",
    ),
    Example(
        "Two keys are in the wrong order: the key starting with `b:` belongs before the key "
        "starting with `a:`. Swap.",
        "r:\n  a:\n  - 1\n  - 2\n  b:\n    c: 3\n  d: 4\n",
        "r:\n  b:\n    c: 3\n  a:\n  - 1\n  - 2\n  d: 4\n",
        "a.yaml",
    ),
)
SWAP_LINES = (
    Example("Swap lines 1 and 2.", "a\nb\nc\n", "b\na\nc\n"),
    Example("Swap lines 3 and 4.", "a\nb\nc\n", None),
)
UNWRAP = (
    Example(
        "A leftover debugging wrapper is redundant: remove the `if (true) {` on line 2 together "
        "with its closing "
        "brace, and dedent the wrapped body one level.",
        "f();\nif (true) {\n  if (x) {\n    a();\n  }\n\n  b();\n}\ng();\n",
        "f();\nif (x) {\n  a();\n}\n\nb();\ng();\n",
    ),
    Example(
        "A leftover wrapper is redundant: remove the `if True:` on line 2 and dedent the wrapped "
        "body one level.",
        "def f():\n    if True:\n        a\n\n        b\n    c\n",
        "def f():\n    a\n\n    b\n    c\n",
        "a.py",
    ),
    Example(
        "Remove the wrapper `if (true) {` on line 1 and dedent its body.", "a\nif (true) {\n  b\n}\n", None
    ),
    Example(
        "Remove the `if (true) {` on line 2 and dedent its body.\n\nAfter the fix, the regions must read:\n\n"
        "Around line 1:\n\n```\nf();\na();\n```\n\nAround line 4:\n\n```\nd();\ng();\n```\n\n"
        "The lines that are not shown here are dedented by one level too.",
        "f();\nif (true) {\n  a();\n  b();\n  d();\n}\ng();\n",
        "f();\na();\nb();\nd();\ng();\n",
    ),
    Example(
        "Remove the `if (true) {` on line 2 and dedent its body.\n\nAfter the fix, the regions must read:\n\n"
        "Around line 1:\n\n```\nf();\na();\n```\n\nAround line 5:\n\n```\nd();\ng();\n```\n\n"
        "The lines that are not shown here are dedented by one level too.",
        "f();\nif (true) {\n  a();\n  t = `\n  b`;\n  d();\n}\ng();\n",
        None,
    ),
)
DELETE_COPY = (
    Example(
        "The block starting with `try {` (line 4) appears twice in a row. Delete the second copy.",
        "try {\n  a();\n}\ntry {\n  try {\n    b();\n  }\n}\n\ntry {\n  try {\n    b();\n  }\n}\n\nc();\n",
        "try {\n  a();\n}\ntry {\n  try {\n    b();\n  }\n}\n\nc();\n",
    ),
    Example(
        "The block starting with `if (x) {` appears twice in a row — the second copy is a "
        "copy-paste accident. "
        "Delete the second copy and keep the first.\n\nAfter the fix, the affected region must read "
        "exactly:\n\n"
        "Around line 3:\n\n```ts\n}\nb();\n```\n",
        "if (x) {\n  a();\n}\n\nif (x) {\n  a();\n}\nb();\n",
        "if (x) {\n  a();\n}\nb();\n",
    ),
    Example(
        "The block starting with `for x in y:` appears twice in a row. Delete the second copy.",
        "for x in y:\n    a\n\nfor x in y:\n    a\n\nb\n",
        "for x in y:\n    a\n\nb\n",
        "a.py",
    ),
    Example(
        "The block starting with `a {` appears twice in a row. Delete the second copy.",
        "a {\n  1\n}\na {\n  2\n}\n",
        None,
    ),
)
DELETE_NAMED_BLOCK = (
    Example(
        "Delete the block starting with `go();` (together with the comment line directly above it).",
        "a\n// 1\n// 2\ngo();\nb\n",
        "a\n// 1\nb\n",
    ),
    Example("Delete the block starting with `if (x) {`.", "a\nif (x) {\n  y\n}\nb\n", "a\nb\n"),
    Example("Delete the block starting with `if (x) {`.", "a\n\nif (x) {\n  y\n}\nb\n", None),
)
DELETE_LINE = (
    Example("Delete the line `b`.", "a\n  b\nc\n", "a\nc\n"),
    Example("Delete lines 2-3.", "a\nb\nc\nd\n", "a\nd\n"),
    Example("Delete the line `b`.", "b\na\nb\n", None),
)
MOVE = (
    Example(
        "The block starting with `d(() => {` was moved to the wrong place — it currently sits after `c();`. "
        "Move it back so it comes directly before `b();`.",
        "a();\nb();\nc();\nd(() => {\n  1;\n});\ne();\n",
        "a();\nd(() => {\n  1;\n});\nb();\nc();\ne();\n",
    ),
    Example("Move the block starting with `b` directly after `c`.", "a\nb\nc\nd\n", "a\nc\nb\nd\n"),
    Example(
        "The block starting with `b` (line 6) was moved to the wrong place: it now sits after `x` (line 5). "
        "Move it back so that it comes directly before `a` (line 3).",
        "a\nx\na\nb\nx\nb\n",
        "a\nx\nb\na\nb\nx\n",
    ),
    Example(
        "The block starting with `b` was moved to the wrong place: it currently sits after `x`. "
        "Move it back so that it comes directly before `a`.",
        "a\nb\nx\n",
        None,
    ),
)
ADD_LINE = (
    Example(
        "In this file's switch, the value in `case 1:` must be handled exactly like the case after it: add a "
        "fall-through `case 1:` label directly before `case 2:`.",
        "switch (x) {\n  case 2:\n    a();\n}\n",
        "switch (x) {\n  case 1:\n  case 2:\n    a();\n}\n",
    ),
    Example("Insert the line `x` directly after the line `b`.", "a\n  b\n", "a\n  b\n  x\n"),
    Example("Add a `case 1` label directly before `case 2:`.", "case 2:\ncase 2:\n", None),
    Example(
        "Add `case 1:` directly before `case 2:` (line 2).",
        "case 2:\ncase 2:\n",
        "case 2:\ncase 1:\ncase 2:\n",
    ),
)
RENAME_IDENTIFIER = (
    Example(
        "The identifier `recieve` is misspelled on 3 lines; the right spelling is `receive`; lines "
        "1, 2 and 4.",
        "recieve(recieve)\nrecieve\nreceiver recieved\n.recieve\n",
        "receive(receive)\nreceive\nreceiver recieved\n.receive\n",
    ),
    Example("`receive` is misspelled as `recieve` on two lines.", "recieve\nrecieve\n", "receive\nreceive\n"),
    Example("The identifier `a` is misspelled on 3 lines; the right spelling is `b`.", "a\na\n", None),
    Example("Rename every `a` to `b`, on lines 1 and 3.", "a\na\na\n", "b\na\nb\n"),
)
REWRITE_LINE = (
    Example("Replace line 2 with `b + 1`.", "a\n\tb\nc\n", "a\n\tb + 1\nc\n"),
    Example("Change line 9 to `x`.", "a\n", None),
)
CHANGE_TEXT = (
    Example(
        "Change `<` to `<=` on line 2 (in the line ``if (a < b) {``).",
        "x < y\nif (a < b) {\n",
        "x < y\nif (a <= b) {\n",
    ),
    Example("On line 1, replace `a` with `b`.", "a c\na\n", "b c\na\n"),
    Example("Change `a` to `b` on line 1. Change `c` to `d` on line 1.", "a c\n", "b d\n"),
    Example("Change `a` to `b`.", "a a\n", None),
    Example("Replace the line `a` with `b`.", "a + a\n  a\n", "a + a\n  b\n"),
)
SHOULD_READ = (
    Example("On line 1, `a` should be `b`.", "a\na\n", "b\na\n"),
    Example(
        "`>` should be `>=`.\n\nReplace this block:\n```\nif x > 1:\n```\nWith this:\n```\nif x >= 1:\n```\n",
        "if x > 1:\n    y > 2\n",
        "if x >= 1:\n    y > 2\n",
        "a.py",
    ),
)
