"""Whether a word is a verb in the past tense: a rule on its ending, and words that the rule gets wrong."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


IRREGULAR = _words(
    """
    arose ate awoke bade beat became began bent bet bit bled blew bore bought bound bred broke brought built
    burnt burst came cast caught chose clung cost crept cut dealt did drank dreamt drew drove dug dwelt fed
    fell felt fled flew flung forbade forecast forgave forgot fought found froze gave got grew ground had
    held hid hit hung hurt kept knew knit laid leapt led left lent let lit lost made meant met mistook paid
    put quit ran rang read rid rode rose said sang sank sat saw sent set shed shone shook shot shrank shrunk
    shut slept slid slung sold sought sped spelt spent spilt split spoke sprang spread spun stole stood
    stove strove struck strung stuck swam swept swore swung taught thought threw thrust told took tore trod
    understood underwent upheld was went wept were withdrew withheld withstood woke won wore wound wove
    wrote wrung
    """
)
"""Forms of the past that do not end in -ed. Some, such as `set`, are those of the present as well."""

PREFIXES = (
    "auto",
    "be",
    "co",
    "de",
    "fore",
    "in",
    "mis",
    "out",
    "over",
    "pre",
    "re",
    "sub",
    "un",
    "under",
    "up",
)
"""What a verb may begin with."""

NOT_PAST = _words(
    """
    airspeed bed beloved beset bespoke birdseed bleed breed crossbreed deed embed exceed feed greed heed
    hundred imbed inborn inbred indeed infrared inlet inset kindred misdeed moped naked need newsfeed onset
    outlet outset preset proceed purebred red reed reembed reseed sacred screed seaweed seed shred sled
    speed steed subset succeed sunset thoroughbred tweed unembed unfed unfound unneeded unrelated unsaid
    unsupported unused unwanted wed weed wicked wretched
    """
)
"""Words that look like the past and are none."""

_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_REGULAR = re.compile(r"[a-z]*[aeiouy][a-z]*ed")


def first_word(text: str) -> str:
    """The word that a text begins with, in lower case; empty where it begins with none."""
    found = _WORD.match(text.lstrip("`'\"*_ \t"))
    return found[0].lower() if found else ""


def is_past(word: str) -> bool:
    """Whether the word can be a verb in the past tense; words of both tenses are let pass."""
    head, _, last = word.lower().rpartition("-")
    if last in NOT_PAST or (head and head not in PREFIXES):
        return False
    return last in IRREGULAR or bool(_REGULAR.fullmatch(last)) or _is_prefixed(last)


def _is_prefixed(word: str) -> bool:
    return any(word.startswith(prefix) and word[len(prefix) :] in IRREGULAR for prefix in PREFIXES)
