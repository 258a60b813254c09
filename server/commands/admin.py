"""`samedeal admin`: what operators look at and change. Whatever they change is in the audit table."""

import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Mapping
from datetime import timedelta

from server.contest.day_tree import leaf, levels, root
from server.contest.game import game_name
from server.store.attempts import AttemptRow
from server.store.players import Player

from .actions import Refused
from .operating import Desk, named_day, operate

Work = Callable[[Desk, Namespace], Awaitable[int]]


def admin(options: Mapping[str, object]) -> int:
    """Does the `action`; 1 when something does not hold. Raises Refused, and what opening the database raises."""
    asked = Namespace(**options)
    return operate(options, lambda desk: WORK[asked.action](desk, asked))


async def hide_result(desk: Desk, asked: Namespace) -> int:
    """Off the boards; everything else of it stays."""
    row = await _result(desk, asked.attempt)
    await desk.operators.hide_result(row.id, asked.reason, desk.clock())
    return _say(f"Result {row.id} of {row.player_name} is hidden.")


async def show_result(desk: Desk, asked: Namespace) -> int:
    """Back on the boards."""
    row = await _result(desk, asked.attempt)
    await desk.operators.show_result(row.id, asked.reason, desk.clock())
    return _say(f"Result {row.id} of {row.player_name} is shown, unless the player is hidden.")


async def hide_player(desk: Desk, asked: Namespace) -> int:
    """All results, those to come too."""
    player = await _player(desk, asked.name)
    await desk.operators.hide_player(player.id, player.name, asked.reason, desk.clock())
    return _say(f"All results of {player.name} are hidden, those to come too.")


async def show_player(desk: Desk, asked: Namespace) -> int:
    """All results but those hidden themselves."""
    player = await _player(desk, asked.name)
    await desk.operators.show_player(player.id, player.name, asked.reason, desk.clock())
    return _say(f"The results of {player.name} are shown, but for those that are hidden themselves.")


async def flagged(desk: Desk, _asked: Namespace) -> int:
    """A line for each; 1 when one does not verify."""
    rows = await desk.operators.flagged()
    for row, reason in rows:
        game = game_name(row.day, row.variant) if row.day else f"practice of {row.variant}"
        state = "does not verify" if row.verdict == "mismatch" else "hidden"
        _say(f"{row.id}\t{game}\t{row.player_name}\t{state}\t{reason or ''}")
    return int(any(row.verdict == "mismatch" for row, _ in rows))


async def verify_day(desk: Desk, asked: Namespace) -> int:
    """Verifies every result from what is stored, and the root; 1 when something does not hold."""
    day = named_day(asked.date)
    rows = await desk.operators.results(day)
    wrong = [row for row in rows if not (await desk.archive.verify(row)).holds]
    for row in wrong:
        _say(f"{row.id}\t{row.player_name}\tdoes not verify")
    published = await desk.days.root(day)
    moved = published is not None and published != root(levels([_leaf(row) for row in rows]))
    if moved:
        _say(f"The results of {day} are not those of its published root.")
    await desk.operators.note("verify day", str(day), f"{len(wrong)} of {len(rows)} do not verify", desk.clock())
    _say(f"{len(rows) - len(wrong)} of {len(rows)} results of {day} verify.")
    return int(bool(wrong) or moved)


async def statistics(desk: Desk, _asked: Namespace) -> int:
    """A line for each number."""
    numbers = await desk.operators.statistics()
    for name, number in numbers.items():
        _say(f"{number:>14,}  {name}")
    if numbers["moves packed"]:
        _say(f"{numbers['bytes of packed logs'] / numbers['moves packed']:>14.2f}  bytes a packed move")
    return 0


async def remove_practice(desk: Desk, asked: Namespace) -> int:
    """Practice attempts older than so many days."""
    now = desk.clock()
    removed = await desk.operators.remove_practice(now - timedelta(days=asked.days), now)
    return _say(f"{removed} practice attempts are removed.")


async def remove_guests(desk: Desk, asked: Namespace) -> int:
    """Guests without a result, idle for so many days."""
    now = desk.clock()
    removed = await desk.operators.remove_guests(now - timedelta(days=asked.days), now)
    return _say(f"{removed} guests are removed.")


async def audit(desk: Desk, _asked: Namespace) -> int:
    """The newest actions, newest first."""
    for action in await desk.operators.actions(100):
        _say(f"{action.at:%Y-%m-%d %H:%M}\t{action.operator}\t{action.action}\t{action.subject}\t{action.reason or ''}")
    return 0


async def _result(desk: Desk, attempt_id: int) -> AttemptRow:
    row = await desk.attempts.get(attempt_id)
    if row is None or row.day is None or row.kind != "ranked":
        raise Refused(f"There is no ranked attempt {attempt_id}.")
    return row


async def _player(desk: Desk, name: str) -> Player:
    player = await desk.players.by_name(name)
    if player is None:
        raise Refused(f"There is no player {name}.")
    return player


def _leaf(row: AttemptRow) -> bytes:
    assert row.day is not None
    assert row.result is not None
    return leaf(row.id, game_name(row.day, row.variant), row.result, (row.chain or b"").hex())


def _say(line: str) -> int:
    sys.stdout.write(f"{line}\n")
    return 0


WORK: dict[str, Work] = {
    "hide-result": hide_result,
    "show-result": show_result,
    "hide-player": hide_player,
    "show-player": show_player,
    "flagged": flagged,
    "verify": verify_day,
    "statistics": statistics,
    "remove-practice": remove_practice,
    "remove-guests": remove_guests,
    "audit": audit,
}
