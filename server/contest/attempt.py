"""An attempt: what has been played, what may be done next, and when it is over.

`step` works out what a move would do and changes nothing; `advance` makes it true once it is stored.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from server.rules import (
    UNDO,
    Event,
    IllegalMove,
    Move,
    Rule,
    Table,
    Turn,
    events,
    is_blocked,
    parse_move,
    play,
    reveals,
)

from .result import Outcome, Result

PLY_LIMIT = 2000
CLOSINGS = frozenset({Outcome.GIVEN_UP, Outcome.EXPIRED, Outcome.BLOCKED})


class Kind(StrEnum):
    """Whether an attempt counts (product.md, the day)."""

    RANKED = "ranked"
    PRACTICE = "practice"


class StalePly(Exception):
    """The move was meant for another ply than the next one."""


class AttemptOver(Exception):
    """Nothing can be played any more; `outcome` says how the attempt ended."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__("This attempt has ended.")
        self.outcome = outcome


class Entry(NamedTuple):
    """A line of the log: ply from 0, a move in notation or the closing outcome, milliseconds since the start."""

    ply: int
    move: str
    at_ms: int


class Undone(NamedTuple):
    """A move was taken back."""

    move: Move


class Position(NamedTuple):
    """A table on the way, the move that led there, and what it means for undo and for idle passes."""

    table: Table
    move: Move | None = None
    undoable: bool = False
    untouched_pass: bool = True
    stale_pass: bool = False


