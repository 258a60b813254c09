"""server.live.room: compute, store, then believe; safe to send again; nobody waits for anybody's socket."""

import asyncio
from random import Random

import pytest

from server.contest.attempt import Attempt, Entry, Kind
from server.contest.game import final_at
from server.contest.result import Outcome
from server.live.inbox import CAPACITY, OVERFLOW, Inbox
from server.live.room import Room
from server.protocol import Ended, MovedMessage, Refused, TableMessage, decode_server
from server.rules import legal_moves
from tests.live.keeper import World, heard, said, seated
from tests.playing import played_by_chance
from tests.rules.by_hand import table
from tests.store.worlds import DAY


def turns(count: int) -> list[Entry]:
    return [Entry(ply, "S-W", 0) for ply in range(count)]


async def test_the_first_table_sent_to_the_player_starts_the_clock() -> None:
    world = World()
    room = world.room()
    await room.join(Inbox(), as_player=False)
    assert world.keeper.started_at is None
    world.clock.advance(5000)
    inbox = Inbox()
    await room.join(inbox, as_player=True)
    world.clock.advance(700)
    await room.join(inbox, as_player=True)
    tables = [message for message in heard(inbox) if isinstance(message, TableMessage)]
    assert [shown.elapsed_ms for shown in tables] == [0, 700]
    assert world.keeper.started_at == world.clock.now.replace(microsecond=0)


async def test_a_move_is_stored_with_the_time_of_its_receipt_then_true_then_told() -> None:
    world = World()
    room, inbox = await world.table()
    watcher = await seated(room, as_player=False)
    world.keeper.ready.clear()
    world.keeper.asked.clear()
    world.clock.advance(1500)
    playing = asyncio.ensure_future(room.play(inbox, 0, "S-W"))
    await world.keeper.asked.wait()
    world.clock.advance(4000)
    assert (room.attempt.ply, world.keeper.entries) == (0, [])
    assert heard(inbox) == heard(watcher) == []
    world.keeper.ready.set()
    await playing
    assert world.keeper.entries == room.attempt.log == [Entry(0, "S-W", 1500)]
    (moved,) = told = heard(inbox)
    assert told == heard(watcher)
    assert isinstance(moved, MovedMessage)
    assert (moved.ply, moved.move, moved.elapsed_ms) == (0, "S-W", 1500)


async def test_a_failed_append_tells_nobody_and_changes_nothing() -> None:
    world = World()
    room, inbox = await world.table()
    watcher = await seated(room, as_player=False)
    world.keeper.away = True
    before = room.attempt.table
    await room.play(inbox, 0, "S-W")
    (refused,) = heard(inbox)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.ply) == ("unavailable", 0)
    assert heard(watcher) == []
    assert (room.attempt.table, room.attempt.ply, room.attempt.log) == (before, 0, [])
    world.keeper.away = False
    await room.play(inbox, 0, "S-W")
    assert said(inbox) == said(watcher) == [0]


@pytest.mark.parametrize(
    ("ply", "move", "answer"),
    [
        (0, "W-S", "illegal"),
        (0, "nonsense", "bad_move"),
        (0, "U", "illegal"),
        (0, "given_up", "bad_move"),
    ],
)
async def test_what_cannot_be_played_is_answered_to_who_asked_alone(ply: int, move: str, answer: str) -> None:
    room, inbox = await World().table()
    watcher = await seated(room, as_player=False)
    await room.play(inbox, ply, move)
    assert said(inbox) == [answer]
    assert said(watcher) == []
    assert room.attempt.ply == 0


async def test_why_is_said_to_the_player() -> None:
    room, inbox = await World().table()
    await room.play(inbox, 0, "W-S")
    (refused,) = heard(inbox)
    assert isinstance(refused, Refused)
    assert (refused.rule, refused.why) == ("empty", "There is no card on the waste.")


async def test_fifty_racing_moves_give_one_order() -> None:
    world = World(kind=Kind.PRACTICE)
    room, _ = await world.table()
    racers = [await seated(room) for _ in range(50)]
    await asyncio.gather(*(room.play(racer, 0, "S-W") for racer in racers))
    assert [entry.move for entry in world.keeper.entries] == ["S-W"]
    legal = [str(move) for move in legal_moves(room.attempt.table)]
    await asyncio.gather(*(room.play(racer, 1, legal[i % len(legal)]) for i, racer in enumerate(racers)))
    assert len(world.keeper.entries) == 2
    assert world.keeper.entries == room.attempt.log


