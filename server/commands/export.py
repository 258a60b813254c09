"""`samedeal export`: a final day as one record a line, which `samedeal verify --root` reads."""

import sys
from collections.abc import Mapping
from pathlib import Path

import msgspec

from server.contest.game import final_at

from .actions import Refused
from .operating import Desk, named_day, operate


def export(options: Mapping[str, object]) -> int:
    """Writes the records of the day `date`. Raises Refused, and what opening the database raises."""
    output = None if options["output"] is None else str(options["output"])
    return operate(options, lambda desk: export_day(desk, str(options["date"]), output))


async def export_day(desk: Desk, name: str, output: str | None) -> int:
    """All results that boards show, by attempt, to `output` or standard output. Raises Refused before the day is final.

    Says on standard error which root they belong to.
    """
    day = named_day(name)
    root = await desk.days.root(day)
    if desk.clock() < final_at(day):
        raise Refused(f"{day} is not final until {final_at(day):%Y-%m-%d %H:%M} UTC.")
    if root is None:
        raise Refused(f"{day} has no root yet. A server that runs makes it within minutes, if there was such a day.")
    records = [
        msgspec.json.encode(await desk.archive.record(row)) + b"\n"
        for row in await desk.operators.results(day)
        if row.verdict == "verified" and not row.hidden
    ]
    _write(b"".join(records), output)
    sys.stderr.write(f"{len(records)} records of {day}, root {root.hex()}\n")
    await desk.operators.note("export", str(day), None, desk.clock())
    return 0


def _write(records: bytes, output: str | None) -> None:
    if output is None:
        sys.stdout.buffer.write(records)
    else:
        Path(output).write_bytes(records)
