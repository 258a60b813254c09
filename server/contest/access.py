"""Who may see what, and from when (product.md, sealed until final)."""

from dataclasses import dataclass
from datetime import date, datetime

from .attempt import Kind
from .game import final_at


class NotAllowed(Exception):
    """This is not for this viewer; the text says why."""


class Sealed(NotAllowed):
    """This opens later: `opens_at` is an aware time, or None when it opens with the end of the attempt."""

    def __init__(self, why: str, opens_at: datetime | None = None) -> None:
        super().__init__(why)
        self.opens_at = opens_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What decides who may see an attempt: whose it is, of which day, and whether its deck is one not yet public."""

    kind: Kind
    day: date | None
    mine: bool
    ended: bool
    secret_deck: bool = False


def may_watch(sight: Sight, now: datetime) -> None:
    """Its table, live: its player always; others when the deal is random or its game is final. Raises Sealed."""
    if not sight.mine:
        _unsealed(sight, now, "Tables of this game can be watched when it is final.")


def may_replay(sight: Sight, now: datetime) -> None:
    """Its replay: once it has ended, its player at once, others when its game is final. Raises Sealed."""
    if not sight.ended:
        raise Sealed("The replay opens when the attempt has ended.")
    if not sight.mine:
        _unsealed(sight, now, "Replays of this game open when it is final.")


def may_record(sight: Sight, now: datetime) -> None:
    """Its record, deck included: once it has ended and its game is final, for its player too. Raises Sealed."""
    if not sight.ended:
        raise Sealed("The record opens when the attempt has ended.")
    if sight.kind is Kind.RANKED or not sight.mine:
        _unsealed(sight, now, "Records of this game open when it is final.")


def _unsealed(sight: Sight, now: datetime, why: str) -> None:
    if sight.secret_deck:
        raise Sealed("This deal can't be shown to others yet.")
    if sight.kind is Kind.RANKED and sight.day is not None and now < final_at(sight.day):
        raise Sealed(why, final_at(sight.day))