class Step(NamedTuple):
    """What one entry of the log does: the positions before and after it, and the outcome if it ends here."""

    entry: Entry
    before: Position
    position: Position
    outcome: Outcome | None

    @property
    def events(self) -> tuple[Event | Undone, ...]:
        """What is seen of it on the table."""
        if not self.is_move:
            return ()
        if self.entry.move == "U":
            assert self.before.move is not None
            return (Undone(self.before.move),)
        assert self.position.move is not None
        return events(self.before.table, self.position.move, self.position.table)

    @property
    def is_move(self) -> bool:
        """Whether it is a move, not a closing entry."""
        return self.entry.move not in CLOSINGS

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The lines to store; being blocked is a closing entry of its own (protocol.md, the table socket)."""
        if self.outcome is Outcome.BLOCKED:
            return (self.entry, Entry(self.entry.ply + 1, Outcome.BLOCKED, self.entry.at_ms))
        return (self.entry,)


class Attempt:
    """One player's way through one deal, from its dealt table and its log."""

    def __init__(self, kind: Kind, dealt: Table) -> None:
        self.kind = kind
        self.log: list[Entry] = []
        self.outcome: Outcome | None = None
        self._way = [Position(dealt)]

    @property
    def table(self) -> Table:
        """The table as it lies now."""
        return self._way[-1].table

    @property
    def dealt(self) -> Table:
        """The table at the start."""
        return self._way[0].table

    @property
    def ply(self) -> int:
        """The ply the next entry will have."""
        return len(self.log)

    @property
    def moves(self) -> int:
        """Moves made, undos included; a closing entry is none (product.md, who is ahead 1)."""
        return self.ply - bool(self.log and self.log[-1].move in CLOSINGS)

    @property
    def elapsed_ms(self) -> int:
        """Milliseconds from the start to the last move; 0 before the first (product.md, who is ahead 2)."""
        return self.log[self.moves - 1].at_ms if self.moves else 0

    @property
    def can_undo(self) -> bool:
        """Whether the latest move not yet taken back may be taken back (rules.md, common 9)."""
        return self.outcome is None and self._way[-1].undoable

    @property
    def stale_pass(self) -> bool:
        """Whether the last whole pass through the stock brought no play, and none has been made since."""
        return self._way[-1].stale_pass

    @property
    def result(self) -> Result | None:
        """What it counts, once it has ended."""
        return None if self.outcome is None else self._result(self.outcome, self.table.home, self.timed_moves)

    @property
    def timed_moves(self) -> list[tuple[str, int]]:
        """Every move with its milliseconds since the start, no closing entry: what record and chain hold."""
        return [(entry.move, entry.at_ms) for entry in self.log[: self.moves]]

    def ending(self, step: Step) -> tuple[Result, list[tuple[str, int]]]:
        """What it will count, and its timed moves, once a step with an outcome is true; else ValueError."""
        if step.outcome is None:
            raise ValueError("This step ends nothing.")
        moves = self.timed_moves
        if step.is_move:
            moves.append((step.entry.move, step.entry.at_ms))
        return self._result(step.outcome, step.position.table.home, moves), moves

    def step(self, ply: int, move: str, at_ms: int) -> Step:
        """What a move at this ply would do; changes nothing. `at_ms` is the time since the start; it never runs back.

        Raises AttemptOver, StalePly, InvalidMove, IllegalMove.
        """
        entry = self._next(ply, move, at_ms)
        parsed = parse_move(move)
        return self._undo(entry) if parsed == UNDO else self._play(entry, parsed)

    def close(self, ply: int, outcome: Outcome, at_ms: int) -> Step:
        """What giving up, or expiring, at this ply would do: a closing entry, which counts as no move; changes nothing.

        Raises AttemptOver, StalePly.
        """
        return Step(self._next(ply, outcome, at_ms), self._way[-1], self._way[-1], outcome)

    def advance(self, step: Step) -> None:
        """Makes a stored step true."""
        if step.entry.move == "U":
            self._way.pop()
        elif step.is_move:
            self._way.append(step.position)
        self.log.extend(step.entries)
        self.outcome = step.outcome

    def follow(self, log: Iterable[Entry]) -> Iterator[Step]:
        """Plays a stored log on, and yields each step once it is true. Raises what `step` raises."""
        for entry in log:
            if entry.ply < self.ply and self.log[entry.ply] == entry:
                continue
            if entry.move in CLOSINGS:
                step = self.close(entry.ply, Outcome(entry.move), entry.at_ms)
            else:
                step = self.step(entry.ply, entry.move, entry.at_ms)
            self.advance(step)
            yield step

    @staticmethod
    def _result(outcome: Outcome, home: int, moves: list[tuple[str, int]]) -> Result:
        return Result(outcome=outcome, home=home, moves=len(moves), elapsed_ms=moves[-1][1] if moves else 0)

    def _next(self, ply: int, move: str, at_ms: int) -> Entry:
        if self.outcome is not None:
            raise AttemptOver(self.outcome)
        if ply != self.ply:
            raise StalePly
        return Entry(ply, move, max(at_ms, self.log[-1].at_ms if self.log else 0))

    def _play(self, entry: Entry, move: Move) -> Step:
        here = self._way[-1]
        table = play(here.table, move)
        undoable = self.kind is Kind.PRACTICE or not reveals(here.table, move, table)
        untouched, stale = _passes(here, table)
        position = Position(table, move, undoable, untouched, stale)
        return Step(entry, here, position, _outcome(entry.ply, position))

    def _undo(self, entry: Entry) -> Step:
        if not self.can_undo:
            raise IllegalMove(Rule.NO_UNDO, _why_no_undo(self._way))
        position = self._way[-2]
        return Step(entry, self._way[-1], position, _outcome(entry.ply, position))


def _outcome(ply: int, position: Position) -> Outcome | None:
    """How the attempt ends with this entry, if it does (product.md, ranked attempt; rules.md, common 10)."""
    if position.table.is_won:
        return Outcome.WON
    if ply + 1 >= PLY_LIMIT:
        return Outcome.PLY_LIMIT
    return Outcome.BLOCKED if not position.undoable and is_blocked(position.table) else None


def _passes(here: Position, table: Table) -> tuple[bool, bool]:
    """Whether the running pass has brought no play yet, and whether the last whole one brought none."""
    before = here.table
    if table.redeals > before.redeals:
        return True, here.stale_pass
    if table.turned <= before.turned or table.variant.turn_to is not Turn.TO_WASTE:
        return False, False
    whole = table.turned == len(table.talon)
    return here.untouched_pass, here.stale_pass or (here.untouched_pass and whole)


def _why_no_undo(way: list[Position]) -> str:
    if len(way) == 1:
        return "There is no move to take back."
    return "That move showed a card, so it can't be taken back."
