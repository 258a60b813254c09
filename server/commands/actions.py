"""The actions of `samedeal admin`, as its command line needs them: without what does them."""

from typing import Any


class Refused(Exception):
    """This can't be done; the text says why."""


ARGUMENTS: dict[str, dict[str, Any]] = {
    "attempt": {"type": int, "metavar": "ATTEMPT", "help": "its number"},
    "name": {"metavar": "NAME", "help": "the player's name"},
    "date": {"metavar": "DATE", "help": "like 2026-12-01"},
    "--reason": {"required": True, "metavar": "TEXT", "help": "why; it is kept"},
    "--days": {"type": int, "required": True, "metavar": "N", "help": "older than so many days"},
}

ACTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "hide-result": ("take a result off the boards", ("attempt", "--reason")),
    "show-result": ("put it back", ("attempt", "--reason")),
    "hide-player": ("take all results of a player off the boards", ("name", "--reason")),
    "show-player": ("put them back", ("name", "--reason")),
    "flagged": ("list what does not verify or is hidden", ()),
    "verify": ("verify all results of a day again", ("date",)),
    "statistics": ("count what is stored", ()),
    "remove-practice": ("remove old practice", ("--days",)),
    "remove-guests": ("remove idle guests who have no result", ("--days",)),
    "audit": ("list what operators did", ()),
}
