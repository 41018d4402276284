"""What every page of ours is wrapped in: its own style and script, and a policy that lets nothing else in."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256

from markupsafe import Markup

from pytest_editbench import templating
from pytest_editbench.report.html.visible import shown


@cache
def own(template: str) -> Markup:
    """A part of ours, such as a style, taken as it is."""
    return Markup(templating.render_html(f"report/{template}.html.j2", printable))


def policy(style: str, script: str | None = None) -> str:
    """The page loads nothing, sends nothing, and runs no script but this one."""
    scripts = f"script-src {_hash(script)}; " if script else ""
    return f"default-src 'none'; style-src {_hash(style)}; {scripts}base-uri 'none'; form-action 'none'"


def printable(value: object) -> object:
    """A value on its way into a page: signs that act are written out, markup is left alone."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return shown(value, keep="\n")
    return value


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
