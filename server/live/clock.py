"""The time of day, read once and then counted on: setting the system's clock back shortens nobody's time."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]


def steady_clock() -> Clock:
    """A clock that gives aware times in UTC and never runs back."""
    began, ticks = datetime.now(UTC), time.monotonic()
    return lambda: began + timedelta(seconds=time.monotonic() - ticks)
