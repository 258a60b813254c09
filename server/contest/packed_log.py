"""A finished log in few bytes: three a move, and one to four for the time since the move before.

    version 1 | for each entry, plies counting from 0: source, target, lift | milliseconds since the entry before

Source and target are piles of the notation, each one byte: 0 undo, 1 T when dealt on to, 2 R, 3 S, 4 W, 5 F, from 6 on
the columns. A closing entry has 255 for its source and the number of its outcome for its target. Times are unsigned
LEB128: seven bits a byte, lowest first, the eighth bit set when more follow.
"""

from collections.abc import Iterable, Iterator

from server.rules import Move, parse_move

from .attempt import CLOSINGS, Entry
from .result import Outcome

VERSION = 1

_PILES_BEFORE_COLUMNS = 6
_CLOSING = 255
_OUTCOMES = (Outcome.GIVEN_UP, Outcome.EXPIRED, Outcome.BLOCKED)


def pack(log: Iterable[Entry]) -> bytes:
    """The log in bytes. Raises ValueError when it is none: a gap in its plies, no such move, time that runs back."""
    packed = bytearray([VERSION])
    at_ms = 0
    for ply, entry in enumerate(log):
        if entry.ply != ply or entry.at_ms < at_ms:
            raise ValueError(f"This is no log: entry {ply} is ply {entry.ply} at {entry.at_ms} ms.")
        packed += _word(entry.move)
        packed += _number(entry.at_ms - at_ms)
        at_ms = entry.at_ms
    return bytes(packed)


def unpack(packed: bytes) -> tuple[Entry, ...]:
    """The same log again. Raises ValueError when these bytes are none."""
    if packed[:1] != bytes([VERSION]):
        raise ValueError(f"This is no packed log of version {VERSION}.")
    rest = iter(packed[1:])
    entries: list[Entry] = []
    at_ms = 0
    for source in rest:
        move = _text(source, _byte(rest), _byte(rest))
        at_ms += _read_number(rest)
        entries.append(Entry(len(entries), move, at_ms))
    return tuple(entries)


def _word(move: str) -> bytes:
    if move in CLOSINGS:
        return bytes([_CLOSING, _OUTCOMES.index(Outcome(move)), 0])
    parsed = parse_move(move)
    return bytes([parsed.source + _PILES_BEFORE_COLUMNS, parsed.target + _PILES_BEFORE_COLUMNS, parsed.lift])


def _text(source: int, target: int, lift: int) -> str:
    if source == _CLOSING:
        return _outcome(target)
    return str(Move(source - _PILES_BEFORE_COLUMNS, target - _PILES_BEFORE_COLUMNS, lift))


def _outcome(number: int) -> str:
    if number >= len(_OUTCOMES):
        raise ValueError(f"This packed log ends with an unknown outcome, {number}.")
    return _OUTCOMES[number].value


def _number(value: int) -> bytes:
    low, rest = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + _number(rest) if rest else bytes([low])


def _read_number(packed: Iterator[int]) -> int:
    value = shift = 0
    while (byte := _byte(packed)) & 0x80:
        value |= (byte & 0x7F) << shift
        shift += 7
    return value | byte << shift


def _byte(packed: Iterator[int]) -> int:
    try:
        return next(packed)
    except StopIteration:
        raise ValueError("This packed log breaks off.") from None
