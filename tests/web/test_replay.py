"""Replays: every way to a move agrees, two runs beside each other, sealed until final (web.md, 8: 19, 33, 34, 37)."""

import sys
from asyncio.subprocess import PIPE, STDOUT, create_subprocess_exec
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from server.contest.game import final_at
from tests.api.service import NOON, TODAY, served
from tests.web.table import PHONE, Table, begin
from tests.web.test_access import violations
from tests.web.test_table import blank, call
from tests.web.world import FINAL, VARIANT, Run, World, peopled


@pytest.fixture(scope="module")
async def world(module_database_url: str) -> AsyncIterator[World]:
    """One for these tests alone: they move its clock. No server with another clock may share its database."""
    async with served(module_database_url) as service, peopled(service) as people:
        yield people


@pytest.fixture
async def context(browser: Browser, world: World) -> AsyncIterator[BrowserContext]:
    """The second of yesterday, with a clipboard."""
    mine = world.yesterday[1].token
    opened = await world.someone(browser, mine, permissions=["clipboard-read", "clipboard-write"])
    yield opened
    await opened.close()


async def opened(context: BrowserContext, world: World, run: Run, query: str = "") -> Page:
    """A replay, ready to be looked at."""
    page = await context.new_page()
    await page.goto(f"{world.url}/replay/{run.attempt}{query}")
    await page.wait_for_selector(".neighbours", state="attached")
    return page


async def frames(world: World, run: Run) -> list[dict[str, Any]]:
    """What the server tells of a run."""
    async with world.service.visitor() as http:
        answer = await http.get(f"/api/attempts/{run.attempt}/replay")
    told: list[dict[str, Any]] = answer.raise_for_status().json()["frames"]
    return told


async def is_at(page: Page, told: list[dict[str, Any]], ply: int) -> None:
    """Numbers, slider, list and table all show this move."""
    frame = told[ply]
    await expect(page.locator(".deal .stat b").first).to_have_text(f"{ply} of {len(told) - 1}")
    await expect(page.locator(".deal .stat b").last).to_have_text(str(frame["home"]))
    await expect(page.locator(".track input")).to_have_value(str(ply))
    spoken = await page.get_attribute(".track input", "aria-valuetext")
    assert spoken
    assert spoken.startswith(f"Move {ply} of {len(told) - 1}, ")
    current = await page.locator(".played-moves [aria-current=step] > :first-child").all_inner_texts()
    assert current == ([str(ply)] if ply else [])
    piles = await Table(page).cards()
    assert {pile: cards for pile, cards in piles.items() if pile.startswith("T")} == {
        pile: shown["up"] for pile, shown in frame["piles"].items() if pile.startswith("T")
    }


async def test_33_a_link_opens_at_its_move_and_every_way_to_a_move_agrees(
    context: BrowserContext, world: World
) -> None:
    run = world.yesterday[0]
    told = await frames(world, run)
    last = len(told) - 1
    page = await opened(context, world, run, "?ply=34")
    await is_at(page, told, 34)
    await page.get_by_label("Play past moves taken back").uncheck()
    await page.get_by_label("Forward one move").click()
    await is_at(page, told, 35)
    for key, ply in (("ArrowLeft", 34), ("Shift+ArrowRight", 44), ("Shift+ArrowLeft", 34), ("End", last), ("Home", 0)):
        await page.keyboard.press(key)
        await is_at(page, told, ply)
    await page.locator(".track input").fill("60")
    await is_at(page, told, 60)
    await page.locator(".played-moves li").nth(20).click()
    await is_at(page, told, 21)
    await page.keyboard.press("c")
    assert await page.evaluate("navigator.clipboard.readText()") == f"{world.url}/replay/{run.attempt}?ply=21"
    await page.wait_for_url("**?ply=21")
    await page.locator(".track").click(position={"x": 3, "y": 20})
    assert int(await page.input_value(".track input")) < 5


