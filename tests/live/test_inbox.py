"""server.live.inbox: offering never waits; what is too much ends that socket alone."""

import asyncio

from server.live.inbox import CAPACITY, OVERFLOW, Inbox


async def test_texts_come_out_in_order() -> None:
    inbox = Inbox()
    for text in "abc":
        inbox.offer(text)
    assert [await inbox.take() for _ in range(3)] == ["a", "b", "c"]


async def test_who_takes_waits_for_the_next_text() -> None:
    inbox = Inbox()
    taking = asyncio.ensure_future(inbox.take())
    await asyncio.wait([taking], timeout=0)
    assert not taking.done()
    inbox.offer("a")
    assert await taking == "a"


async def test_sixty_four_wait_and_one_more_is_too_many() -> None:
    inbox = Inbox()
    for number in range(CAPACITY):
        inbox.offer(str(number))
    waiting = inbox.closes_with
    inbox.offer("one more")
    assert (waiting, inbox.closes_with) == (None, OVERFLOW)
    assert await inbox.take() is None
    assert (CAPACITY, OVERFLOW) == (64, 4413)


async def test_who_takes_in_time_never_overflows() -> None:
    inbox = Inbox()
    for number in range(10 * CAPACITY):
        inbox.offer(str(number))
        if number >= CAPACITY - 1:
            assert await inbox.take() == str(number - CAPACITY + 1)
    assert inbox.closes_with is None


async def test_what_was_offered_before_the_close_is_still_taken() -> None:
    inbox = Inbox()
    inbox.offer("last words")
    inbox.close(4503)
    inbox.offer("too late")
    assert [await inbox.take(), await inbox.take(), await inbox.take()] == ["last words", None, None]


async def test_closing_wakes_who_waits() -> None:
    inbox = Inbox()
    taking = asyncio.ensure_future(inbox.take())
    await asyncio.wait([taking], timeout=0)
    inbox.close(4503)
    assert await taking is None


async def test_the_first_close_code_stays() -> None:
    inbox = Inbox()
    inbox.close(4400)
    inbox.close(4503)
    assert inbox.closes_with == 4400