async def test_several_moves_may_be_under_way() -> None:
    world = World()
    room, inbox = await world.table()
    await asyncio.gather(*(room.play(inbox, ply, "S-W") for ply in range(8)))
    assert said(inbox) == list(range(8))
    assert [entry.ply for entry in world.keeper.entries] == list(range(8))


async def test_after_a_refusal_the_later_ones_are_stale() -> None:
    room, inbox = await World().table()
    await asyncio.gather(*(room.play(inbox, ply, move) for ply, move in enumerate(["S-W", "W-S", "S-W"])))
    assert said(inbox) == [0, "illegal", "stale", "table 1"]


async def test_the_same_move_again_is_answered_as_it_was_then() -> None:
    world = World()
    room, inbox = await world.table()
    first: list[object] = []
    for ply in range(3):
        world.clock.advance(1000)
        await room.play(inbox, ply, "S-W")
        first += heard(inbox)
    world.clock.advance(1000)
    for ply in range(3):
        await room.play(inbox, ply, "S-W")
    assert heard(inbox) == first
    assert len(world.keeper.entries) == 3


@pytest.mark.parametrize(("ply", "move"), [(0, "T1-T2"), (1, "U"), (4, "S-W"), (99, "S-W")])
async def test_another_move_at_an_old_ply_and_any_ahead_are_stale(ply: int, move: str) -> None:
    world = World()
    room, inbox = await world.table()
    watcher = await seated(room, as_player=False)
    for at in range(3):
        await room.play(inbox, at, "S-W")
    heard(inbox), heard(watcher)
    await room.play(inbox, ply, move)
    assert said(inbox) == ["stale", "table 3"]
    assert said(watcher) == []


async def test_after_unavailable_the_log_says_what_is_true() -> None:
    """The row is there, only its answer was lost: everybody sees it before anything else happens."""
    world = World()
    room, inbox = await world.table()
    watcher = await seated(room, as_player=False)
    world.keeper.answers_lost = True
    await room.play(inbox, 0, "S-W")
    assert said(inbox) == ["unavailable"]
    assert said(watcher) == []
    assert room.attempt.ply == 0
    world.keeper.answers_lost = False
    await room.play(inbox, 0, "S-W")
    assert said(inbox) == [0, 0]
    assert said(watcher) == [0]
    assert len(world.keeper.entries) == 1


@pytest.mark.parametrize("ask", ["sync", "join", "give_up"])
async def test_in_doubt_nothing_is_shown_before_the_log_was_asked(ask: str) -> None:
    world = World()
    room, inbox = await world.table()
    world.keeper.answers_lost = True
    await room.play(inbox, 0, "S-W")
    world.keeper.answers_lost = False
    heard(inbox)
    if ask == "sync":
        await room.sync(inbox)
        assert said(inbox) == [0, "table 1"]
    elif ask == "join":
        other = Inbox()
        await room.join(other, as_player=True)
        assert said(other) == ["table 1"]
        assert said(inbox) == [0]
    else:
        await room.give_up(inbox, 1)
        assert said(inbox) == [0, "given_up"]


async def test_a_lost_answer_to_the_end_is_told_too() -> None:
    world = World()
    room, inbox = await world.table()
    world.keeper.answers_lost = True
    await room.give_up(inbox, 0)
    assert said(inbox) == ["unavailable"]
    assert room.attempt.outcome is None
    world.keeper.answers_lost = False
    await room.catch_up()
    assert said(inbox) == ["given_up"]


async def test_while_the_database_is_away_the_table_can_still_be_seen() -> None:
    world = World()
    room, inbox = await world.table()
    world.keeper.away = True
    await room.play(inbox, 0, "S-W")
    await room.sync(inbox)
    assert said(inbox) == ["unavailable", "table 0"]


async def test_a_move_cut_off_while_it_is_stored_leaves_a_doubt() -> None:
    world = World()
    room, inbox = await world.table()
    world.keeper.ready.clear()
    world.keeper.asked.clear()
    playing = asyncio.ensure_future(room.play(inbox, 0, "S-W"))
    await world.keeper.asked.wait()
    playing.cancel()
    await asyncio.wait([playing])
    world.keeper.ready.set()
    world.keeper.entries = turns(1)
    await room.play(inbox, 0, "S-W")
    assert said(inbox) == [0, 0]
    assert world.keeper.entries == turns(1)


