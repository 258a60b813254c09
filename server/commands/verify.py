"""`samedeal verify`: believe nothing, play every record again."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from tqdm import tqdm

from server.contest.record import InvalidRecord, Record, parse_record
from server.contest.verification import verify

HOLDS, WRONG, UNREADABLE = 0, 1, 2


def verify_files(files: list[str], commitment: str | None) -> int:
    """Prints a line for each record of the files (`-` is standard input); 1 if one is wrong, 2 if one can't be read."""
    worst = HOLDS
    for file in files:
        try:
            text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            worst = _say(f"{file}: {error.strerror}", UNREADABLE)
            continue
        for line, record in tqdm(list(_records(text)), desc=file, unit="record", disable=None, leave=False):
            worst = max(worst, _verify(f"{file}:{line}", record, commitment))
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
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def _read(place: str, text: bytes) -> Record:
    try:
        return parse_record(text)
    except InvalidRecord as error:
        raise InvalidRecord(f"{place}: {error}") from None


def _verify(place: str, text: bytes, commitment: str | None) -> int:
    try:
        record = parse_record(text)
        verdict = verify(record)
    except InvalidRecord as error:
        return _say(f"{place}: {error}", UNREADABLE)
    if not verdict.holds:
        return _say(f"{place}: {verdict.says}", WRONG)
    if commitment is None:
        return _say(f"{place}: ok, consistent in itself only: {verdict.says}", HOLDS)
    if record.commitment != commitment.lower():
        return _say(f"{place}: its commitment is not the published one", WRONG)
    return _say(f"{place}: ok: {verdict.says}", HOLDS)


def _say(line: str, code: int) -> int:
    tqdm.write(line, file=sys.stderr if code == UNREADABLE else sys.stdout)
    return code
