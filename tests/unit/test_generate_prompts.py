"""What an agent reads: each kind of damage, at each difficulty."""

import pytest
from drafts import damaged, edited, misspelled
from syrupy.assertion import SnapshotAssertion

from pytest_editbench.cases.vocabulary import DIFFICULTIES
from pytest_editbench.generate import prompts, proof
from pytest_editbench.generate.mutations.mutation import Refused

LIBRARY = """\
import { report } from "./report";

const LIMIT = 14;

/** What a reader owes for a book that is late. */
export function fine(days: number): number {
  if (days > LIMIT) {
    return (days - LIMIT) * 10;
  }
  return 0;
}

export function lend(book: Book, reader: Reader): Loan {
  const loan = { book, reader, since: today() };
  book.shelf = undefined;
  reader.loans.push(loan);

  if (reader.loans.length > 5) {
    report(`${reader.name} has ${reader.loans.length} books`);
  } else {
    report(`${reader.name} took ${book.title}`);
    stamp(loan);
  }

  for (const other of book.waiting) {
    notify(other, book);
  }

  return loan;
}

export function state(loan: Loan): string {
  switch (loan.step) {
    case "asked":
    case "waiting":
      return "on the list";
    default:
      return `since ${loan.since}`;
  }
}
"""

SHELVES = '''\
def sort(shelf):
    """Bring the books of a shelf in order."""
    books = list(shelf)
    count = len(books)
    if count > LIMIT:
        warn(shelf)
    else:
        books.sort()
        stamp(books)
    total = count * WIDTH
    shelf.width = total
    for book in books:
        book.shelf = shelf
        book.moved = today()

        stamp(book)
        report(book)
    return books, count
'''

STRUCTURAL = [
    ("remove-case-label", 34, "easy"),
    ("swap-adjacent-lines", 14, "medium"),
    ("swap-adjacent-lines", 15, "easy"),
    ("swap-sibling-blocks", 18, "nightmare"),
    ("swap-if-else", 19, "hard"),
    ("wrap-redundant-if", 7, "easy"),
    ("wrap-redundant-if", 14, "nightmare"),
    ("duplicate-block", 25, "hard"),
]


@pytest.mark.parametrize(("mutation", "line", "difficulty"), STRUCTURAL)
def test_structural_damage(mutation: str, line: int, difficulty: str, snapshot: SnapshotAssertion) -> None:
    draft = damaged(mutation, LIBRARY, line, difficulty=difficulty)
    prompt = prompts.render(draft)
    assert prompt == snapshot
    assert proof.prove(draft, prompt)


@pytest.mark.parametrize(
    ("mutation", "line"), [("swap-if-else", 6), ("wrap-redundant-if", 13), ("duplicate-block", 12)]
)
def test_structural_damage_without_braces(mutation: str, line: int, snapshot: SnapshotAssertion) -> None:
    draft = damaged(mutation, SHELVES, line, name="shelves.py")
    prompt = prompts.render(draft)
    assert prompt == snapshot
    assert proof.prove(draft, prompt)


def test_a_block_that_was_moved_far(snapshot: SnapshotAssertion) -> None:
    moved = "for (const book of books) {\n  stamp(book);\n}\n"
    source = f"sort(books);\n{moved}" + "".join(f"{word}(books);\n" for word in WORDS)
    draft = damaged("move-distant-block", source, 2)
    prompt = prompts.render(draft)
    assert prompt == snapshot
    assert proof.prove(draft, prompt)


def test_a_long_body_is_not_shown_whole(snapshot: SnapshotAssertion) -> None:
    source = "function all(books) {\n" + "".join(f"  {word}(books);\n" for word in WORDS * 3) + "}\n"
    draft = damaged("wrap-redundant-if", source)
    prompt = prompts.render(draft)
    assert prompt == snapshot
    assert proof.prove(draft, prompt)


@pytest.mark.parametrize("line", ["flat", " "], ids=["text", "a blank"])
def test_a_long_body_is_refused_where_a_hidden_line_stays_as_deep_as_it_is(line: str) -> None:
    calls = "".join(f"  {word}(books);\n" for word in WORDS * 2)
    held = f"  show(`\n{line}\n`);\n" if line.strip() else f"{line}\n"
    with pytest.raises(Refused, match="hidden"):
        prompts.render(damaged("wrap-redundant-if", f"() => {{\n{calls}{held}{calls}}}\n"))
    assert prompts.render(damaged("wrap-redundant-if", f"() => {{\n{held}{calls}  last();\n{calls}}}\n"))


@pytest.mark.parametrize(
    ("count", "told"), [(1, "Change only the region shown here"), (3, "Change only the wrapper and its body")]
)
def test_the_hardest_wrap_tells_what_alone_may_change(count: int, told: str) -> None:
    source = "function all(books) {\n" + "".join(f"  {word}(books);\n" for word in WORDS * count) + "}\n"
    draft = damaged("wrap-redundant-if", source, difficulty="nightmare")
    prompt = prompts.render(draft)
    assert told in prompt
    assert proof.prove(draft, prompt)


