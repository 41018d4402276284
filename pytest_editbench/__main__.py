"""`python -m pytest_editbench` is the `editbench` command."""

from pytest_editbench.cli import main

raise SystemExit(main())
