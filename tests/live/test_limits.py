"""server.live.limits: so much at once, so much a second, so many at the same time."""

from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.live.limits import REMEMBERED, Buckets, Places, TooMany


class Seconds:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_at_once_then_so_many_a_second() -> None:
    seconds = Seconds()
    moves = Buckets(10, 3, seconds)
    assert [moves.take("me") for _ in range(4)] == [0, 0, 0, pytest.approx(0.1)]
    seconds.now = 0.05
    assert moves.take("me") == pytest.approx(0.05)
    seconds.now = 0.1
    assert moves.take("me") == 0
    seconds.now = 1000
    assert [moves.take("me") > 0 for _ in range(4)] == [False, False, False, True], "no more than the burst is saved"


@given(st.lists(st.floats(0, 0.5), max_size=60))
def test_never_more_than_burst_and_rate_allow(pauses: list[float]) -> None:
    seconds = Seconds()
    moves = Buckets(5, 4, seconds)
    taken = 0
    for pause in pauses:
        seconds.now += pause
        taken += moves.take("me") == 0
        assert taken <= 4 + 5 * seconds.now + 1e-6


def test_whoever_waits_as_long_as_told_gets_one() -> None:
    seconds = Seconds()
    guests = Buckets(20 / 3600, 20, seconds)
    assert [guests.take("here") for _ in range(20)] == [0] * 20
    seconds.now += guests.take("here") + 1e-6
    assert guests.take("here") == 0


def test_everybody_has_their_own() -> None:
    moves = Buckets(1, 1, Seconds())
    assert [moves.take("me"), moves.take("you")] == [0, 0]
    assert moves.take("me") > 0


def test_zero_is_no_limit() -> None:
    moves = Buckets(0, 1, Seconds())
    assert [moves.take("me") for _ in range(1000)] == [0] * 1000


def test_only_so_many_are_remembered_and_the_latest_are() -> None:
    moves = Buckets(1, 1, Seconds())
    for key in range(REMEMBERED + 1):
        moves.take(key)
    assert moves.take(REMEMBERED) > 0
    assert moves.take(0) == 0, "forgotten"


def test_so_many_places_at_the_same_time() -> None:
    sockets = Places(2, "You have too many tables open.")
    with ExitStack() as open_ones:
        open_ones.enter_context(sockets.one("me"))
        with sockets.one("me"):
            with pytest.raises(TooMany, match="too many tables") as full, sockets.one("me"):
                pass
            assert full.value.retry_after > 0
            with sockets.one("you"):
                pass
        open_ones.enter_context(sockets.one("me"))


def test_a_place_is_given_back_whatever_happens() -> None:
    sockets = Places(1, "full")
    for _ in range(3):
        with pytest.raises(RuntimeError), sockets.one("me"):
            raise RuntimeError
    with sockets.one("me"):
        pass


def test_no_limit_of_places_is_none() -> None:
    sockets = Places(0, "full")
    with ExitStack() as open_ones:
        for _ in range(100):
            open_ones.enter_context(sockets.one("me"))
