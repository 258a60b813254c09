"""Two weeks of the competition: what two hundred people, an operator, an outage and a cheat do in them.

All of it goes through the real parts. What came of it is noted down by the test itself, from the moves it made and the
time it let pass, so that the database can be held against it.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from random import Random

from server.api.parts import Parts
from server.app import joined
from server.commands.operating import Desk, desk_at
from server.contest.attempt import Attempt, Entry, Kind
from server.contest.game import final_at
from server.live.inbox import Inbox
from server.live.room import Room
from server.rules import VARIANTS, deal, deck_for, legal_moves
from server.settings import Settings
from server.store.database import Database
from server.store.games import Games
from server.store.players import Player
from tests.sealing import KEY_FILE, SEAL

FIRST = date(2026, 12, 1)
DAYS = [FIRST + timedelta(days=i) for i in range(14)]
LEFT, BACK = DAYS[6], DAYS[8]  # nobody serves from noon of the one to noon of the other
CUT = DAYS[10]  # and from nine to noon of this one
HIDING, TAMPERING = DAYS[4], DAYS[3]
PLAYERS, KEPT = 200, 60
CHEAT, LUCKY, FORGIVEN = 0, 1, 2  # wins every day; has one result hidden; is hidden and shown again


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 23, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time that was set."""
        return self.now

    def on(self, day: date, hour: float) -> None:
        """Goes to this time."""
        self.now = datetime.combine(day, time.min, UTC) + timedelta(hours=hour)


@dataclass(slots=True)
class Played:
    """A ranked attempt as its player would tell it."""

    attempt: int
    player: str
    day: date
    variant: str
    home: int = 0
    moves: int = 0
    elapsed_ms: int = 0
    won: bool = False
    ended: bool = False
    credited_ms: int = 0
    log: list[Entry] = field(default_factory=list)

    @property
    def points(self) -> int:
        """Cards home, and 48 more for a win."""
        return self.home + 48 * self.won


@dataclass(slots=True)
class Line:
    """Moves one after the other from the deal, and the cards home after so many of them."""

    moves: list[str]
    homes: list[int]
    won: bool


@dataclass
class Seat:
    """One player in one room."""

    room: Room
    inbox: Inbox
    played: Played


