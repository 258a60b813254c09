"""`samedeal table` and `samedeal perft`: look at a table of a record, count what can be played from it."""

import sys

import msgspec

from server.contest.attempt import Attempt, AttemptOver, Kind
from server.contest.record import InvalidRecord
from server.protocol import Pile, Piles, piles_of
from server.rules import RANKS, IllegalMove, InvalidMove, Table, deal, legal_moves, play

from .verify import read_records


class Shown(msgspec.Struct, kw_only=True):
    """A table as `samedeal table --json` prints it."""

    variant: str
    ply: int
    base: str
    piles: Piles
    home: int
    won: bool
    legal: list[str]
    undo: bool


def show_table(file: str, ply: int | None, *, as_json: bool) -> int:
    """Prints the table before entry `ply` of a record (the last one without it) and its legal moves."""
    attempt = _attempt(file, ply)
    shown = _shown(attempt)
    sys.stdout.write((msgspec.json.encode(shown).decode() if as_json else _text(shown)) + "\n")
    return 0


def count_perft(file: str, depth: int) -> int:
    """Prints, for lengths 1 to `depth`, how many sequences of moves the rules allow after a record's moves."""
    table = _attempt(file, None).table
    for length in range(1, depth + 1):
        sys.stdout.write(f"{length} {_perft(table, length)}\n")
    return 0


def _attempt(file: str, ply: int | None) -> Attempt:
    record = read_records(file)[0]
    if ply is not None and ply > len(record.moves):
        raise InvalidRecord(f"{file}: there is no table {ply}: the record has {len(record.moves)} moves.")
    attempt = Attempt(record.kind or Kind.PRACTICE, deal(record.rules, record.cards))
    for number, move in enumerate(record.moves[:ply]):
        try:
            attempt.advance(attempt.step(number, move, 0))
        except (InvalidMove, IllegalMove, AttemptOver) as error:
            raise InvalidRecord(f"{file}: move {number + 1}, {move[:20]!r}: {error}") from None
    return attempt


def _perft(table: Table, depth: int) -> int:
    moves = legal_moves(table)
    return len(moves) if depth == 1 else sum(_perft(play(table, move), depth - 1) for move in moves)


def _shown(attempt: Attempt) -> Shown:
    table = attempt.table
    return Shown(
        variant=table.variant.key,
        ply=attempt.ply,
        base=RANKS[table.base],
        piles=piles_of(table.visible()),
        home=table.home,
        won=table.is_won,
        legal=[str(move) for move in legal_moves(table)],
        undo=attempt.can_undo,
    )


def _text(shown: Shown) -> str:
    lines = [f"{shown.variant}, ply {shown.ply}, {shown.home} home, foundations up from {shown.base}"]
    lines += [f"{name:3}{_pile_text(pile)}" for name, pile in shown.piles.items()]
    return "\n".join([*lines, f"legal: {' '.join(shown.legal)}{' U' if shown.undo else ''}"])


def _pile_text(pile: Pile) -> str:
    words: list[str] = []
    for key, value in pile.items():
        match value:
            case int():
                words += ["##"] * value
            case list():
                words += value
            case _:
                words.append(str(value or f"-{key}"))
    return " ".join(words)