async def test_33_the_slider_speaks_whole_words(context: BrowserContext, world: World) -> None:
    run = world.yesterday[0]
    told = await frames(world, run)
    home = next(i for i, frame in enumerate(told) if frame["events"] and frame["events"][0].get("to") == "F")
    page = await opened(context, world, run, f"?ply={home}")
    spoken = await page.get_attribute(".track input", "aria-valuetext")
    assert spoken
    assert spoken.endswith(" home.")
    assert "of " in spoken.split(". ", 1)[1]
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowLeft")
    count = told[home]["home"]
    await expect(page.locator("[role=status]")).to_contain_text(f"{count} card{'' if count == 1 else 's'} home.")


async def test_33_play_passes_over_moves_taken_back_unless_it_shall_not(context: BrowserContext, world: World) -> None:
    run = world.yesterday[0]
    told = await frames(world, run)
    undone = next(i for i, frame in enumerate(told) if frame.get("undone"))
    beyond = next(i for i in range(undone, len(told)) if told[i]["move"] != "U" and not told[i].get("undone"))
    page = await context.new_page()
    await page.clock.install()
    await page.goto(f"{world.url}/replay/{run.attempt}?ply={undone - 1}")
    await page.wait_for_selector(".neighbours")
    struck = page.locator(".played-moves li").nth(undone - 1).locator(".what")
    await expect(struck).to_have_css("text-decoration-line", "line-through")
    await page.keyboard.press("Space")
    await page.clock.run_for(600)
    await is_at(page, told, beyond)
    await page.keyboard.press("Space")
    await page.clock.run_for(2000)
    await is_at(page, told, beyond)
    await page.get_by_label("Play past moves taken back").uncheck()
    await page.keyboard.press("ArrowLeft")
    await is_at(page, told, beyond - 1)


async def test_33_letters_act_and_can_be_turned_off(context: BrowserContext, world: World) -> None:
    page = await opened(context, world, world.yesterday[0], "?ply=5")
    speed = page.get_by_label("Speed")
    await expect(speed).to_have_value("even")
    await page.keyboard.press(",")
    await expect(speed).to_have_value("four")
    before = await page.locator('[data-slot="S"]').bounding_box()
    await page.keyboard.press("f")
    after = await page.locator('[data-slot="S"]').bounding_box()
    assert before
    assert after
    assert after["x"] < before["x"]
    await page.keyboard.press("m")
    await expect(page.locator(".played-moves ol")).to_be_focused()
    await page.keyboard.press("?")
    await expect(page.locator("dialog kbd").first).to_have_text("← →")
    await page.keyboard.press("Escape")
    await page.evaluate("localStorage.setItem('samedeal.settings', JSON.stringify({letters: false}))")
    await page.reload()
    await page.wait_for_selector(".neighbours")
    await page.keyboard.press(",")
    await page.keyboard.press("ArrowRight")
    await expect(speed).to_have_value("even")
    await expect(page.locator(".track input")).to_have_value("6")


async def test_33_long_thinking_is_cut_to_three_seconds_unless_it_shall_not(browser: Browser, world: World) -> None:
    page = await blank(browser, world.url)
    even, real, four = 0, 1, 4
    for rate, took, cut, waits in (
        (even, 20000, True, 600),
        (real, 900, True, 900),
        (real, 20000, True, 3000),
        (real, 20000, False, 20000),
        (four, 20000, True, 750),
    ):
        assert await call(page, "replay-pace.js", "paceAt", [{"rate": rate}, took, cut]) == waits


