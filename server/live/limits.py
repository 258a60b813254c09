"""How much one player or one address may ask for; every limit is a setting, 0 is none."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

REMEMBERED = 10_000


class TooMany(Exception):
    """A limit is reached; `retry_after` is seconds until it is worth another try."""

    def __init__(self, why: str, retry_after: float) -> None:
        super().__init__(why)
        self.retry_after = retry_after


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled_at: float


class Buckets:
    """Token buckets by key: `burst` at once, then `rate` a second. The least recently used are forgotten."""

    def __init__(self, rate: float, burst: float, seconds: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._seconds = seconds
        self._buckets: OrderedDict[object, _Bucket] = OrderedDict()

    def take(self, key: object) -> float:
        """Takes a token: 0 when there was one, else the seconds until there is."""
        if self._rate <= 0:
            return 0.0
        now = self._seconds()
        bucket = self._bucket(key, now)
        bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.filled_at) * self._rate)
        bucket.filled_at = now
        if bucket.tokens < 1:
            return (1 - bucket.tokens) / self._rate
        bucket.tokens -= 1
        return 0.0

    def _bucket(self, key: object, now: float) -> _Bucket:
        bucket = self._buckets.setdefault(key, _Bucket(self._burst, now))
        self._buckets.move_to_end(key)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


class Places:
    """How many sockets each key has open, at most `limit`."""

    def __init__(self, limit: int, why: str) -> None:
        self._limit = limit
        self._why = why
        self._open: Counter[object] = Counter()

    @contextmanager
    def one(self, key: object) -> Iterator[None]:
        """One more while the block lasts. Raises TooMany."""
        if self._limit and self._open[key] >= self._limit:
            raise TooMany(self._why, 60)
        self._open[key] += 1
        try:
            yield
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one process."""

    moves: Buckets
    guests: Buckets
    sign_ins: Buckets
    sign_ins_by_name: Buckets
    player_sockets: Places
    address_sockets: Places
