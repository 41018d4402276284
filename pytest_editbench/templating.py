"""The templates of the package as text."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2 import Environment


@cache
def _environment() -> "Environment":
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("pytest_editbench"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def source(template: str) -> str:
    """The template itself."""
    environment = _environment()
    assert environment.loader is not None  # see above
    return environment.loader.get_source(environment, template)[0]


def render(template: str, **values: object) -> str:
    """The template of that name in `templates/`, filled; a value that it asks for in vain is an error."""
    return _environment().get_template(template).render(values)


@cache
def _html_environment(finalize: "Callable[[object], object]") -> "Environment":
    return _environment().overlay(autoescape=True, finalize=finalize)


def render_html(template: str, finalize: "Callable[[object], object]", **values: object) -> str:
    """The same as HTML: every value goes through `finalize` and, unless it is markup, is escaped."""
    return _html_environment(finalize).get_template(template).render(values)
