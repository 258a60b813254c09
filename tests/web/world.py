"""A day that is final and one under way, with people in both: what the pages about results are looked at with."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from playwright.async_api import Browser, BrowserContext, ViewportSize

from server.contest.attempt import Attempt
from server.contest.game import NO_SOLVER, commitment
from server.contest.names import name_key
from server.rules import NAMES as CARDS
from server.rules import VARIANTS, deck_for, legal_moves
from tests.api.service import NOON, TODAY, Guest, Service
from tests.playing import ranked
from tests.web.table import DESK, choose

YESTERDAY = TODAY - timedelta(days=1)
VARIANT = "whitehorse"
FINAL, OPEN = f"{YESTERDAY}/{VARIANT}", f"{TODAY}/{VARIANT}"
SECRET = bytes(32)
NAMES = (
    "Ilse V.", "quietriver", "tomek77", "saltmarsh", "bao_lin", "juniper.k", "north_wren", "pelle", "Mirela", "grove",
)  # fmt: skip
KEPT = 6
PAUSE = 1.9


@dataclass(frozen=True, slots=True)
class Run:
    """A ranked attempt that has ended."""

    player: str
    token: str
    attempt: int
    moves: list[str]


@dataclass(slots=True)
class World:
    """The service and who has played what: in the order of NAMES, the winners of yesterday first."""

    service: Service
    yesterday: list[Run] = field(default_factory=list)
    today: list[Run] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Where it is."""
        return self.service.url

    async def someone(
        self,
        browser: Browser,
        token: str | None = None,
        size: ViewportSize = DESK,
        scheme: str = "light",
        **more: object,
    ) -> BrowserContext:
        """A browser, signed in with this token."""
        context = await browser.new_context(
            viewport=size,
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
            **more,  # type: ignore[arg-type]
        )
        if token:
            await context.add_cookies([{"name": "samedeal", "value": token, "url": self.url}])
        return context


@asynccontextmanager
async def peopled(service: Service) -> AsyncIterator[World]:
    """The world, its players at hand while the block lasts."""
    world = World(service)
    await _fix(service)
    guests = [await _arrive(service, name) for name in NAMES]
    await service.rows("UPDATE players SET kept = true WHERE name = ANY ($1)", list(NAMES[:KEPT]))
    with service.clock.at(datetime(2026, 11, 30, 10, tzinfo=UTC)):
        await service.tick()
        for number, guest in enumerate(guests):
            world.yesterday.append(await _play(guest, str(YESTERDAY), _line(number)))
    await service.tick()
    for number, guest in enumerate(guests[1:8]):
        world.today.append(await _play(guest, str(TODAY), _short(await service.deck(VARIANT), (number // 2) * 2 + 9)))
    service.clock.now = NOON
    yield world
    for guest in guests:
        await guest.http.aclose()


async def _arrive(service: Service, name: str) -> Guest:
    http = service.visitor()
    body = (await http.post("/api/players")).json()
    http.cookies.clear()
    http.headers["Authorization"] = f"Bearer {body['token']}"
    await service.rows(
        "UPDATE players SET name = $2, name_key = $3 WHERE name = $1", body["name"], name, name_key(name)
    )
    return Guest(service, http, name, body["token"])


async def _fix(service: Service) -> None:
    """Yesterday's game has a secret of which we know that it can be won by chance."""
    await service.games.add(
        variant=VARIANT,
        day=YESTERDAY,
        secret=SECRET,
        commitment=commitment(VARIANT, YESTERDAY, NO_SOLVER, 0, SECRET),
        solver_version=NO_SOLVER,
        node_budget=0,
        deal_number=0,
        now=NOON - timedelta(days=8),
    )


def _line(number: int) -> list[str]:
    """Yesterday's moves of one player: some go on until they have won, the others stop earlier."""
    deck = [CARDS[card] for card in deck_for(SECRET, VARIANTS[VARIANT], 0)]
    attempt, random, moves = ranked(VARIANT, deck), Random(number), list[str]()
    stops = 400 if number < 4 else 100 - 8 * number
    while attempt.outcome is None and len(moves) < stops:
        moves.append(_next(attempt, random))
        attempt.advance(attempt.step(attempt.ply, moves[-1], 0))
    return moves


def _next(attempt: Attempt, random: Random) -> str:
    if attempt.can_undo and random.random() < 0.03:
        return "U"
    legal = [str(move) for move in legal_moves(attempt.table)]
    home = [move for move in legal if move.endswith("-F")]
    played = [move for move in legal if move.startswith("W-") and move != "W-S"]
    stock = [move for move in legal if "S" in move]
    return random.choice(home or (random.random() < 0.7 and played) or (random.random() < 0.6 and stock) or legal)


def _short(deck: Sequence[str], plies: int) -> list[str]:
    """The first moves at a deal; the same for everybody who plays as many, so that there are ties."""
    attempt, moves = ranked(VARIANT, deck), list[str]()
    for turn in range(plies):
        moves.append(choose([str(move) for move in legal_moves(attempt.table)], turn))
        attempt.advance(attempt.step(attempt.ply, moves[-1], 0))
    return moves


async def _play(guest: Guest, day: str, moves: Sequence[str]) -> Run:
    """Plays them, thinking now and then; gives up if they do not win."""
    attempt, random = await guest.start(VARIANT, day), Random(len(moves))
    async with guest.at(attempt) as table:
        told = table.first
        for ply, move in enumerate(moves):
            guest.service.clock.pass_by(
                seconds=random.choice([0.9, 1.4, PAUSE, 2.6, 4.1, 0.7, 12.5][: 6 + (ply % 17 == 0)])
            )
            told = await table.ask({"t": "move", "ply": ply, "move": move})
            assert told["t"] in ("moved", "ended"), told
        if told.get("home") != 52:
            await table.ask({"t": "give_up", "ply": len(moves)})
    return Run(guest.name, guest.token, attempt, list(moves))
