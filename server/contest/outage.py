"""Our own outages are not charged (product.md, the day).

The clock of an attempt stands still while no process served: `at_ms` counts served time only. So log, chain, result
and record agree by themselves, and nobody who verifies a record needs to know of outages. `credited_ms` beside a result
says how much wall time was left out before its last move; it is told, and proves nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

_NONE = timedelta(0)


@dataclass(frozen=True, slots=True)
class Outage:
    """No process served between these aware times. Outages of one list do not overlap."""

    began_at: datetime
    ended_at: datetime


def lost(outages: Sequence[Outage], began_at: datetime, now: datetime) -> timedelta:
    """How much of the time between `began_at` and `now` nobody served; `outages` are in the order of time."""
    later = takewhile(lambda outage: outage.ended_at > began_at, reversed(outages))
    return sum((_overlap(outage, began_at, now) for outage in later), _NONE)


def credited(outages: Iterable[Outage], started_at: datetime, elapsed: timedelta) -> timedelta:
    """How much was left out of an attempt whose last move came after so much served time."""
    credit = _NONE
    for outage in sorted(outages, key=lambda outage: outage.began_at):
        if outage.began_at < started_at + elapsed + credit:
            credit += _overlap(outage, started_at, outage.ended_at)
    return credit


def _overlap(outage: Outage, began_at: datetime, now: datetime) -> timedelta:
    return max(min(outage.ended_at, now) - max(outage.began_at, began_at), _NONE)