async def test_34_where_two_runs_first_differ(browser: Browser, world: World) -> None:
    page = await blank(browser, world.url)
    same = [_move(None), _move("a"), _move("b"), _move("c")]
    detour = [_move(None), _move("a"), _move("x", undone=True), _move("U"), _move("b"), _move("d")]
    assert await call(page, "ghost.js", "firstDifferent", [same, detour]) == {"mine": 3, "theirs": 5}
    assert await call(page, "ghost.js", "firstDifferent", [detour, same]) == {"mine": 5, "theirs": 3}
    assert await call(page, "ghost.js", "firstDifferent", [same, same]) is None
    assert await call(page, "ghost.js", "firstDifferent", [same, same[:3]]) == {"mine": 3, "theirs": 2}
    assert await call(page, "ghost.js", "ghostPly", [same, {"ply": 2, "ms": 0}, "move"]) == 2
    assert await call(page, "ghost.js", "ghostPly", [same, {"ply": 9, "ms": 0}, "move"]) == 3
    timed = [_move(None), _move("a", at_ms=500), _move("b", at_ms=900)]
    for ms, ply in ((0, 0), (499, 0), (500, 1), (899, 1), (5000, 2)):
        assert await call(page, "ghost.js", "ghostPly", [timed, {"ply": 0, "ms": ms}, "time"]) == ply


async def test_34_a_run_is_found_in_what_was_pasted(browser: Browser, world: World) -> None:
    page = await blank(browser, world.url)
    links = ("12", " 12 ", "https://example.org/replay/12", "/replay/12?ply=3&vs=4", "kansas", "/play/12", "")
    found = [await call(page, "ghost.js", "runOf", [link]) for link in links]
    assert found == ["12", "12", "12", "12", None, None, None]


async def test_34_a_ghost_is_shown_by_time_and_by_move(context: BrowserContext, world: World) -> None:
    run, other = world.yesterday[:2]
    mine, theirs = await frames(world, run), await frames(world, other)
    page = await opened(context, world, run, f"?ply=100&vs={other.attempt}")
    ahead = page.locator(".legend .ahead")
    at_time = [frame for frame in theirs if frame["at_ms"] <= mine[100]["at_ms"]][-1]
    await expect(ahead).to_have_text(_ahead(other, at_time["home"] - mine[100]["home"]) + f" at {_clock(mine[100])}")
    await page.get_by_label("move", exact=True).check()
    await expect(ahead).to_have_text(_ahead(other, theirs[100]["home"] - mine[100]["home"]) + " at move 100")
    await page.get_by_label("Side by side").check()
    await expect(page.locator(".mats .mat")).to_have_count(2)
    differs = await call(page, "ghost.js", "firstDifferent", [mine, theirs])
    await page.get_by_role("button", name=f"First different move {differs['mine']}").click()
    await is_first(page, differs["mine"])
    await page.get_by_role("button", name="None").click()
    await expect(page.locator(".strip .ghost")).to_have_count(0)
    await expect(page.locator(".mats .mat")).to_have_count(1)


async def is_first(page: Page, ply: int) -> None:
    """The page is at the first different move, and marks it in the list."""
    await expect(page.locator(".track input")).to_have_value(str(ply))
    await expect(page.locator(".played-moves li.differs > :first-child")).to_have_text(str(ply))


async def test_34_a_ghost_is_chosen_from_the_board_or_pasted(context: BrowserContext, world: World) -> None:
    run, mine = world.yesterday[0], world.yesterday[1]
    page = await opened(context, world, run)
    await page.click(".compare .button")
    choices = page.locator("dialog .runs button")
    assert run.player not in " ".join(await choices.all_inner_texts())
    await choices.filter(has_text="Yours").click()
    await expect(page.locator(".legend .other bdi")).to_have_text(mine.player)
    await page.wait_for_url(f"**?vs={mine.attempt}")
    await page.get_by_role("button", name="Change").click()
    await page.get_by_label("Or paste a link").fill("nothing")
    await page.keyboard.press("Enter")
    await expect(page.locator("dialog .trouble")).to_have_text("Paste the link of a replay, or its number.")
    third = world.yesterday[2]
    await page.get_by_label("Or paste a link").fill(f"{world.url}/replay/{third.attempt}?ply=7")
    await page.keyboard.press("Enter")
    await expect(page.locator(".legend .other bdi")).to_have_text(third.player)


