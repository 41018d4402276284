"""What each structural mutation makes of a source; one test runs them all."""

from pytest_editbench.generate.mutations.mutation import Example

LABELS = (
    Example(
        "switch (kind) {\n  case 'gull':\n  case 'tern':\n    land();\n    break;\n  case 'auk':\n}",
        ("switch (kind) {\n  case 'tern':\n    land();\n    break;\n  case 'auk':\n}",),
    ),
    Example(
        "switch (n) {\n  case Size.Small:\n  case Size.Large:\n  default:\n    fit(n);\n}\n",
        (
            "switch (n) {\n  case Size.Large:\n  default:\n    fit(n);\n}\n",
            "switch (n) {\n  case Size.Small:\n  default:\n    fit(n);\n}\n",
        ),
    ),
    # The last label, a label on a shared line, one with a remark, one with a remark below, one off the grid.
    Example("switch (n) {\n  case one:\n    a();\n  case two:\n}\n", ()),
    Example("switch (n) {\n  case one: case two:\n    a();\n}\n", ()),
    Example("switch (n) {\n  case one: // rare\n  case two:\n    a();\n}\n", ()),
    Example("switch (n) {\n  case one:\n  // rare\n  case two:\n    a();\n}\n", ()),
    Example("switch (n) {\n    case one:\n  case two:\n    a();\n}\n", ()),
    Example("match n:\n    case 1 | 2:\n        one()\n    case _:\n        pass\n", (), "a.py"),
)

ADJACENT = (
    Example(
        "load(shelf);\n\nsort(shelf); // by weight\n",
        ("sort(shelf); // by weight\n\nload(shelf);\n",),
    ),
    Example("load(shelf)\nsort(shelf)", ("sort(shelf)\nload(shelf)",), "a.py"),
    Example(
        "class Shelf {\n  depth = 1;\n  @Watch() width = 2;\n}\n",
        ("class Shelf {\n  @Watch() width = 2;\n  depth = 1;\n}\n",),
    ),
    Example("'use strict';\nload(shelf);\n\n\nsort(shelf);\n", ()),
    Example("import a from 'aa';\nexport * from 'bb';\nload(shelf);\n", ()),
    Example("load(shelf); sort(shelf);\n", ()),
    Example("load(shelf);\nload(shelf);\n", ()),
    Example("load(shelf)\n// The heavy ones sink.\nsort(shelf)\n", ()),
    Example("load(shelf)\n[1, 2].forEach(sort)\n", ()),
    Example('"""Shelves."""\nload(shelf)\nimport os\nsort(shelf)\n', (), "a.py"),
    Example("def fill():\n    global shelf\n    shelf = 1\n", (), "a.py"),
)

SIBLINGS = (
    Example(
        "\n// Loads.\nfunction load() {\n  one();\n}\n\nconst depth = 1;\n",
        ("\nconst depth = 1;\n\n// Loads.\nfunction load() {\n  one();\n}\n",),
    ),
    Example(
        "class Shelf {\n  @Log()\n  load(): void {\n    one();\n  }\n\n  depth(): number;\n}\n",
        ("class Shelf {\n  depth(): number;\n\n  @Log()\n  load(): void {\n    one();\n  }\n}\n",),
    ),
    Example(
        "class Box:\n  @cached\n  def load(self):\n    one()\n    two()\n\n  def size(self):\n    ...\n",
        ("class Box:\n  def size(self):\n    ...\n\n  @cached\n  def load(self):\n    one()\n    two()\n",),
        "a.py",
    ),
    Example(
        "if full:\n    one()\n    two()\n\n\nreset()\n",
        ("reset()\n\n\nif full:\n    one()\n    two()\n",),
        "a.py",
    ),
    Example("function load() {\n  one();\n}\n\n\nconst depth = 1;\n", ()),  # too far apart
    Example("function load() {\n  one();\n}\n\n// Loose remark.\n\nconst depth = 1;\n", ()),
    Example("function load() {\n  one();\n}\n// Remark on either.\n\nconst depth = 1;\n", ()),
    Example("/* Licence of this file. */\nfunction load() {\n  one();\n}\n\nconst depth = 1;\n", ()),
    Example("import {\n  a,\n} from 'aa';\n\nconst depth = 1;\n", ()),
    Example("try {\n  one();\n} finally {\n  two();\n}\n\ntry {\n  two();\n} finally {\n  one();\n}\n", ()),
    Example("match n:\n    case 1:\n        one()\n        two()\n    case 2:\n        two()\n", (), "a.py"),
)

BRANCHES = (
    Example(
        "if (full) {\n  // Nothing fits.\n  close();\n\n  lock();\n} else {\n  fill();\n}\n",
        ("if (full) {\n  fill();\n} else {\n  // Nothing fits.\n  close();\n\n  lock();\n}\n",),
    ),
    Example(
        "if (full) {\n  close();\n}\nelse {\n  fill();\n}\n",
        ("if (full) {\n  fill();\n}\nelse {\n  close();\n}\n",),
    ),
    Example(
        "def run():\n    if full:\n        close()\n    else:\n        # Room for more.\n        fill()",
        ("def run():\n    if full:\n        # Room for more.\n        fill()\n    else:\n        close()",),
        "a.py",
    ),
    Example("if (full) {\n  close();\n} else if (odd) {\n  fill();\n} else {\n  empty();\n}\n", ()),
    Example("if (full) {\n  close();\n} else {\n  close()  ;\n}\n", ()),
    Example("if (full) {\n} else {\n  fill();\n}\n", ()),
    Example("if (full) close(); else { fill(); }\n", ()),
    Example("if (\n  full\n) {\n  close();\n} else {\n  fill();\n}\n", ()),
    Example("if (full) {\n  a();\n  b();\n  c();\n  d();\n  e();\n  f();\n} else {\n  fill();\n}\n", ()),
    Example("if full:\n    close()\nelif odd:\n    fill()\nelse:\n    empty()\n", (), "a.py"),
    Example("if full:\n    close()\n\nelse:\n    fill()\n", (), "a.py"),
)

