"""What a player may be called (product.md, players)."""

import unicodedata
from collections.abc import Iterable, Iterator

SHORTEST, LONGEST = 3, 24
SEPARATORS = " _.-"

RESERVED = frozenset((
    "admin", "administrator", "anonymous", "current", "deleted", "everybody", "leader", "me", "median", "moderator",
    "nobody", "operator", "owner", "root", "samedeal", "server", "support", "system", "today",
))  # fmt: skip
OFFENSIVE = frozenset((
    "cunt", "faggot", "fuck", "hitler", "nazi", "nigga", "nigger", "rape", "rapist", "shit", "slut", "whore",
))  # fmt: skip

_TOGETHER = {"CJK": "EAST", "HIRAGANA": "EAST", "KATAKANA": "EAST", "HANGUL": "EAST", "BOPOMOFO": "EAST"}
"""Scripts that are written in one word by the people who use them."""

_LOOKS_LIKE = str.maketrans(
    "01iавекмнорстухіјѕһԁԛԝαβεηικμνορτυχγω",
    "ollabekmhopctyxljshdqwabenlkuvoptuxyw",
)
"""What reads like a Latin letter; of letters that look the same in capitals too."""


class BadName(ValueError):
    """Nobody may be called so; the text says why."""


def checked_name(name: str, refused: Iterable[str] = ()) -> str:
    """A name as it is stored: composed (NFC). `refused` are further words that it may not contain. Raises BadName."""
    name = unicodedata.normalize("NFC", name)
    if not SHORTEST <= len(name) <= LONGEST:
        raise BadName(f"A name has {SHORTEST} to {LONGEST} characters.")
    if not all(_is_letter(character) or character in SEPARATORS or character in "0123456789" for character in name):
        raise BadName("A name has letters, digits, spaces and _ . - only.")
    if "MMM" in "".join(unicodedata.category(character)[0] for character in name):
        raise BadName("A name has no more than two marks on a letter.")
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
    return "".join(character for character in folded if character not in SEPARATORS)


def _is_letter(character: str) -> bool:
    """A letter, or a mark that belongs to one."""
    return unicodedata.category(character) in {"Ll", "Lu", "Lt", "Lo", "Lm", "Mn", "Mc"}


def _scripts(name: str) -> Iterator[str]:
    for character in name:
        if unicodedata.category(character).startswith("L"):
            script = unicodedata.name(character, "UNKNOWN").split()[0]
            yield _TOGETHER.get(script, script)


def _has_refused(name: str, refused: Iterable[str]) -> bool:
    """Reserved words are refused as a whole, offensive ones as a word or part that stands by itself."""
    words = {name_key(word) for word in _words(name)}
    return name_key(name) in {name_key(word) for word in RESERVED} or any(
        name_key(word) in words or name_key(word) == name_key(name) for word in (*OFFENSIVE, *refused)
    )


def _words(name: str) -> list[str]:
    for separator in SEPARATORS:
        name = name.replace(separator, " ")
    return name.split()
