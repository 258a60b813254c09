"""server.store.heartbeats: gaps that no process spans are outages."""

import asyncio
from datetime import timedelta

from server.contest.outage import Outage
from server.store.database import Database
from server.store.heartbeats import Heartbeats
from tests.store.worlds import NOON


def after(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


async def test_the_first_heartbeat_ends_no_outage(database: Database) -> None:
    assert await Heartbeats(database).beat(NOON, NOON) == 0
    assert await Heartbeats(database).outages() == ()


async def test_a_gap_nobody_spans_is_an_outage_once(database: Database) -> None:
    heartbeats = Heartbeats(database)
    await heartbeats.beat(NOON, NOON)
    back = NOON + after(3600)
    newest = await asyncio.gather(*(heartbeats.beat(back, back) for _ in range(4)))
    assert len(set(newest)) == 1
    assert await heartbeats.outages() == (Outage(NOON, back),)


async def test_a_process_that_served_all_along_leaves_no_gap(database: Database) -> None:
    heartbeats = Heartbeats(database)
    await heartbeats.beat(NOON, NOON)
    await heartbeats.beat(NOON, NOON + after(3600))
    await heartbeats.beat(NOON + after(3600), NOON + after(3600))
    assert await heartbeats.outages() == ()


async def test_a_short_restart_is_none(database: Database) -> None:
    heartbeats = Heartbeats(database)
    await heartbeats.beat(NOON, NOON)
    await heartbeats.beat(NOON + after(5), NOON + after(5))
    assert await heartbeats.outages() == ()
    await heartbeats.beat(NOON + after(10.1), NOON + after(10.1))
    assert await heartbeats.outages() == (Outage(NOON + after(5), NOON + after(10.1)),)


async def test_a_clock_that_lags_behind_changes_nothing(database: Database) -> None:
    heartbeats = Heartbeats(database)
    await heartbeats.beat(NOON, NOON + after(60))
    await heartbeats.beat(NOON, NOON)
    await heartbeats.beat(NOON + after(61), NOON + after(61))
    assert await heartbeats.outages() == ()
