"""`samedeal verify`: believe nothing, play every record again."""

import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import msgspec
from tqdm import tqdm

from server.contest.game import NO_SOLVER
from server.contest.record import InvalidRecord, Record, parse_record
from server.contest.verification import Verdict, belongs_to_commitment, belongs_to_root, verify
from server.rules import VARIANTS, deck_for
from server.solver import SOLVER_VERSION, find_winnable

HOLDS, WRONG, UNREADABLE = 0, 1, 2


class Ties(NamedTuple):
    """What a record must belong to besides being right in itself.

    `commitment` and `root`, in hex, are what was published of the game and of the day; with `proof` its deal must be
    the first of its secret's that is proven winnable.
    """

    commitment: str | None = None
    root: str | None = None
    proof: bool = False

    @property
    def published(self) -> bool:
        """Whether it must belong to something that was published."""
        return self.commitment is not None or self.root is not None


def verify_files(files: list[str], ties: Ties) -> int:
    """Prints a line for each record of the files (`-` is standard input); 1: one is wrong, 2: one can't be checked."""
    worst = HOLDS
    for file in files:
        try:
            text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            worst = _say(f"{file}: {error.strerror}", UNREADABLE)
            continue
        for line, record in tqdm(list(_records(text)), desc=file, unit="record", disable=None, leave=False):
            worst = max(worst, _verify(f"{file}:{line}", record, ties))
    return worst


def read_records(file: str) -> list[Record]:
    """The records of a file, at least one. Raises InvalidRecord, whose text names file and line."""
    try:
        texts = _records(Path(file).read_bytes())
    except OSError as error:
        raise InvalidRecord(f"{file}: {error.strerror}") from None
    return [_read(f"{file}:{line}", text) for line, text in texts]


def _records(text: bytes) -> Iterator[tuple[int, bytes]]:
    """One object over any number of lines, or one a line: (line, text) of each."""
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if lines and _is_json(lines[0][1]):
        yield from lines
    else:
        yield 1, text


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _read(place: str, text: bytes) -> Record:
    try:
        return parse_record(text)
    except InvalidRecord as error:
        raise InvalidRecord(f"{place}: {error}") from None


def _verify(place: str, text: bytes, asked: Ties) -> int:
    try:
        record = parse_record(text)
        verdict = verify(record)
        ties = list(_ties(record, asked)) if verdict.holds else []
    except InvalidRecord as error:
        return _say(f"{place}: {error}", UNREADABLE)
    if not verdict.holds:
        return _say(f"{place}: {verdict.says}", WRONG)
    for tie in ties:
        if not tie.holds:
            return _say(f"{place}: {tie.says}", WRONG)
    if not asked.published:
        return _say(f"{place}: ok, consistent in itself only: {verdict.says}", HOLDS)
    return _say(f"{place}: ok: {verdict.says}", HOLDS)


def _ties(record: Record, asked: Ties) -> Iterator[Verdict]:
    """Whether it belongs to what it must. Raises InvalidRecord when its deal can't be derived here."""
    if asked.commitment is not None:
        yield belongs_to_commitment(record, asked.commitment)
    if asked.root is not None:
        yield belongs_to_root(record, asked.root)
    if asked.proof:
        yield _is_the_first_winnable(record)


def _is_the_first_winnable(record: Record) -> Verdict:
    """Derives the deal number again (rules.md, the shuffle): the first deal if the budget is spent without a proof."""
    if record.secret is None or record.deal is None or record.solver_version == NO_SOLVER:
        raise InvalidRecord("Its deal can't be derived without secret, deal, solver_version and node_budget.")
    if record.solver_version != SOLVER_VERSION:
        named = record.solver_version[:40]
        raise InvalidRecord(f"This program has {SOLVER_VERSION} and can't derive a deal of {named!r}.")
    derived = _derived(record.variant, record.secret_bytes, record.node_budget)
    if record.deal != derived:
        return Verdict(holds=False, says=f"the deal is {record.deal}, solver and budget give {derived}")
    return Verdict(holds=True, says="its deal is the one that solver and budget give")


@cache
def _derived(variant: str, secret: bytes, node_budget: int) -> int:
    rules = VARIANTS[variant]
    proof = find_winnable(rules, partial(deck_for, secret, rules), node_budget)
    return proof.deal_number if proof else 0


def _say(line: str, code: int) -> int:
    tqdm.write(line, file=sys.stderr if code == UNREADABLE else sys.stdout)
    return code
