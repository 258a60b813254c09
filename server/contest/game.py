"""A game: one variant on one UTC date, when it opens and closes, and what binds it beforehand."""

import hashlib
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum

NO_SOLVER = "none"

_OPEN_FOR = timedelta(hours=24)
_FINAL_AFTER = timedelta(hours=26)


class Status(StrEnum):
    """What may be done with a game now (product.md, the day)."""

    PROVING = "proving"
    OPEN = "open"
    CLOSED = "closed"
    FINAL = "final"


def opens_at(day: date) -> datetime:
    """When ranked attempts may begin: 00:00 UTC."""
    return datetime.combine(day, time.min, UTC)


def closes_at(day: date) -> datetime:
    """When no further ranked attempt may begin: 24 hours after opening."""
    return opens_at(day) + _OPEN_FOR


def final_at(day: date) -> datetime:
    """When running attempts end and everything is opened to everybody: 2 hours after closing."""
    return opens_at(day) + _FINAL_AFTER


def last_final(now: datetime) -> date:
    """The newest day that is final at an aware time."""
    return (now.astimezone(UTC) - _FINAL_AFTER).date()


def status(day: date, now: datetime, *, decided: bool = True) -> Status:
    """The status of a game of a day at an aware time; `decided`: its deal is proven, or its budget is spent."""
    if now < opens_at(day):
        return Status.PROVING
    if now < closes_at(day):
        return Status.OPEN if decided else Status.PROVING
    return Status.CLOSED if now < final_at(day) else Status.FINAL


def commitment(variant: str, day: date, solver_version: str, node_budget: int, secret: bytes) -> bytes:
    """The SHA-256 published before the day: it binds secret, day, solver and budget (rules.md, the shuffle)."""
    text = f"samedeal-commit/1|{variant}|{day.isoformat()}|{solver_version}|{node_budget}|{secret.hex()}"
    return hashlib.sha256(text.encode()).digest()


def game_name(day: date, variant: str) -> str:
    """A game as messages and records name it: `2026-12-01/kansas`."""
    return f"{day.isoformat()}/{variant}"
