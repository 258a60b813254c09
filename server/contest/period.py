"""The days, weeks and months that boards are kept for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

BEGINNING = date(1970, 1, 1)  # date.min is no date to the database's driver, but the beginning of time


class Span(StrEnum):
    """How long a period is; the words are those of addresses."""

    DAYS = "days"
    WEEKS = "weeks"  # ISO weeks: from Monday
    MONTHS = "months"
    ALL_TIME = "all-time"


BEST_DAYS: dict[Span, int | None] = {Span.DAYS: 1, Span.WEEKS: 5, Span.MONTHS: 20, Span.ALL_TIME: None}


@dataclass(frozen=True, slots=True)
class Period:
    """A day, an ISO week, a month, or all time, by its first day."""

    span: Span
    starts: date

    @property
    def last(self) -> date:
        """Its last day."""
        match self.span:
            case Span.DAYS:
                return self.starts
            case Span.WEEKS:
                return self.starts + timedelta(days=6)
            case Span.MONTHS:
                return (self.starts + timedelta(days=31)).replace(day=1) - timedelta(days=1)
            case Span.ALL_TIME:
                return date.max

    @property
    def best(self) -> int | None:
        """How many of a player's days count in it, None for all (product.md, who is ahead 3)."""
        return BEST_DAYS[self.span]

    def __str__(self) -> str:
        """Its name in addresses: `2026-12-01`, `2026-W49`, `2026-12`, `all-time`."""
        match self.span:
            case Span.DAYS:
                return self.starts.isoformat()
            case Span.WEEKS:
                year, week, _ = self.starts.isocalendar()
                return f"{year:04}-W{week:02}"
            case Span.MONTHS:
                return self.starts.isoformat()[:7]
            case Span.ALL_TIME:
                return self.span.value


def period_of(span: Span, day: date) -> Period:
    """The period of this length that a day is in."""
    match span:
        case Span.DAYS:
            return Period(span, day)
        case Span.WEEKS:
            return Period(span, day - timedelta(days=day.weekday()))
        case Span.MONTHS:
            return Period(span, day.replace(day=1))
        case Span.ALL_TIME:
            return Period(span, BEGINNING)


def parse_period(span: Span, text: str) -> Period:
    """The period of this name, spelled as `str` spells it. Raises ValueError."""
    first = {Span.WEEKS: f"{text}-1", Span.MONTHS: f"{text}-01"}.get(span, text)
    try:
        period = period_of(span, date.fromisoformat(first))
    except ValueError:
        period = None
    if period is None or str(period) != text:
        raise ValueError(f"no period is called {text}")
    return period
