"""Messages of the sockets as values and as JSON (protocol.md). Cards leave by this door: only what is visible."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Literal, TypedDict, assert_never

import msgspec
from msgspec import Meta, Struct

from server.contest.attempt import Attempt, Kind, Step, Undone
from server.contest.result import Outcome, Result
from server.rules import (
    NAMES,
    NOTATION,
    RANKS,
    Card,
    Event,
    Filled,
    Moved,
    Redealt,
    Revealed,
    Rule,
    Turn,
    Turned,
    Variant,
    VisiblePile,
    VisibleTable,
    finish,
    is_blocked,
    legal_moves,
    pile_name,
)

SUBPROTOCOL = "samedeal.v1"
LARGEST_MESSAGE = 4096

Ply = Annotated[int, Meta(ge=0, le=100_000)]


class BadFrame(ValueError):
    """This is no message of the protocol; the text says what is wrong with it."""


class PlayMove(Struct, frozen=True, tag_field="t", tag="move"):
    """Play this move, or take one back, as this ply of the log."""

    ply: Ply
    move: Annotated[str, Meta(max_length=16)]


class GiveUp(Struct, frozen=True, tag_field="t", tag="give_up"):
    """End the attempt."""

    ply: Ply


class Sync(Struct, frozen=True, tag_field="t", tag="sync"):
    """Send me the table."""


class Ping(Struct, frozen=True, tag_field="t", tag="ping"):
    """Answer me."""


ClientMessage = PlayMove | GiveUp | Sync | Ping


class Pile(TypedDict, total=False):
    """Cards face down as a count, cards face up top last; of the foundations the top card of each suit."""

    down: int
    up: list[str]
    C: str | None
    D: str | None
    H: str | None
    S: str | None


Piles = dict[str, Pile]


class CardsMoved(Struct, frozen=True, tag_field="event", tag="moved"):
    """Cards went from pile to pile; to `F` is home."""

    cards: list[str]
    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")


class SpaceFilled(Struct, frozen=True, tag_field="event", tag="filled"):
    """The reserve's top card filled an empty column."""

    pile: str
    card: str


class CardRevealed(Struct, frozen=True, tag_field="event", tag="revealed"):
    """A card turned up in a column, or became the reserve's top."""

    pile: str
    card: str


class StockTurned(Struct, frozen=True, tag_field="event", tag="turned"):
    """Stock cards went to the waste (`W`, last on top) or on to the columns (`T`, first on T1)."""

    cards: list[str]
    target: str = msgspec.field(name="to")


class WasteRedealt(Struct, frozen=True, tag_field="event", tag="redealt"):
    """The waste became the stock: so many cards."""

    cards: int


class MoveUndone(Struct, frozen=True, tag_field="event", tag="undone"):
    """This move was taken back."""

    move: str


Told = CardsMoved | SpaceFilled | CardRevealed | StockTurned | WasteRedealt | MoveUndone


class Pass(Struct, frozen=True):
    """The running pass through the stock, of how many; None is no limit."""

    n: int
    of: int | None


class _Situation(Struct, frozen=True, kw_only=True):
    attempt: int
    kind: Kind
    game: str | None
    variant: str
    player: str
    ply: int
    base: str
    piles: Piles
    legal: list[str]
    undo: bool
    moves: int
    elapsed_ms: int
    home: int
    running_pass: Pass | None = msgspec.field(name="pass")
    blocked: bool
    stale_pass: bool
    finish: list[str]
    final_at: datetime | None


class TableMessage(_Situation, frozen=True, tag_field="t", tag="table"):
    """Everything, alone: to receive one is to resume."""


class MovedMessage(_Situation, frozen=True, kw_only=True, tag_field="t", tag="moved"):
    """A move is stored, and this is the table after it; `ply` is the move's own."""

    move: str
    events: list[Told]


class Refused(Struct, frozen=True, kw_only=True, tag_field="t", tag="refused"):
    """Nothing changed: a code for programs, why for people."""

    ply: int | None
    code: Literal["stale", "illegal", "ended", "rate", "bad_move", "unavailable"]
    rule: Rule | None = None
    why: str


class Ended(Struct, frozen=True, kw_only=True, tag_field="t", tag="ended"):
    """The attempt is over: its result, its rank so far of how many, and the head of its chain."""

    attempt: int
    outcome: Outcome
    result: Result
    rank: int | None
    of: int | None
    chain: str


class Notice(Struct, frozen=True, kw_only=True, tag_field="t", tag="notice"):
    """Something about the server."""

    notice: Literal["draining", "closing", "unavailable"]


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to a ping."""


class Going(Struct, frozen=True, kw_only=True):
    """How far somebody is who is playing."""

    player: str
    home: int
    moves: int
    elapsed_ms: int


class Scored(Struct, frozen=True, kw_only=True):
    """A result that has just come in, and its rank so far."""

    rank: int
    player: str
    home: int
    moves: int
    elapsed_ms: int
    attempt: int


class PlayersMessage(Struct, frozen=True, kw_only=True, tag_field="t", tag="players"):
    """All who are playing the game now."""

    players: list[Going]


class ProgressMessage(Struct, frozen=True, kw_only=True, tag_field="t", tag="progress"):
    """Those of them who have got on."""

    players: list[Going]


class ResultMessage(Struct, frozen=True, kw_only=True, tag_field="t", tag="result"):
    """Results that have come in."""

    standings: list[Scored]


class PlaceMessage(Struct, frozen=True, kw_only=True, tag_field="t", tag="place"):
    """Your rank if you ended now, of how many."""

    rank: int
    of: int


LiveMessage = PlayersMessage | ProgressMessage | ResultMessage | PlaceMessage

ServerMessage = TableMessage | MovedMessage | Refused | Ended | Notice | Pong


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What every message of one attempt's table says of it."""

    attempt: int
    kind: Kind
    game: str | None
    player: str
    final_at: datetime | None
    commitment: str | None = None


