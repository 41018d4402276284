"""Names for addresses."""

import re


def slug(title: str) -> str:
    """The title in lower case, with dashes for all that is no letter and no digit."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
