"""The PROVIDER_FAILURES table: which errors say that the model could not be asked."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST = 500  # characters of a reason
_LOOKED_AT = 5_000  # characters of what was said


def _status(codes: str) -> str:
    """A status as errors spell it: at the start or after a word that says so; other numbers are none."""
    return rf"(?:^|status|code|error|http)\W{{0,4}}(?:code)?\W{{0,4}}(?:{codes})\b"


# What a model or an agent brought about itself, though a provider may have said it.
OWN_DOING: Mapping[str, str] = {
    "too much context": r"context.{0,20}(window|length|limit|overflow)|(prompt|input) is too long",
    "a bound was reached": r"max(imum)?[ _-]?(session[ _-])?turns|turn ?limit|limitsexceeded|max_budget"
    r"|(step|cost) limit|loop detected|time ?limit ?exceeded|max_output_tokens|output token maximum"
    r"|messageoutputlength",
    "refused by the model": r"content[ _]?(filter|policy)|\bsafety\b|prohibited_content|usage policy|refusal",
    "not permitted": r"(user|permission) (rejected|denied|dismissed)|rejected permission",
}

PROVIDER_FAILURES: Mapping[str, str] = {
    "asked too often, or a quota is used up": r"rate.?limit|too many requests|quota|resource_?exhausted"
    rf"|usage limit|credit balance|billing|insufficient|{_status('402|429')}",
    "overloaded or broken": r"overloaded|internal.?server.?error|internal_error|bad.?gateway"
    rf"|service.?unavailable|gateway time-?out|server_error|api_?error|{_status('5[0-9][0-9]')}",
    "not let in": r"unauthori[sz]ed|unauthenticated|authenticat|forbidden|api.?key|permission_?denied"
    rf"|not logged in|please (run )?/?log ?in|credentials|expired token|{_status('401|403')}",
    "model unknown": r"not_?found_?error|providermodelnotfound|(unknown|invalid|no such) (model|provider)"
    r"|provider not provided|no (default|llm) model"
    rf"|model.{{0,80}}(not found|not exist|not supported)|{_status('404')}",
    "no connection": r"econn(refused|reset|aborted)|enotfound|etimedout|eai_again|epipe|fetch failed"
    r"|connection.{0,40}(error|refused|reset|closed|failed|aborted|lost)|connect(ion)? error|apiconnection"
    r"|(unable|cannot|could not|failed) to connect|error sending request|stream (disconnected|closed|ended)"
    r"|socket|network|timed? ?out|\bterminated\b|certificate|premature",
    "request refused": rf"bad ?request|invalid_request|{_status('4[0-9][0-9]')}",
}


def failure(said: str, *, certain: bool = False) -> str | None:
    """The reason in one line, if what a tool said last is a failure of its provider; else None.

    `certain`: the tool itself lays it to the provider, so that a text that no row knows counts as well.
    """
    said = said[:_LOOKED_AT]
    low = said.lower()
    if not low.strip() or any(re.search(pattern, low) for pattern in OWN_DOING.values()):
        return None
    if certain or any(re.search(pattern, low) for pattern in PROVIDER_FAILURES.values()):
        return " ".join(said.split())[:_LONGEST]
    return None