async def test_who_never_takes_delays_nobody_and_is_sent_away() -> None:
    world = World()
    room, inbox = await world.table()
    stuck = await seated(room, as_player=False)
    for ply in range(CAPACITY + 1):
        await room.play(inbox, ply, "S-W" if room.attempt.table.stock else "W-S")
        assert said(inbox) == [ply]
        assert (stuck.closes_with == OVERFLOW) is (ply == CAPACITY)
    assert await stuck.take() is None


@pytest.mark.parametrize("variant", ["chinaman", "chinese-torture", "whitehorse", "kansas"])
async def test_to_come_back_at_any_ply_is_to_receive_an_equal_table(variant: str) -> None:
    """In this process and in another one."""
    world = World(variant=variant)
    room, inbox = await world.table()
    way = Attempt(Kind.RANKED, room.attempt.dealt)
    for step in played_by_chance(way, Random(5), 40):
        world.clock.advance(10)
        await room.play(inbox, step.entry.ply, step.entry.move)
        latest = heard(inbox)[0]
        assert isinstance(latest, MovedMessage)
        for process in (room, world.room()):
            back = Inbox()
            await process.join(back, as_player=True)
            shown = heard(back)[0]
            assert isinstance(shown, TableMessage)
            assert (shown.ply, shown.piles, shown.legal) == (latest.ply + 1, latest.piles, latest.legal)
            assert (shown.undo, shown.moves, shown.elapsed_ms) == (latest.undo, latest.moves, latest.elapsed_ms)


async def test_giving_up_ends_and_is_told_to_everybody() -> None:
    world = World()
    room, inbox = await world.table()
    watcher = await seated(room, as_player=False)
    await room.play(inbox, 0, "S-W")
    world.clock.advance(9000)
    await room.give_up(inbox, 1)
    _, ended = told = heard(inbox)
    assert told == heard(watcher)
    assert isinstance(ended, Ended)
    assert (ended.outcome, ended.rank, ended.of) == (Outcome.GIVEN_UP, 1, 3)
    assert (ended.result.moves, ended.result.elapsed_ms, ended.chain) == (1, 0, world.keeper.chain)
    assert [entry.move for entry in world.keeper.entries] == ["S-W", "given_up"]


async def test_giving_up_twice_is_answered_twice() -> None:
    world = World()
    room, inbox = await world.table()
    await asyncio.gather(*(room.give_up(inbox, 0) for _ in range(3)))
    assert said(inbox) == ["given_up"] * 3
    await room.give_up(inbox, 0)
    await room.give_up(inbox, 1)
    assert said(inbox) == ["given_up"] * 2
    assert [entry.move for entry in world.keeper.entries] == ["given_up"]


@pytest.mark.parametrize(("ply", "move"), [(0, "S-W"), (1, "S-W"), (0, "given_up"), (0, "U")])
async def test_after_the_end_nothing_is_played(ply: int, move: str) -> None:
    world = World()
    room, inbox = await world.table()
    await room.give_up(inbox, 0)
    heard(inbox)
    await room.play(inbox, ply, move)
    assert said(inbox) in (["ended"], ["given_up"])
    assert len(world.keeper.entries) == 1


async def test_who_comes_after_the_end_gets_table_and_end() -> None:
    world = World()
    room, inbox = await world.table()
    await room.give_up(inbox, 0)
    for process in (room, world.room()):
        late = Inbox()
        await process.join(late, as_player=True)
        shown, ended = heard(late)
        assert isinstance(shown, TableMessage)
        assert (shown.legal, shown.undo, shown.finish) == ([], False, [])
        assert isinstance(ended, Ended)


async def test_blocked_is_told_after_the_move_that_did_it() -> None:
    world = World(attempt=Attempt(Kind.RANKED, table("chinaman", ["TC", "5C"] + ["5D"] * 5, waste="7C", stock="7D 7H")))
    room, inbox = await world.table()
    await room.play(inbox, 0, "S-W")
    moved, ended = heard(inbox)
    assert isinstance(moved, MovedMessage)
    assert (moved.ply, moved.blocked, moved.legal) == (0, True, [])
    assert isinstance(ended, Ended)
    assert ended.outcome is Outcome.BLOCKED
    assert [entry.move for entry in world.keeper.entries] == ["S-W", "blocked"]