async def test_34_practice_of_the_same_deal_compares_and_another_deal_does_not(
    context: BrowserContext, world: World
) -> None:
    run = world.yesterday[0]
    async with world.service.guest() as guest:
        same = await guest.practise(VARIANT, game=FINAL)
        other = await guest.practise(VARIANT)
        for attempt in (same, other):
            await guest.play(attempt)
    page = await opened(context, world, run, f"?vs={same}")
    await expect(page.locator(".legend .other bdi")).to_have_text(guest.name)
    await page.goto(f"{world.url}/replay/{run.attempt}?vs={other}")
    await expect(page.locator(".legend .trouble")).to_contain_text("Only runs of the same deal can be compared.")
    await page.goto(f"{world.url}/replay/{run.attempt}?vs={world.today[2].attempt}")
    await expect(page.locator(".legend .trouble")).to_have_text("There is no such run, or it is still sealed.")


async def test_34_neighbours_are_those_of_the_leaderboard(context: BrowserContext, world: World) -> None:
    async with world.service.visitor() as http:
        board = (await http.get(f"/api/games/{FINAL}/leaderboard")).json()["standings"]
    page = await context.new_page()
    await page.goto(f"{world.url}{board[0]['replay']}")
    for place in range(1, 3):
        await page.click(".neighbours .forth")
        await page.wait_for_url(f"**{board[place]['replay']}")
        await expect(page.locator(".deal p")).to_contain_text(f"of {len(board)}")
    await page.click(".neighbours .back")
    await page.wait_for_url(f"**{board[1]['replay']}")


async def test_a_downloaded_record_is_verified_by_the_shown_command(
    context: BrowserContext, world: World, tmp_path: Path
) -> None:
    page = await opened(context, world, world.yesterday[0])
    async with page.expect_download() as coming:
        await page.get_by_role("link", name="Download the record").click()
    download = await coming.value
    await download.save_as(tmp_path / download.suggested_filename)
    await page.get_by_role("button", name="How to verify this").click()
    command = (await page.inner_text("dialog code")).split()
    assert command[:2] == ["samedeal", "verify"]
    assert await page.get_attribute("dialog .note a", "href") == "/fairness"
    program = Path(sys.executable).with_name("samedeal")
    process = await create_subprocess_exec(program, *command[1:], cwd=tmp_path, stdout=PIPE, stderr=STDOUT)
    printed, _ = await process.communicate()
    assert process.returncode == 0, printed
    assert b"ok" in printed
    assert b"in itself only" not in printed


async def test_a_race_has_the_ghost_as_its_pace_line(context: BrowserContext, world: World) -> None:
    run = world.yesterday[0]
    page = await opened(context, world, run)
    await page.get_by_role("button", name="Race this run").click()
    await page.wait_for_url(f"**/play/*?ghost={run.attempt}")
    table = await begin(page)
    await expect(page.locator(".deal p")).to_contain_text("Practice, does not count")
    await expect(page.locator(".games-list")).to_have_count(0)
    await expect(page.locator(".pace .theirs")).to_be_visible()
    await expect(page.locator(".pace")).to_contain_text(run.player)
    ghost = await frames(world, run)
    with world.service.clock.at(world.service.clock.now + timedelta(milliseconds=ghost[-1]["at_ms"])):
        await table.play((await table.legal())[0], "list")
        await expect(page.locator(".pace .theirs span")).to_contain_text(f"{run.player} 52")
    await page.click(".more > button")
    await page.click(".menu .bad")
    await page.click("dialog .button.bad")
    await page.click(".result .row a")
    await expect(page.locator(".legend .other bdi")).to_have_text(run.player)


async def test_a_final_leaderboard_leads_to_a_race_with_its_first(context: BrowserContext, world: World) -> None:
    page = await context.new_page()
    date, variant = FINAL.split("/")
    await page.goto(f"{world.url}/leaderboards/{variant}/{date}")
    async with world.service.visitor() as http:
        first = (await http.get(f"/api/games/{FINAL}/leaderboard")).json()["standings"][0]
    await page.get_by_role("button", name=f"Race {first['player']}").click()
    await page.wait_for_url(f"**/play/*?ghost={first['attempt']}")


