"""Options on which cases run, and where they come from."""

from __future__ import annotations

from pytest_editbench import parsing
from pytest_editbench.options.option import Option
from pytest_editbench.parsing import RecordName

ROWS = (
    Option(
        "cases",
        "a folder or an archive (.tar.gz, .tgz, .tar, .zip) of cases to run, or `starter`; repeatable",
        parsing.text,
        (),
        metavar="PATH",
        repeatable=True,
    ),
    Option(
        "examples",
        "patterns of files with edit-prediction examples to collect, such as examples/**/*.md",
        parsing.text,
        (),
        repeatable=True,
        ini_only=True,
    ),
    Option(
        "repo",
        "a clone of a repository that examples name; repeatable",
        parsing.named_clone,
        (),
        metavar="URL=PATH",
        repeatable=True,
        ini="repos",
    ),
    Option("clone", "fetch repositories that are not at hand", parsing.truth, False, flag=True),
    Option("excerpt", "let excerpts stand for repositories not at hand", parsing.truth, False, flag=True),
    Option(
        "name",
        "run the cases whose id holds this, or fits it as a pattern; repeatable",
        parsing.text,
        (),
        metavar="TEXT",
        repeatable=True,
    ),
    Option(
        "repo-filter",
        "run the cases of repositories whose URL holds this; repeatable",
        parsing.text,
        (),
        metavar="TEXT",
        repeatable=True,
    ),
    Option(
        "max-duplicates",
        "run at most so many cases of one repository, file and line",
        parsing.count,
        None,
        metavar="N",
    ),
    Option(
        "failed-from", "run the cases that did not pass in this record", RecordName, None, metavar="RECORD"
    ),
    Option("offset", "pass over so many cases first", parsing.count, None, metavar="N"),
    Option("limit", "run at most so many cases", parsing.count, None, metavar="N"),
)
