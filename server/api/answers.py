"""Bodies: what requests bring, what answers carry."""

import re
from datetime import date, datetime
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from server.contest.attempt import Kind
from server.contest.game import Status, game_name
from server.contest.result import Outcome, Result
from server.contest.streaks import Streaks
from server.protocol import Piles, Told
from server.store.attempts import AttemptRow

from .guard import require_small
from .problems import Problem

JSON = "application/json"
_JSON = re.compile(rf"\s*{JSON}\s*(;|$)", re.IGNORECASE)

T = TypeVar("T", bound=Struct)

_encoder = msgspec.json.Encoder()


class PlayerBody(Struct, kw_only=True, omit_defaults=True):
    """A player; the token only for a program that has just been made one."""

    name: str
    kept: bool
    token: str | None = None


class ChangeBody(Struct, kw_only=True, forbid_unknown_fields=True):
    """Another name; another passphrase, with the current one of a kept player."""

    name: str | None = None
    passphrase: str | None = None
    current: str | None = None


class DeleteBody(Struct, kw_only=True, forbid_unknown_fields=True):
    """The passphrase of a kept player."""

    passphrase: str | None = None


class SignInBody(Struct, kw_only=True, forbid_unknown_fields=True):
    """A kept name and its passphrase."""

    name: str
    passphrase: str


class SessionBody(Struct, kw_only=True):
    """A device you are signed in on."""

    id: int
    device: str
    created_at: datetime
    seen_at: datetime
    current: bool


class SessionsBody(Struct, kw_only=True):
    """Where you are signed in."""

    sessions: list[SessionBody]


class AttemptBody(Struct, kw_only=True):
    """An attempt in short; `table` is the address of its socket.

    `credited_ms`: how much of our own outages was left out of its time.
    """

    id: int
    kind: Kind
    variant: str
    game: str | None
    player: str
    status: str
    started_at: datetime | None
    result: Result | None
    credited_ms: int
    table: str


class GameBody(Struct, kw_only=True):
    """A game as everybody sees it; secret, deal number and solution once it is final.

    From opening: `winnable` (proven so), `par` (the fewest moves we found), `stars` (difficulty, 1 to 5).
    """

    variant: str
    title: str
    date: date
    status: Status
    opens_at: datetime
    closes_at: datetime
    final_at: datetime
    commitment: str
    solver_version: str
    node_budget: int
    players: int
    won: int
    yours: AttemptBody | None
    secret: str | None
    deal: int | None
    winnable: bool | None
    par: int | None
    stars: int | None
    solution: list[str] | None


class DayBody(Struct, kw_only=True):
    """A day and its games; `now` is the server's time; `root` that of the tree of its results, soon after final.

    `previous`: the last day before it that has games. `player`: who asks, None for one who has no name yet.
    """

    previous: date | None
    date: date
    now: datetime
    opens_at: datetime
    closes_at: datetime
    final_at: datetime
    root: str | None
    player: PlayerBody | None
    games: list[GameBody]


class CommitmentBody(Struct, kw_only=True):
    """A commitment and when it was published; `root` once its day is final."""

    game: str
    commitment: str
    solver_version: str
    node_budget: int
    published_at: datetime
    root: str | None


class CommitmentsBody(Struct):
    """A page of the list of all commitments; `next` is the cursor of the page behind it."""

    commitments: list[CommitmentBody]
    next: str | None


class ColumnBody(Struct):
    """A column as it is dealt."""

    down: int
    up: int


class VariantBody(Struct, kw_only=True):
    """What a client needs to know of a variant: its piles, and its rules in words."""

    key: str
    title: str
    inventor: str | None
    columns: list[ColumnBody]
    piles: list[str]
    reserve: int
    base: str | None
    space: str
    stock: int
    turn: int
    turn_to: str
    redeals: int | None
    stock_name: str
    words: list[str]


class VariantsBody(Struct):
    """All variants this server deals."""

    variants: list[VariantBody]


class ExampleBody(Struct, kw_only=True):
    """A table that shows a rule, and what may be done with the cards of one pile; no moves: the table says it alone."""

    base: str
    home: int
    piles: Piles
    moves: list[str]


class ExamplesBody(Struct):
    """An example for each line of a variant's words, null where none was found."""

    examples: list[ExampleBody | None]


class FrameBody(Struct, kw_only=True):
    """What was seen after one ply; the first one is the deal. `undone`: the move was taken back later."""

    ply: int
    move: str | None
    at_ms: int
    events: list[Told]
    base: str
    piles: Piles
    home: int
    moves: int
    undone: bool = False


