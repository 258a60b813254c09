"""Every winning line of the outside evidence, played by `samedeal play` over the real socket, is won and believed."""

import asyncio
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from tests.rules.evidence import KEPT, folders, rows
from tests.serving import LiveServer

VARIANTS = ("chinaman", "chinese-torture", "whitehorse", "kansas")
GUESTS = 8
WON = re.compile(r"attempt (\d+): won, 52 home, (\d+) moves")
Record = dict[str, Any]


@pytest.mark.parametrize(
    "folder",
    [pytest.param(folder, marks=() if folder == KEPT else pytest.mark.long, id=folder.name) for folder in folders()],
)
async def test_every_winning_line_is_won_stored_and_verified(
    live_server: LiveServer, module_database_url: str, tmp_path: Path, folder: Path
) -> None:
    lines = _written(tmp_path / "lines.jsonl", _winning_lines(folder))
    code, printed = await _samedeal("play", str(lines), "--server", live_server.url, "--guests", str(GUESTS))
    won = {int(attempt): int(moves) for attempt, moves in WON.findall(printed)}
    assert (code, len(won)) == (0, len(printed.splitlines())), printed
    assert sorted(won.values()) == sorted(len(record["moves"]) for record in _winning_lines(folder))
    assert await _stored(module_database_url, list(won)) == {
        attempt: ("won", 52, moves, "verified") for attempt, moves in won.items()
    }
    await _check_records(tmp_path, [await _record(live_server, attempt) for attempt in won])


async def _check_records(folder: Path, records: list[Record]) -> None:
    """Downloaded records verify; each with one move changed does not, whether or not its chain is there."""
    code, printed = await _samedeal("verify", str(_written(folder / "records.jsonl", records)))
    assert (code, printed.count(": ok")) == (0, len(records)), printed
    for name in ("with chain", "without chain"):
        changed = [_with_one_move_changed(record) for record in records]
        kept = [record for record in changed if name == "with chain" or record.pop("chain")]
        code, printed = await _samedeal("verify", str(_written(folder / f"{name}.jsonl", kept)))
        assert (code, printed.count(": ok"), len(printed.splitlines())) == (1, 0, len(records)), printed


def _winning_lines(folder: Path) -> list[Record]:
    return [
        {
            "format": "samedeal-record/1",
            "variant": variant,
            "rules_version": 1,
            "deck": row["deck"],
            "moves": row["line"],
        }
        for variant in VARIANTS
        for row in rows(folder, f"deals-{variant}")
        if "line" in row
    ]


def _with_one_move_changed(record: Record) -> Record:
    """Another move of the same line stands where one stood."""
    chance = random.Random(record["attempt"])
    moves = list(record["moves"])
    place = chance.randrange(len(moves))
    moves[place] = chance.choice([move for move in moves if move != moves[place]])
    return {**record, "moves": moves}


def _written(file: Path, records: list[Record]) -> Path:
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return file


async def _record(server: LiveServer, attempt: int) -> Record:
    async with httpx.AsyncClient(base_url=server.url, verify=False) as http:
        record: Record = (await http.get(f"/api/attempts/{attempt}/record")).raise_for_status().json()
    return record


async def _stored(url: str, attempts: list[int]) -> dict[int, tuple[str, int, int, str]]:
    connection = await asyncpg.connect(url)
    try:
        query = "SELECT id, outcome, home, moves, verdict FROM attempts WHERE id = ANY($1)"
        return {row[0]: tuple(row)[1:] for row in await connection.fetch(query, attempts)}
    finally:
        await connection.close()


async def _samedeal(*arguments: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "server", *arguments]
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr
