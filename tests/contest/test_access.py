"""server.contest.access: who may see what, and from when (product.md, sealed until final)."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from itertools import product

import pytest

from server.contest.access import Sealed, Sight, may_record, may_replay, may_watch
from server.contest.attempt import Kind
from server.contest.game import final_at, opens_at
from tests.store.worlds import DAY

Question = Callable[[Sight, datetime], None]

INSTANT = timedelta(milliseconds=1)
SOON, LATER = final_at(DAY) - INSTANT, final_at(DAY)
DURING, AFTER = False, True
ME, OTHERS = True, False

RANKED = {
    #  what         whose   ended  final
    (may_watch, ME, DURING, False): True,
    (may_watch, ME, DURING, True): True,
    (may_watch, ME, AFTER, False): True,
    (may_watch, ME, AFTER, True): True,
    (may_watch, OTHERS, DURING, False): False,
    (may_watch, OTHERS, DURING, True): True,
    (may_watch, OTHERS, AFTER, False): False,
    (may_watch, OTHERS, AFTER, True): True,
    (may_replay, ME, DURING, False): False,
    (may_replay, ME, DURING, True): False,
    (may_replay, ME, AFTER, False): True,
    (may_replay, ME, AFTER, True): True,
    (may_replay, OTHERS, DURING, False): False,
    (may_replay, OTHERS, DURING, True): False,
    (may_replay, OTHERS, AFTER, False): False,
    (may_replay, OTHERS, AFTER, True): True,
    (may_record, ME, DURING, False): False,
    (may_record, ME, DURING, True): False,
    (may_record, ME, AFTER, False): False,
    (may_record, ME, AFTER, True): True,
    (may_record, OTHERS, DURING, False): False,
    (may_record, OTHERS, DURING, True): False,
    (may_record, OTHERS, AFTER, False): False,
    (may_record, OTHERS, AFTER, True): True,
}


def allowed(question: Question, sight: Sight, now: datetime) -> bool:
    try:
        question(sight, now)
    except Sealed:
        return False
    return True


@pytest.mark.parametrize(("case", "answer"), RANKED.items())
def test_a_ranked_attempt_is_sealed_to_the_millisecond(case: tuple[Question, bool, bool, bool], answer: bool) -> None:
    question, mine, ended, final = case
    sight = Sight(kind=Kind.RANKED, day=DAY, mine=mine, ended=ended)
    assert allowed(question, sight, LATER if final else SOON) is answer


def test_the_table_of_cases_is_whole() -> None:
    assert set(RANKED) == set(
        product((may_watch, may_replay, may_record), (ME, OTHERS), (DURING, AFTER), (False, True))
    )


@pytest.mark.parametrize("day", [None, DAY])
@pytest.mark.parametrize("mine", [ME, OTHERS])
def test_practice_is_open_to_everybody(day: date | None, mine: bool) -> None:
    """A random deal, or the deal of a game that was final when practice of it began."""
    during = Sight(kind=Kind.PRACTICE, day=day, mine=mine, ended=DURING)
    after = Sight(kind=Kind.PRACTICE, day=day, mine=mine, ended=AFTER)
    assert allowed(may_watch, during, LATER)
    assert not allowed(may_replay, during, LATER)
    assert not allowed(may_record, during, LATER)
    assert all(allowed(question, after, LATER) for question in (may_watch, may_replay, may_record))


@pytest.mark.parametrize("question", [may_watch, may_replay, may_record])
def test_a_pasted_deck_that_is_secret_still_stays_with_its_player(question: Question) -> None:
    def sight(mine: bool) -> Sight:
        return Sight(kind=Kind.PRACTICE, day=None, mine=mine, ended=AFTER, secret_deck=True)

    assert allowed(question, sight(ME), SOON)
    assert not allowed(question, sight(OTHERS), SOON)


@pytest.mark.parametrize("question", [may_watch, may_replay, may_record])
def test_who_is_refused_is_told_when_to_come_back(question: Question) -> None:
    sight = Sight(kind=Kind.RANKED, day=DAY, mine=OTHERS, ended=AFTER)
    with pytest.raises(Sealed, match="when it is final") as sealed:
        question(sight, opens_at(DAY))
    assert sealed.value.opens_at == final_at(DAY)


@pytest.mark.parametrize("question", [may_replay, may_record])
def test_what_opens_with_the_end_has_no_time(question: Question) -> None:
    with pytest.raises(Sealed, match="has ended") as sealed:
        question(Sight(kind=Kind.RANKED, day=DAY, mine=ME, ended=DURING), SOON)
    assert sealed.value.opens_at is None
