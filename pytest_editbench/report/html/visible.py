"""Text that nobody vouches for, so that a page can hold it."""

from __future__ import annotations

from html import escape

SHORT = 160  # characters of a name
LONG = 400  # characters of a message


def shown(text: str, keep: str = "") -> str:
    r"""The text with what is not printable written as `\x00`, `\u202e`, `\udcff`; `keep` stays as it is."""
    if text.isprintable():
        return text
    if "\n" in keep:  # most lines by themselves are printable, which is found out much faster
        return "\n".join(shown(line, keep.replace("\n", "")) for line in text.split("\n"))
    return "".join(sign if sign.isprintable() or sign in keep else ascii(sign)[1:-1] for sign in text)


def brief(text: str, longest: int = SHORT) -> str:
    """The same in one line of bounded length."""
    told = shown(text if len(text) <= longest else text[:longest])
    return told if len(text) <= longest and len(told) <= longest else f"{told[: longest - 1]}…"


def markup(text: str) -> str:
    """The same as text of an HTML element, line ends and tabs kept."""
    return escape(shown(text, keep="\n\t"), quote=False)
