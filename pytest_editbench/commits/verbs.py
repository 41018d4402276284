"""Whether a word is a verb in the past tense: a rule on its ending, and words that the rule gets wrong."""

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


IRREGULAR = _words(
    """
    agreed arose ate awoke babysat backslid bade beat became began bent bet bid bit bled blew bore bought
    bound bred broadcast broke brought browbeat built burnt burst bust came cast caught chose clung cost
    crept cut dealt decreed did disagreed drank dreamt drew drove dug dwelt emceed fed fell felt fled flew
    flung forbade forecast forgave forgot forsook fought found freed froze gave ghostwrote got grew ground
    guaranteed had hamstrung handwrote held hid hit hung hurt interwove kept kneed knelt knew knit laid
    leant leapt learnt led left lent let lit lost made meant met misspelt mistook offset paid pled
    proofread pureed put quit ran rang read refereed rid rode rose said sang sank sat saw sent set shed shod
    shone shook shot shrank shrunk shut simulcast slept slew slid slung slunk smelt snuck sold sought spat
    sped spelt spent spilt split spoilt spoke sprang spread sprung spun stole stood stove strode strove
    struck strung stuck sublet sunk swam swept swore swung taught teed thought threw thrust told took tore
    treed trod typecast typeset understood underwent upheld was waylaid webcast went wept were withdrew
    withheld withstood woke won wore wound wove wrote wrung
    """
)
"""Forms of the past that the ending does not tell. Some, such as `set`, are those of the present as well."""

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
    airbed bed beloved beset bespoke biped bloodshed bobsled coed cowshed crooked deathbed dogsled embed
    flatbed hatred hotbed hundred imbed inborn inbred infrared inlet inset jagged kindred left-handed moped
    multi-threaded naked newlywed old-fashioned one-sided onset open-ended outlet outset preset purebred
    quadruped ragged red reembed right-handed riverbed roadbed rugged sacred seabed shred single-threaded
    sled so-called subset sunbed sunset testbed thoroughbred toolshed two-sided unembed unfed unfound
    unneeded unrelated unsaid unsupported unused unwanted unwed user-defined watershed wed wicked woodshed
    wretched
    """
)
"""Words that look like the past and are none."""

_WORD = re.compile(r"(?:[A-Za-z0-9]+[-/])*[A-Za-z]+")
_JOINT = re.compile(r"[-/]")
_REGULAR = re.compile(r"[a-z]*[aeiouy][a-z]*(?<!e)ed")  # need, seed, exceed: few in -eed are of the past


def first_word(text: str) -> str:
    """The word that a text begins with, in lower case; empty where it begins with none."""
    found = _WORD.match(text.lstrip("`'\"*_ \t"))
    return found[0].lower() if found else ""


def is_past(word: str) -> bool:
    """Whether the word can be a verb in the past tense; words of both tenses are let pass.

    Of a word with hyphens or slashes, the last part counts: cherry-picked.
    """
    word = word.lower()
    last = _JOINT.split(word)[-1]
    if word in NOT_PAST or last in NOT_PAST:
        return False
    return last in IRREGULAR or bool(_REGULAR.fullmatch(last)) or _is_prefixed(last)


def _is_prefixed(word: str) -> bool:
    return any(word.startswith(prefix) and word[len(prefix) :] in IRREGULAR for prefix in PREFIXES)
