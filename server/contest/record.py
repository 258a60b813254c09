"""samedeal-record/1: everything needed to check a result offline (protocol.md)."""

from datetime import date
from typing import Literal

import msgspec

from server.rules import VARIANTS, Card, InvalidDeck, Variant, deck_for, parse_deck

from .attempt import Kind
from .game import NO_SOLVER
from .result import Outcome

FORMAT: Literal["samedeal-record/1"] = "samedeal-record/1"


class InvalidRecord(ValueError):
    """This is not a record; the text says what is wrong and where."""


class ClaimedResult(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """What a record says of its result; every part may be left out."""

    outcome: Outcome | None = None
    home: int | None = None
    moves: int | None = None
    elapsed_ms: int | None = None


class DayPath(msgspec.Struct, kw_only=True, frozen=True):
    """Where the result stands in the tree of its day: leaf `index` of `size`, and the hashes in hex up to the root."""

    index: int
    size: int
    hashes: list[str]


class Record(msgspec.Struct, kw_only=True, frozen=True, omit_defaults=True):
    """A record as it is written: a deal, the moves, and claims about them.

    `solver_version` and `node_budget` are what the commitment binds besides the secret (rules.md, the shuffle);
    `credited_ms` is what was left out of the times for our own outages (contest.outage).
    """

    format: Literal["samedeal-record/1"]
    variant: str
    rules_version: int
    deck: list[str] | None = None
    secret: str | None = None
    deal: int | None = None
    moves: list[str]
    at_ms: list[int] | None = None
    kind: Kind | None = None
    result: ClaimedResult | None = None
    player: str | None = None
    attempt: int | None = None
    game: str | None = None
    commitment: str | None = None
    solver_version: str = NO_SOLVER
    node_budget: int = 0
    chain: str | None = None
    path: DayPath | None = None
    credited_ms: int = 0

    @property
    def rules(self) -> Variant:
        """Its variant. Raises InvalidRecord when there is none of that key."""
        if self.variant not in VARIANTS:
            raise InvalidRecord(f"There is no variant {self.variant[:40]!r}. There are {', '.join(VARIANTS)}.")
        return VARIANTS[self.variant]

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its deck, from the cards or from secret and deal number. Raises InvalidRecord when there is neither."""
        if self.deck is not None:
            return _deck(self.deck)
        if self.secret is None or self.deal is None:
            raise InvalidRecord("A record needs `deck`, or `secret` and `deal`.")
        return deck_for(self.secret_bytes, self.rules, self.deal)

    @property
    def secret_bytes(self) -> bytes:
        """The game's secret. Raises InvalidRecord unless it is 64 hexadecimal digits."""
        try:
            secret = bytes.fromhex(self.secret or "")
        except ValueError:
            secret = b""
        if len(secret) != 32:
            raise InvalidRecord("`secret` is not 64 hexadecimal digits.")
        return secret

    @property
    def day(self) -> date:
        """The date of its game. Raises InvalidRecord unless `game` reads DATE/VARIANT with this record's variant."""
        day, _, variant = (self.game or "").partition("/")
        try:
            if variant == self.variant:
                return date.fromisoformat(day)
        except ValueError:
            pass
        raise InvalidRecord(f"`game` is not a date and this record's variant, like 2026-12-01/{self.variant}.")


_decoder = msgspec.json.Decoder(Record)


def parse_record(text: str | bytes) -> Record:
    """One JSON object -> a record whose deal can be made. Raises InvalidRecord."""
    try:
        record = _decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRecord(f"This is not a {FORMAT}: {error}.") from None
    _ = record.cards, record.rules
    return record


def _deck(names: list[str]) -> tuple[Card, ...]:
    try:
        return parse_deck(names)
    except InvalidDeck as error:
        raise InvalidRecord(str(error)) from None