WRAP = (
    Example(
        "() => {\n  one();\n\n  // Then:\n  two(\n    2,\n  );\n}\n",
        ("() => {\n  if (true) {\n    one();\n\n    // Then:\n    two(\n      2,\n    );\n  }\n}\n",),
    ),
    Example(
        "const run = () => {\n\tone();\n\ttwo();\n\tthree();\n\tfour();\n};\n",
        ("const run = () => {\n\tif (true) {\n\t\tone();\n\t\ttwo();\n\t\tthree();\n\t\tfour();\n\t}\n};\n",),
        "a.js",
    ),
    Example(
        "def run():\n    # First:\n    one()\n    two()\n    yield 3",
        ("def run():\n    if True:\n        # First:\n        one()\n        two()\n        yield 3",),
        "a.py",
    ),
    Example(
        "if x:\n  one()\n  two('''\na\n\n''')\n",
        ("if x:\n  if True:\n    one()\n    two('''\na\n\n''')\n",),
        "a.py",
    ),
    Example("function run() {\n  one();\n  two();\n  three();\n}\n", ()),  # too short
    Example("function run() {\n  if (x) {\n    one();\n    two();\n  }\n}\n", ()),
    Example("function run() {\n  'use strict';\n  one();\n  two();\n  three();\n}\n", ()),
    Example(
        "function run() {\n  one(`\n    deep\n  `);\n  two();\n}\n", ()
    ),  # dedenting could reach the text
    Example("function run() {\n  one();\n/* flat */\n  two();\n  three();\n}\n", ()),
    Example("switch (x) {\n  case 1:\n    one();\n    two();\n    three();\n    four();\n}\n", ()),
    Example("def run():\n    '''Runs.'''\n    one()\n    two()\n    three()\n", (), "a.py"),
    Example("def run():\n    one()\n    nonlocal x\n    two()\n    three()\n", (), "a.py"),
    Example("match x:\n    case 1:\n        one()\n    case 2:\n        two()\n", (), "a.py"),
)

REPEAT = (
    Example(
        "// Wide ones go first.\nif (wide) {\n  one();\n}\ntwo();\n",
        (),  # a comment that opens a file is about the file
    ),
    Example(
        "zero();\n// Wide:\nif (x) {\n  one();\n}\ntwo();\n",
        ("zero();\n// Wide:\nif (x) {\n  one();\n}\n\n// Wide:\nif (x) {\n  one();\n}\ntwo();\n",),
    ),
    Example(
        "while (x) {\n  run(\n    1,\n  );\n}\nstop();\n",
        (
            "while (x) {\n  run(\n    1,\n  );\n}\n\nwhile (x) {\n  run(\n    1,\n  );\n}\nstop();\n",
            "while (x) {\n  run(\n    1,\n  );\n\n  run(\n    1,\n  );\n}\nstop();\n",
        ),
    ),
    Example(
        "with lock:\n    one()\n    two()\nstop()",
        ("with lock:\n    one()\n    two()\n\nwith lock:\n    one()\n    two()\nstop()",),
        "a.py",
    ),
    Example("with lock:\n    one()\n    two()\n\n", (), "a.py"),  # which blank lines stay would be open
    Example("class Shelf {\n  a() {\n    one();\n  }\n}\nfunction run() {\n  one();\n}\n", ()),
    Example("namespace Shelf {\n  one();\n}\nif (x) {\n  one();\n} two();", ()),
    Example("if (x) {\n  one();\n}\n// Remark on either.\n\ntwo();\n", ()),
    Example("const { a } = one({\n  b,\n});\n(() => {\n  two();\n})();\n", ()),
    Example("def run():\n    one()\n    two()\n", (), "a.py"),
)

MOVE = (
    Example(
        "run(() => {\n  1;\n});\n\nalpha();\n\nbeta();\n\ngamma();\n\ndelta();\n",
        (
            "alpha();\n\nbeta();\n\ngamma();\n\nrun(() => {\n  1;\n});\n\ndelta();\n",
        ),  # and not to the end of the file
    ),
    Example(
        "zero()\n# Runs.\nif x:\n    1\n    2\nalpha()\nbeta(\n    3,\n)\ngamma()\nomega()",
        ("zero()\nalpha()\nbeta(\n    3,\n)\ngamma()\n# Runs.\nif x:\n    1\n    2\nomega()",),
        "a.py",
    ),
    Example("run(() => {\n  1;\n});\n\nalpha();\n\nbeta();\n\ngamma();\n", ()),  # four statements
    Example("run(() => {\n  1;\n});\n\nalpha();\nbeta();\ngamma();\ndelta();\n", ()),  # blank lines elsewhere
    Example(
        "() => {\n  run(\n    1,\n  );\n  alpha();\n  beta();\n  gamma();\n  delta();\n  return 2;\n}\n",
        ("() => {\n  alpha();\n  beta();\n  gamma();\n  delta();\n  run(\n    1,\n  );\n  return 2;\n}\n",),
    ),
    Example("run(() => {\n  1;\n});\nalpha();\nimport b from 'bb';\nbeta();\ngamma();\ndelta();\n", ()),
    Example("if x:\n    1\n    2\nalpha()\nbeta()\nglobal c\ngamma()\n", (), "a.py"),
)