async def test_37_replays_of_an_open_game_are_sealed_until_final(context: BrowserContext, world: World) -> None:
    other, mine = world.today[2], world.today[0]
    page = await context.new_page()
    with world.service.clock.at(NOON):
        await page.goto(f"{world.url}/replay/{other.attempt}")
        await expect(page.locator(".sealed")).to_contain_text(other.player)
        await expect(page.locator(".until")).to_have_text("It opens at 02:00 UTC, in 13 h 59 m, for everyone at once.")
    async with world.service.visitor() as http:
        assert (await http.get(f"/api/attempts/{other.attempt}/replay")).status_code == 403
    assert mine.token == world.yesterday[1].token
    await page.goto(f"{world.url}/replay/{mine.attempt}")
    await expect(page.locator(".about")).to_contain_text("The record holds the deck: it opens at 02:00 UTC.")
    with world.service.clock.at(final_at(TODAY)):
        await page.goto(f"{world.url}/replay/{other.attempt}")
        await expect(page.locator(".about")).to_contain_text("Download the record")


async def test_37_a_sealed_page_opens_by_itself_when_the_time_comes(context: BrowserContext, world: World) -> None:
    page = await context.new_page()
    opens = final_at(TODAY)
    with world.service.clock.at(opens - timedelta(seconds=2)):
        await page.goto(f"{world.url}/replay/{world.today[2].attempt}")
        await expect(page.locator(".until")).to_contain_text("It opens at 02:00 UTC, in ")
        world.service.clock.now = opens
        await page.wait_for_selector(".strip")


async def test_there_is_no_such_replay(context: BrowserContext, world: World) -> None:
    page = await context.new_page()
    await page.goto(f"{world.url}/replay/987654321")
    await expect(page.locator("h1")).to_have_text("There is no such replay")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_19_axe_finds_nothing_on_a_desk(browser: Browser, world: World, scheme: str) -> None:
    context = await world.someone(browser, scheme=scheme, bypass_csp=True)
    page = await opened(context, world, world.yesterday[0], f"?ply=30&vs={world.yesterday[1].attempt}")
    await page.get_by_label("Side by side").check()
    assert await violations(page) == []
    for opens in ("How to verify this", "Change"):
        await page.get_by_role("button", name=opens).click()
        await page.wait_for_selector("dialog")
        assert await violations(page) == []
        await page.keyboard.press("Escape")
    await page.goto(f"{world.url}/replay/{world.today[2].attempt}")
    await page.wait_for_selector(".sealed")
    assert await violations(page) == []
    await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_19_axe_finds_nothing_on_a_phone(browser: Browser, world: World, scheme: str) -> None:
    context = await world.someone(browser, size=PHONE, scheme=scheme, bypass_csp=True)
    page = await opened(context, world, world.yesterday[0], f"?ply=30&vs={world.yesterday[1].attempt}")
    await page.wait_for_selector(".compare fieldset", state="attached")
    assert await violations(page) == []
    for sheet in ("Moves", "More"):
        await page.locator(".deal").get_by_role("button", name=sheet).click()
        assert await violations(page) == []
        await page.keyboard.press("Escape")
        await expect(page.locator(".deal").get_by_role("button", name=sheet)).to_be_focused()
    await context.close()


def _move(move: str | None, **more: object) -> dict[str, object]:
    return {"move": move, "at_ms": 0, "undone": False, **more}


def _ahead(run: Run, by: int) -> str:
    cards = f"{abs(by)} card{'' if abs(by) == 1 else 's'}"
    return f"{run.player} is {cards} {'ahead' if by > 0 else 'behind'}" if by else "Level"


def _clock(frame: dict[str, Any]) -> str:
    seconds = frame["at_ms"] // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