class ReplayBody(Struct):
    """An attempt to watch again."""

    attempt: AttemptBody
    frames: list[FrameBody]


class StandingBody(Struct, kw_only=True):
    """A row of a leaderboard; `replay` is an address, None while sealed; of all, `percentile` % are not ahead of it."""

    rank: int
    percentile: float
    player: str
    home: int
    moves: int
    elapsed_ms: int
    attempt: int
    replay: str | None
    yours: bool


class LeaderboardBody(Struct, kw_only=True):
    """A page of a game's leaderboard; `yours` is your own row, `next` the cursor of the page behind this one."""

    game: str
    by: str
    players: str
    total: int
    sealed: bool
    final_at: datetime
    standings: list[StandingBody]
    yours: StandingBody | None
    next: str | None


class HistogramBody(Struct, kw_only=True):
    """How many results brought 0, 1, … 52 cards home; [moves, how many] of the winners."""

    game: str
    players: str
    total: int
    home: list[int]
    winners_moves: list[tuple[int, int]]


class PointsStandingBody(Struct, kw_only=True):
    """A row of a board by points; `moves` are those of games won, `days` how many days count."""

    rank: int
    percentile: float
    player: str
    points: int
    wins: int
    moves: int
    days: int
    yours: bool


class PointsBoardBody(Struct, kw_only=True):
    """A page of a board by points; `yours` is your own row, `next` the cursor of the page behind this one."""

    span: str
    period: str
    starts: date | None
    ends: date | None
    final: bool
    players: str
    total: int
    standings: list[PointsStandingBody]
    yours: PointsStandingBody | None
    next: str | None


class StandingInShort(Struct, kw_only=True):
    """A player's result; `replay` is an address, None while sealed."""

    attempt: int
    game: str
    outcome: Outcome
    home: int
    moves: int
    elapsed_ms: int
    replay: str | None


class ProfileBody(Struct, kw_only=True):
    """What everybody may know of a player: streaks, points of all time, results, how often so many cards were home."""

    name: str
    kept: bool
    streaks: Streaks
    points: int
    wins: int
    played: int
    home: list[int]
    results: list[StandingInShort]


class PaceBody(Struct):
    """Steps [elapsed_ms, home] of the leader and of the median; empty while nobody has finished."""

    leader: list[tuple[int, int]]
    median: list[tuple[int, int]]


class PracticeBody(Struct, kw_only=True):
    """What to practise: a deck of 52 cards, a deal of a secret as a record of a final game has it, a final game as
    DATE/VARIANT, or nothing for a random deal."""

    deck: list[str] | None = None
    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")] | None = None
    deal: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    game: str | None = None

    def __post_init__(self) -> None:
        if [self.deck, self.secret, self.game].count(None) < 2:
            raise ValueError("deck, secret and game are different deals")


def encoded(body: Any) -> bytes:
    """A body as JSON."""
    return _encoder.encode(body)


def answer(body: Any, status: int = 200, **headers: str) -> Response:
    """A body as a JSON answer; underscores in header names stand for dashes. It is nobody else's unless they say so."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    named.setdefault("Cache-Control", "private, no-store")
    return Response(_encoder.encode(body), status, headers=named, media_type=JSON)


async def read_body(request: Request, kind: type[T]) -> T:
    """The request's body; an empty one counts as `{}`. Raises Problem when it is too big, or not what is wanted."""
    text = bytearray()
    async for chunk in request.stream():
        text += chunk
        require_small(len(text))
    if text and not _JSON.match(request.headers.get("content-type", JSON)):
        raise Problem(415, "not_json", f"Send JSON, and say so: Content-Type: {JSON}.")
    try:
        return msgspec.json.decode(bytes(text) or b"{}", type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Problem(400, "bad_body", f"This is not the JSON wanted here: {error}.") from None


def attempt_body(row: AttemptRow) -> AttemptBody:
    """An attempt in short."""
    status = "ended" if row.ended_at else "playing" if row.started_at else "waiting"
    return AttemptBody(
        id=row.id,
        kind=row.kind,
        variant=row.variant,
        game=game_name(row.day, row.variant) if row.day else None,
        player=row.player_name,
        status=status,
        started_at=row.started_at,
        result=row.result,
        credited_ms=row.credited_ms,
        table=f"/api/attempts/{row.id}/table",
    )
