"""`samedeal verify`: believe nothing, play every record again."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from tqdm import tqdm

from server.contest.record import InvalidRecord, Record, parse_record
from server.contest.verification import Verdict, belongs_to_commitment, belongs_to_root, verify

HOLDS, WRONG, UNREADABLE = 0, 1, 2


def verify_files(files: list[str], commitment: str | None = None, root: str | None = None) -> int:
    """Prints a line for each record of the files (`-` is standard input); 1 if one is wrong, 2 if one can't be read.

    `commitment` and `root`, in hex, are what was published of the game and of the day: each record must belong to it.
    """
    worst = HOLDS
    for file in files:
        try:
            text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            worst = _say(f"{file}: {error.strerror}", UNREADABLE)
            continue
        for line, record in tqdm(list(_records(text)), desc=file, unit="record", disable=None, leave=False):
            worst = max(worst, _verify(f"{file}:{line}", record, commitment, root))
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


def _verify(place: str, text: bytes, commitment: str | None, root: str | None) -> int:
    try:
        record = parse_record(text)
        verdict = verify(record)
        ties = list(_ties(record, commitment, root)) if verdict.holds else []
    except InvalidRecord as error:
        return _say(f"{place}: {error}", UNREADABLE)
    if not verdict.holds:
        return _say(f"{place}: {verdict.says}", WRONG)
    for tie in ties:
        if not tie.holds:
            return _say(f"{place}: {tie.says}", WRONG)
    if not ties:
        return _say(f"{place}: ok, consistent in itself only: {verdict.says}", HOLDS)
    return _say(f"{place}: ok: {verdict.says}", HOLDS)


def _ties(record: Record, commitment: str | None, root: str | None) -> Iterator[Verdict]:
    """Whether it belongs to what was published."""
    if commitment is not None:
        yield belongs_to_commitment(record, commitment)
    if root is not None:
        yield belongs_to_root(record, root)


def _say(line: str, code: int) -> int:
    tqdm.write(line, file=sys.stderr if code == UNREADABLE else sys.stdout)
    return code