_client_messages = msgspec.json.Decoder(ClientMessage)
_server_messages = msgspec.json.Decoder(ServerMessage)
_encoder = msgspec.json.Encoder()


def decode(text: str | bytes) -> ClientMessage:
    """A client's message. Raises BadFrame."""
    message: ClientMessage = _decoded(_client_messages, text)
    return message


def decode_server(text: str | bytes) -> ServerMessage:
    """A server's message. Raises BadFrame."""
    message: ServerMessage = _decoded(_server_messages, text)
    return message


def encode(message: ServerMessage | LiveMessage | ClientMessage) -> str:
    """A message as its JSON text."""
    return _encoder.encode(message).decode()


def table_message(about: About, attempt: Attempt, elapsed_ms: int) -> TableMessage:
    """The table as it lies now."""
    return TableMessage(**_situation(about, attempt), ply=attempt.ply, elapsed_ms=elapsed_ms)


def moved_message(about: About, attempt: Attempt, step: Step) -> MovedMessage:
    """A step just made true, and the table after it."""
    return MovedMessage(
        **_situation(about, attempt),
        ply=step.entry.ply,
        elapsed_ms=step.entry.at_ms,
        move=step.entry.move,
        events=told(step.events),
    )


_COLUMNS = [f"T{number}" for number in range(1, 100)]


def piles_of(table: VisibleTable) -> Piles:
    """The visible piles as they go on the wire; those a variant lacks are absent."""
    piles: Piles = dict(zip(_COLUMNS, map(_pile, table.columns), strict=False))
    piles["F"] = _foundations(table.foundations)
    if table.waste is not None:
        piles["W"] = {"up": names(table.waste)}
    piles["S"] = {"down": table.stock}
    if table.reserve is not None:
        piles["R"] = _pile(table.reserve)
    return piles


@lru_cache(maxsize=1 << 15)
def _pile(pile: VisiblePile) -> Pile:
    """A pile as it goes on the wire. Most piles lie as they lay before the move, so it is shared: read it only."""
    return {"down": pile.down, "up": names(pile.up)}


@lru_cache(maxsize=1 << 14)
def _foundations(tops: tuple[Card | None, ...]) -> Pile:
    clubs, diamonds, hearts, spades = (None if card is None else NAMES[card] for card in tops)
    return {"C": clubs, "D": diamonds, "H": hearts, "S": spades}


def told(events: tuple[Event | Undone, ...]) -> list[Told]:
    """What happened, as it goes on the wire."""
    return [_told(event) for event in events]


def names(cards: tuple[Card, ...]) -> list[str]:
    """Cards as they go on the wire."""
    return [NAMES[card] for card in cards]


def schema() -> dict[str, Any]:
    """The JSON Schema of both sockets: `client` and `server` messages of a table, `live` ones of a game."""
    (client, server, live), parts = msgspec.json.schema_components(
        (ClientMessage, ServerMessage, LiveMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": {**parts, "client": client, "server": server, "live": live},
    }


def _decoded(decoder: msgspec.json.Decoder[Any], text: str | bytes) -> Any:
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadFrame(f"Send one JSON object of the protocol: {error}.") from None


def _situation(about: About, attempt: Attempt) -> dict[str, Any]:
    table = attempt.table
    legal = legal_moves(table)
    over = attempt.outcome is not None
    visible = table.visible()
    return {
        "attempt": about.attempt,
        "kind": about.kind,
        "game": about.game,
        "variant": table.variant.key,
        "player": about.player,
        "base": RANKS[visible.base],
        "piles": piles_of(visible),
        "legal": [] if over else [NOTATION[move] for move in legal],
        "undo": attempt.can_undo,
        "moves": attempt.moves,
        "home": table.home,
        "running_pass": _pass(table.variant, table.redeals),
        "blocked": is_blocked(table, legal),
        "stale_pass": attempt.stale_pass,
        "finish": [] if over else [str(move) for move in finish(table)],
        "final_at": about.final_at,
    }


def _pass(variant: Variant, redeals: int) -> Pass | None:
    if variant.turn_to is not Turn.TO_WASTE:
        return None
    return Pass(n=redeals + 1, of=None if variant.redeals is None else variant.redeals + 1)


def _told(event: Event | Undone) -> Told:
    match event:
        case Moved(cards, source, target):
            return CardsMoved(names(cards), pile_name(source), pile_name(target))
        case Filled(pile, card):
            return SpaceFilled(pile_name(pile), NAMES[card])
        case Revealed(pile, card):
            return CardRevealed(pile_name(pile), NAMES[card])
        case Turned(cards, target):
            return StockTurned(names(cards), pile_name(target))
        case Redealt(cards):
            return WasteRedealt(cards)
        case Undone(move):
            return MoveUndone(str(move))
        case _:
            assert_never(event)