WORDS = ("count", "weigh", "measure", "label", "cover", "repair", "lend", "fetch", "clean", "shelve")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_misspelled_identifier(difficulty: str, snapshot: SnapshotAssertion) -> None:
    draft = misspelled(SHELVES, "books", "oboks", (3, 8, 9), difficulty=difficulty)
    prompt = prompts.render(draft)
    assert prompt == snapshot
    assert proof.prove(draft, prompt)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_one_hunk(difficulty: str, snapshot: SnapshotAssertion) -> None:
    draft = edited(LIBRARY, ("days > LIMIT", "days >= LIMIT"), name="library.ts", difficulty=difficulty)
    prompt = prompts.render(draft)
    assert prompt == snapshot
    assert proof.prove(draft, prompt)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_several_hunks(difficulty: str, snapshot: SnapshotAssertion) -> None:
    changes = [("days > LIMIT", "days >= LIMIT"), ("length > 5", "length < 5"), ('"asked"', '"ask\u2013ed"')]
    draft = edited(LIBRARY, *changes, difficulty=difficulty, function="fine")
    prompt = prompts.render(draft)
    assert prompt == snapshot
    assert proof.prove(draft, prompt)


def test_medium_names_the_function_where_it_may_be_told() -> None:
    change = ("days > LIMIT", "days >= LIMIT")
    told = [
        "The slip is in the function `fine`." in prompts.render(edited(LIBRARY, change, **known))
        for known in (
            {"difficulty": "medium", "function": "fine"},
            {"difficulty": "medium"},
            {"difficulty": "hard", "function": "fine"},
        )
    ]
    assert told == [True, False, False]


def test_a_block_that_stands_twice_is_told_by_its_line_at_any_difficulty() -> None:
    steps = "".join(f"step{number}();\n" for number in range(12))
    source = f"{steps}if (left < right) go();\n{steps}if (left <= right) go();\n"
    draft = edited(source, ("left <= right", "left < right"), difficulty="nightmare")
    prompt = prompts.render(draft)
    assert "Replace this block, which starts on line 26:" in prompt
    assert proof.prove(draft, prompt).ruled_out == {"line": 1}


def test_backticks_tabs_and_trailing_blanks_reach_the_agent_as_they_are() -> None:
    source = "const help = `\n\tUse\t```js\n\tx > 1 \n\t```\n`;\n"
    draft = edited(source, ("x > 1", "x >= 1"))
    prompt = prompts.render(draft)
    assert "```typescript\n\tx >= 1 \n```" in prompt
    assert proof.prove(draft, prompt)


def test_a_fence_within_the_code_does_not_end_the_block() -> None:
    draft = edited("const help = `\n```js\n`;\n", ("```js", "```ts"))
    prompt = prompts.render(draft)
    assert "````typescript\n```js\n````" in prompt
    assert proof.prove(draft, prompt)


def test_line_ends_of_windows_are_told_and_kept() -> None:
    draft = damaged("remove-case-label", LIBRARY.replace("\n", "\r\n"), 34)
    prompt = prompts.render(draft)
    assert "The lines of this file end in CRLF; keep it so." in prompt
    assert "\r" not in prompt
    assert proof.prove(draft, prompt)


def test_a_byte_order_mark_is_no_part_of_the_first_line() -> None:
    draft = edited("\ufeffconst limit = 1 > 0;\n", ("1 > 0", "1 >= 0"))
    prompt = prompts.render(draft)
    assert "\ufeff" not in prompt
    assert proof.prove(draft, prompt)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("a-b.test.ts", "a-b.test.ts"),
        ("__init__.py", "__init__.py"),
        ("[id].tsx", "[id].tsx"),
        ("a b.ts", "`a b.ts`"),
    ],
)
def test_a_name_that_markdown_would_change_is_quoted(name: str, title: str) -> None:
    draft = edited("x = 1 > 0\n", ("1 > 0", "1 >= 0"), name=name)
    prompt = prompts.render(draft)
    assert prompt.splitlines()[0] == f"# Fix a bug in {title}"
    assert proof.prove(draft, prompt)


def test_more_than_five_blocks_are_too_many() -> None:
    source = "".join(f"step{number}(1);\n\n\n\n" for number in range(6))
    changes = [(f"step{number}(1)", f"step{number}(2)") for number in range(6)]
    assert prompts.render(edited(source, *changes[:5]))
    with pytest.raises(Refused, match="hunks"):
        prompts.render(edited(source, *changes))


def test_a_prompt_that_is_too_long_is_refused() -> None:
    with pytest.raises(Refused, match=r"20,000"):
        prompts.render(edited(f"call({'x' * 10_000} > 1);\n", ("> 1", ">= 1")))