@dataclass
class Fortnight:
    """Everything that happens, and what was seen of it."""

    url: str
    clock: Clock = field(default_factory=Clock)
    random: Random = field(default_factory=lambda: Random(14))
    players: list[Player] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    tampered: set[int] = field(default_factory=set)
    hidden: set[int] = field(default_factory=set)
    lines: dict[tuple[date, str, bool], Line] = field(default_factory=dict)

    @property
    def counted(self) -> list[Played]:
        """What boards must show: neither tampered with, nor hidden, nor of the cheat."""
        cheat = self.players[CHEAT].name
        gone = self.tampered | self.hidden
        return [one for one in self.played if one.attempt not in gone and one.player != cheat]

    @property
    def kept(self) -> set[str]:
        """The names of those whose name is kept."""
        return {player.name for player in self.players[:KEPT]}

    @asynccontextmanager
    async def served(self) -> AsyncIterator[Parts]:
        """A server, while the block lasts."""
        async with joined(Settings(database_url=self.url, key_file=str(KEY_FILE), node_budget=0), self.clock) as parts:
            yield parts

    @asynccontextmanager
    async def desk(self) -> AsyncIterator[Desk]:
        """An operator at work."""
        database = await Database.connect(self.url, pool_size=2)
        try:
            yield desk_at(database, Games(database, SEAL), self.clock)
        finally:
            await database.close()

    async def owner(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        """What somebody with the password of the database's owner does."""
        async with self.desk() as desk, desk.database.raw() as connection:
            return [tuple(row) for row in await connection.fetch(statement, *values)]


async def pass_by(world: Fortnight) -> None:
    """Lets the fortnight happen."""
    async with world.served() as parts:
        await _arrive(world, parts)
        for day in DAYS[: DAYS.index(LEFT)]:
            await _whole_day(world, parts, day)
        world.clock.on(LEFT, 11)
        await _sitting(world, parts, LEFT, "kansas", world.random.sample(world.players, 8), stay=True)
        world.clock.on(LEFT, 12)
    world.clock.on(BACK, 12)
    async with world.served() as parts:
        await _close(world, parts)
        await _whole_day(world, parts, BACK, hour=13)
        await _whole_day(world, parts, DAYS[9])
        world.clock.on(CUT, 9)
        cut_off = await _sitting(world, parts, CUT, "chinaman", world.players[20:25], stay=True)
        world.clock.on(CUT, 9.5)
    world.clock.on(CUT, 12)
    async with world.served() as parts:
        await _go_on(world, parts, cut_off)
        await _whole_day(world, parts, CUT, hour=13)
        for day in DAYS[11:]:
            await _whole_day(world, parts, day)


async def _arrive(world: Fortnight, parts: Parts) -> None:
    for number in range(PLAYERS):
        token = number.to_bytes(32)
        world.players.append(await parts.players.create_guest(f"player {number}", token, world.clock()))
    await _keep(world, world.players[: KEPT // 2])


async def _keep(world: Fortnight, players: Sequence[Player]) -> None:
    await world.owner("UPDATE players SET kept = true WHERE id = ANY ($1)", [player.id for player in players])


async def _whole_day(world: Fortnight, parts: Parts, day: date, hour: float = 1) -> None:
    """People play all four games, some twice a minute, some not to the end; then the day is closed."""
    world.clock.on(day, hour)
    await parts.clockwork.tick()
    for variant in VARIANTS:
        crowd = world.random.sample(world.players[3:], 8)
        await _sitting(world, parts, day, variant, crowd[:6])
        await _sitting(world, parts, day, variant, crowd[6:], stay=True)
    await _win(world, parts, day)
    await _practise(world, parts)
    await _special(world, parts, day)
    world.clock.now = final_at(day)
    await _close(world, parts)


async def _special(world: Fortnight, parts: Parts, day: date) -> None:
    """What happens on one day only."""
    if day == TAMPERING:
        await _tamper(world)
    if day == HIDING:
        await _hide(world)
        await _keep(world, world.players[KEPT // 2 : KEPT])
    for number in world.random.sample(range(3, PLAYERS), 2):  # arrive, look at no card, and go
        await _start(world, parts, day, "whitehorse", world.players[number])


async def _close(world: Fortnight, parts: Parts) -> None:
    """After final: what was still played has ended as it lay."""
    await parts.clockwork.tick()
    for one in world.played:
        one.ended = True


async def _start(world: Fortnight, parts: Parts, day: date, variant: str, player: Player) -> Played | None:
    """The ranked attempt of a player, noted down; None when it was begun before."""
    game = await parts.games.find(day, variant)
    assert game is not None
    row, created = await parts.attempts.start_ranked(player.id, game.id, variant, world.clock())
    if not created:
        return None
    line = await _line(world, parts, day, variant, win=False)
    played = Played(row.id, player.name, day, variant, home=line.homes[0])
    world.played.append(played)
    return played


async def _sitting(
    world: Fortnight,
    parts: Parts,
    day: date,
    variant: str,
    players: Sequence[Player],
    *,
    stay: bool = False,
    win: bool = False,
) -> list[Played]:
    """Players play the same moves at the same pace, each as many as they like: so there are ties. Then they give up."""
    pause = timedelta(milliseconds=world.random.choice([700, 1500, 2000, 2000]))
    line = await _line(world, parts, day, variant, win=win)
    async with AsyncExitStack() as stack:
        begun = [await _start(world, parts, day, variant, player) for player in players]
        seats = [await _seat(parts, played, stack) for played in begun if played is not None]
        wanted = [len(line.moves) if win else world.random.choice([0, 1, 3, 3, 5, 8, 12]) for _ in seats]
        for ply, move in enumerate(line.moves[: max(wanted, default=0)]):
            world.clock.now += pause
            await asyncio.gather(
                *(
                    seat.room.play(seat.inbox, ply, move)
                    for seat, plies in zip(seats, wanted, strict=True)
                    if ply < plies
                )
            )
        for seat, plies in zip(seats, wanted, strict=True):
            _note(seat, line, plies, pause)
        world.clock.now += pause
        if not stay and not line.won:
            await asyncio.gather(*(_give_up(seat) for seat in seats))
    return [seat.played for seat in seats]


async def _seat(parts: Parts, played: Played, stack: AsyncExitStack) -> Seat:
    row = await parts.attempts.get(played.attempt)
    assert row is not None
    room = await stack.enter_async_context(parts.rooms.enter(row))
    inbox = Inbox(capacity=10_000)
    await room.join(inbox, as_player=True)
    return Seat(room, inbox, played)


def _note(seat: Seat, line: Line, plies: int, pause: timedelta) -> None:
    played = seat.played
    played.home, played.moves = line.homes[plies], plies
    played.elapsed_ms = plies * (pause // timedelta(milliseconds=1))
    played.won = played.ended = line.won and plies == len(line.moves)
    played.log = list(seat.room.attempt.log)


async def _give_up(seat: Seat) -> None:
    await seat.room.give_up(seat.inbox, seat.room.attempt.ply)
    seat.played.ended = True
    seat.played.log = list(seat.room.attempt.log)


async def _go_on(world: Fortnight, parts: Parts, cut_off: Sequence[Played]) -> None:
    """Back after the cut they make one more move, ten seconds later, and give up: the cut is charged to nobody."""
    line = await _line(world, parts, CUT, "chinaman", win=False)
    async with AsyncExitStack() as stack:
        seats = [await _seat(parts, played, stack) for played in cut_off]
        world.clock.now += timedelta(seconds=10)
        for seat in seats:
            played = seat.played
            await seat.room.play(seat.inbox, played.moves, line.moves[played.moves])
            played.moves += 1
            played.home = line.homes[played.moves]
            played.elapsed_ms, played.credited_ms = 1_810_000, 9_000_000
            await _give_up(seat)


async def _win(world: Fortnight, parts: Parts, day: date) -> None:
    """A few win: the cheat every day, the lucky one and others on some."""
    winners = [world.players[CHEAT], world.players[FORGIVEN]]
    winners += [world.players[LUCKY]] if day.day % 2 else []
    winners += world.random.sample(world.players[3:20], 1)
    await _sitting(world, parts, day, "whitehorse", winners, win=True)


async def _practise(world: Fortnight, parts: Parts) -> None:
    """It counts nothing."""
    deck = " ".join(map(str, deck_for(world.random.randbytes(32), VARIANTS["kansas"], 0)))
    player = world.players[world.random.randrange(PLAYERS)]
    row = await parts.attempts.start_practice(player.id, "kansas", deck=deck, now=world.clock())
    async with parts.rooms.enter(row) as room:
        inbox = Inbox()
        await room.join(inbox, as_player=True)
        await room.play(inbox, 0, "S-W")
        await room.give_up(inbox, 1)


async def _tamper(world: Fortnight) -> None:
    """Somebody writes into the log of one that is verified, and into that of one under way so that it breaks."""
    today = [one for one in world.played if one.day == TAMPERING and one.moves >= 3]
    verified = next(one for one in today if one.ended and not one.won)
    under_way = next(one for one in today if not one.ended)
    for one, change in ((verified, "at_ms = at_ms - 1"), (under_way, "move = 'W-S'")):
        await world.owner(f"UPDATE moves SET {change} WHERE attempt_id = $1 AND ply = 0", one.attempt)
        world.tampered.add(one.attempt)


async def _hide(world: Fortnight) -> None:
    """The operator hides the cheat, one result of the lucky one; the third is hidden by mistake, and shown again."""
    cheat, lucky, forgiven = (world.players[number] for number in (CHEAT, LUCKY, FORGIVEN))
    won = [one for one in world.played if one.player == lucky.name and one.won]
    world.hidden.add(won[0].attempt)
    async with world.desk() as desk:
        now = world.clock()
        await desk.operators.hide_player(cheat.id, cheat.name, "wins too often", now)
        await desk.operators.hide_result(won[0].attempt, "told the cards by a friend", now)
        await desk.operators.hide_player(forgiven.id, forgiven.name, "wins too often", now)
        await desk.operators.show_player(forgiven.id, forgiven.name, "is that good", now)


async def _line(world: Fortnight, parts: Parts, day: date, variant: str, *, win: bool) -> Line:
    """Moves at this game: any, or such as win."""
    if (day, variant, win) not in world.lines:
        world.lines[day, variant, win] = await _found(parts, day, variant, win=win)
    return world.lines[day, variant, win]


async def _found(parts: Parts, day: date, variant: str, *, win: bool) -> Line:
    game = await parts.games.find(day, variant)
    assert game is not None
    dealt = deal(VARIANTS[variant], deck_for(await parts.games.secret(game.id), VARIANTS[variant], 0))
    lines = (_by_chance(Attempt(Kind.RANKED, dealt), Random(seed), 400 if win else 14) for seed in range(2000))
    fitting = islice((line for line in lines if line.won == win), 4 if win else 1)
    return min(fitting, key=lambda line: len(line.moves))


def _by_chance(attempt: Attempt, random: Random, plies: int) -> Line:
    """Cards go home whenever they can, else anything is done, a move taken back now and then."""
    line = Line([], [attempt.table.home], won=False)
    while attempt.outcome is None and len(line.moves) < plies:
        legal = [str(move) for move in legal_moves(attempt.table)]
        home = [move for move in legal if move.endswith("-F")]
        move = "U" if attempt.can_undo and random.random() < 0.05 else random.choice(home or legal)
        attempt.advance(attempt.step(attempt.ply, move, 0))
        line.moves.append(move)
        line.homes.append(attempt.table.home)
    line.won = attempt.table.is_won
    return line
