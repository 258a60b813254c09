"""What a player may be called (product.md, players)."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

SHORTEST, LONGEST = 3, 24
SEPARATORS = " _.-"

RESERVED = frozenset((
    "admin", "administrator", "anonymous", "current", "deleted", "everybody", "leader", "me", "median", "moderator",
    "nobody", "operator", "owner", "root", "samedeal", "server", "support", "system", "today",
))  # fmt: skip
OFFENSIVE = frozenset(("cunt", "nazi", "rape", "rapist", "shit", "slut", "whore"))
"""Refused as words; within a word they may be innocent (grape)."""
OFFENSIVE_ANYWHERE = frozenset(("faggot", "fuck", "hitler", "nigga", "nigger"))

_TOGETHER = {"CJK": "EAST", "HIRAGANA": "EAST", "KATAKANA": "EAST", "HANGUL": "EAST", "BOPOMOFO": "EAST"}
"""Scripts that are written in one word by the people who use them."""

_LOOKS_LIKE = str.maketrans(
    "01iıɩɡɑавекмнорстухіӏјѕһԁԛԝαβεηικμνορτυχγω",
    "ollllgaabekmhopctyxlljshdqwabenlkuvoptuxyw",
)
"""What reads like a Latin letter; of letters that look the same in capitals too."""

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0").union(
    map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)
"""Letters and marks that show nothing (Unicode: Default_Ignorable_Code_Point)."""


class BadName(ValueError):
    """Nobody may be called so; the text says why."""


def checked_name(name: str, refused: Iterable[str] = ()) -> str:
    """A name as it is stored: composed (NFC). `refused` are further words that it may not contain. Raises BadName."""
    name = unicodedata.normalize("NFC", name)
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(f"A name has {SHORTEST} to {LONGEST} characters.")
    if not all(_is_letter(character) or character in SEPARATORS or character in "0123456789" for character in name):
        raise BadName("A name has letters, digits, spaces and _ . - only.")
    if re.search("(^|[^LM])M|MMM", "".join(unicodedata.category(character)[0] for character in name)):
        raise BadName("A name has no marks but on letters, and no more than two on one.")
    if name.strip() != name or "  " in name:
        raise BadName("A name has no spaces at its ends, and no two together.")
    if len(set(_scripts(name))) != 1:
        raise BadName("A name has letters of one alphabet, and at least one of them.")
    if _has_refused(name, refused):
        raise BadName("This name is not for players. Please choose another one.")
    return name


def name_key(name: str) -> str:
    """The same for all names that read alike: capitals, separators and letters that look the same are one."""
    folded = unicodedata.normalize("NFKC", name).casefold().translate(_LOOKS_LIKE)
    return "".join(character for character in folded if character not in SEPARATORS).replace("rn", "m")


def _is_letter(character: str) -> bool:
    """A letter, or a mark that belongs to one; none that shows nothing or is another one in fancy dress."""
    if character in _UNSEEN or re.match("<(?!compat)", unicodedata.decomposition(character)):
        return False
    return unicodedata.category(character) in {"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Mc"}


def _scripts(name: str) -> Iterator[str]:
    for character in filter(_is_letter, name):
        script = unicodedata.name(character, "UNKNOWN").split()[0]
        if script != "COMBINING":
            yield _TOGETHER.get(script, script)


def _has_refused(name: str, refused: Iterable[str]) -> bool:
    key, words = name_key(name), {name_key(word) for word in _words(name)}
    return (
        key in map(name_key, RESERVED)
        or any(word in key for word in map(name_key, OFFENSIVE_ANYWHERE))
        or any(word in {key, *words} for word in map(name_key, (*OFFENSIVE, *refused)))
    )


def _words(name: str) -> list[str]:
    return re.split(f"[{re.escape(SEPARATORS)}]", name)