@pytest.mark.parametrize("ask", ["play", "give_up", "sync", "join", "expire"])
async def test_a_ranked_attempt_ends_at_final_whatever_is_asked(ask: str) -> None:
    world = World()
    room, inbox = await world.table()
    world.clock.now = final_at(DAY)
    match ask:
        case "play":
            await room.play(inbox, 0, "S-W")
            assert said(inbox) == ["expired", "ended"]
        case "give_up":
            await room.give_up(inbox, 0)
            assert said(inbox) == ["expired", "expired"]
        case "sync":
            await room.sync(inbox)
            assert said(inbox) == ["expired", "table 1", "expired"]
        case "join":
            late = await seated(room)
            assert said(late) == []
            assert said(inbox) == ["expired"]
        case _:
            await room.expire()
            assert said(inbox) == ["expired"]
    assert [entry.move for entry in world.keeper.entries] == ["expired"]
    assert world.keeper.result is not None
    assert (world.keeper.result.outcome, world.keeper.result.elapsed_ms) == (Outcome.EXPIRED, 0)


async def test_a_millisecond_before_final_a_move_still_counts() -> None:
    world = World()
    room, inbox = await world.table()
    world.clock.now = final_at(DAY)
    world.clock.advance(-1)
    await room.play(inbox, 0, "S-W")
    await room.expire()
    assert said(inbox) == [0]
    world.clock.advance(1)
    await room.expire()
    assert said(inbox) == ["expired"]


async def test_practice_never_expires() -> None:
    world = World(kind=Kind.PRACTICE)
    room, inbox = await world.table()
    world.clock.now = final_at(DAY)
    await room.play(inbox, 0, "S-W")
    assert said(inbox) == [0]


async def test_who_comes_when_somebody_else_has_just_ended_it_at_final() -> None:
    """The clockwork of any process may be first; a room that is open does not know."""
    world = World()
    room, inbox = await world.table()
    world.clock.now = final_at(DAY)
    await world.room().expire()
    late = Inbox()
    await room.join(late, as_player=True)
    assert said(late) == ["table 1", "expired"]
    assert said(inbox) == ["expired"]


async def test_two_processes_on_one_log_end_in_one_log_and_agree() -> None:
    world = World(kind=Kind.PRACTICE)
    tables = [await world.table(), await world.table()]
    random = Random(11)
    for _ in range(60):
        await asyncio.gather(*(_ask(random, room, inbox) for room, inbox in tables))
        for _, inbox in tables:
            heard(inbox)
    for room, _ in tables:
        await room.catch_up()
        assert room.attempt.log == world.keeper.entries
    (one, _), (other, _) = tables
    assert one.attempt.table == other.attempt.table
    assert len(world.keeper.entries) >= 40


async def test_the_same_move_through_two_processes_is_acknowledged_to_both() -> None:
    """A client that lost its answer sends again, to another process perhaps."""
    world = World()
    (one, first), (other, second) = await world.table(), await world.table()
    await asyncio.gather(one.play(first, 0, "S-W"), other.play(second, 0, "S-W"))
    assert set(said(first)) == set(said(second)) == {0}
    assert len(world.keeper.entries) == 1


async def test_two_processes_that_differ_both_see_what_was_stored() -> None:
    world = World(kind=Kind.PRACTICE)
    (one, first), (other, second) = await world.table(), await world.table()
    await one.play(first, 0, "S-W")
    await other.give_up(second, 0)
    assert said(first) == [0]
    assert said(second) == [0, "stale", "table 1"]


async def test_catching_up_tells_what_others_have_stored() -> None:
    world = World()
    room, inbox = await world.table()
    world.keeper.entries = turns(3)
    await room.catch_up()
    assert said(inbox) == [0, 1, 2]
    await room.catch_up()
    assert said(inbox) == []


async def test_who_has_left_is_told_nothing() -> None:
    room, inbox = await World().table()
    other = await seated(room)
    room.leave(inbox)
    await room.play(other, 0, "S-W")
    assert heard(inbox) == []
    assert [decode_server(text) for text in other._texts]


async def _ask(random: Random, room: Room, inbox: Inbox) -> None:
    moves = [*map(str, legal_moves(room.attempt.table)), "U"]
    await room.play(inbox, room.attempt.ply, random.choice(moves))
