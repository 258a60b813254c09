"""Leaderboards: your row in sight, ties, dates, more on demand, live without a row that moves under a hand."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.api.service import TODAY
from tests.web.acting import altered
from tests.web.table import DESK, PHONE
from tests.web.test_access import violations
from tests.web.test_design import _LOST
from tests.web.world import FINAL, KEPT, NAMES, OPEN, VARIANT, YESTERDAY, World

LOW = ViewportSize(width=390, height=560)
SMALL = ViewportSize(width=320, height=640)
YESTERDAYS, TODAYS = f"/leaderboards/{VARIANT}/{YESTERDAY}", f"/leaderboards/{VARIANT}/{TODAY}"
BOARDS = (YESTERDAYS, TODAYS, f"/leaderboards/days/{TODAY}")


@pytest.fixture
async def context(world: World, browser: Browser) -> AsyncIterator[BrowserContext]:
    """A desk where nobody is signed in and nothing may go wrong unseen."""
    opened = await world.someone(browser)
    errors = watched(opened)
    yield opened
    await opened.close()
    assert errors == []


def watched(context: BrowserContext) -> list[str]:
    """What goes wrong in it."""
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    return errors


async def visit(context: BrowserContext, world: World, path: str) -> Page:
    """The page of a board, when it is there."""
    page = await context.new_page()
    await page.goto(f"{world.url}{path}")
    await page.wait_for_selector("main")
    return page


async def board_of(world: World, game: str, query: str = "") -> dict[str, Any]:
    """What the server says of it."""
    async with world.service.visitor() as http:
        answer: dict[str, Any] = (await http.get(f"/api/games/{game}/leaderboard{query}")).json()
    return answer


async def lost(page: Page) -> list[str]:
    """What is cut off at the sides; the tabs are a strip that scrolls by itself."""
    cut: list[str] = await page.evaluate(_LOST)
    return [one for one in cut if 'class="tab"' not in one]


async def names(page: Page) -> list[str]:
    """Of the players, row by row."""
    return await page.locator(".standings tbody .c-name bdi").all_inner_texts()


async def test_35_the_best_come_first_in_the_order_that_is_stated(world: World, context: BrowserContext) -> None:
    page, rows = await visit(context, world, YESTERDAYS), list[dict[str, Any]]()
    for by, order in (("Moves", "then fewer moves, then less time."), ("Speed", "then less time, then fewer moves.")):
        await page.get_by_label("Order").get_by_role("link", name=by).click()
        await expect(page.locator(".order")).to_contain_text(f"More cards home first, {order}")
        rows = (await board_of(world, FINAL, f"?by={by.lower()}"))["standings"]
        assert await names(page) == [one["player"] for one in rows]
    await expect(page.locator(".order")).to_contain_text("Final")
    best = page.locator(".standings tbody tr").first
    await expect(best.locator(".c-home")).to_contain_text("Won")
    await expect(best.get_by_role("link", name="Replay")).to_have_attribute("href", rows[0]["replay"])
    await best.locator(".c-name a").click()
    await page.wait_for_url(re.compile(r"/players/[\w%.]+$"))


async def test_35_ties_share_a_rank(world: World, context: BrowserContext) -> None:
    page = await visit(context, world, TODAYS)
    ranks = [one["rank"] for one in (await board_of(world, OPEN))["standings"]]
    assert len(set(ranks)) == 4
    said = await page.locator(".standings tbody .c-rank").all_text_contents()
    assert said == [f"=tied {rank}" if ranks.count(rank) > 1 else str(rank) for rank in ranks]


@pytest.mark.parametrize("who", [NAMES[3], NAMES[9]])
async def test_35_your_row_stays_in_sight_with_percentile_and_gap(world: World, browser: Browser, who: str) -> None:
    token = next(run.token for run in world.yesterday if run.player == who)
    context = await world.someone(browser, token, LOW)
    page = await visit(context, world, YESTERDAYS)
    yours = page.locator(".standings tr.yours")
    rows = (await board_of(world, FINAL))["standings"]
    at = next(i for i, one in enumerate(rows) if one["player"] == who)
    await expect(yours.locator("bdi")).to_have_text(f"You, {who}")
    await page.locator(".standings tbody tr").nth(0 if at else 9).scroll_into_view_if_needed()
    await expect(yours).to_be_in_viewport(ratio=0.9)
    below = f"better than {(10 - rows[at]['rank']) * 10} %" if at < 9 else "10th of 10"
    gap = f", {rows[at - 1]['home'] - rows[at]['home']} cards to rank {rows[at - 1]['rank']}" if at else ""
    await expect(yours.locator("small").first).to_have_text(below + gap)
    await expect(page.locator(".your-result")).to_contain_text(f"{rows[at]['rank']}")
    await context.close()


async def test_35_dates_have_addresses_and_a_native_field(world: World, context: BrowserContext) -> None:
    page = await visit(context, world, f"/leaderboards/{VARIANT}?by=speed")
    await expect(page.locator(".now > span")).to_have_text("Tue 1 Dec, today")
    assert await page.locator(".dates a").count() == 1
    await page.get_by_role("link", name="Before: Mon 30 Nov").click()
    await page.wait_for_url(f"**{YESTERDAYS}?by=speed")
    await page.get_by_label("Go to a date").fill(str(TODAY))
    await page.wait_for_url(f"**{TODAYS}?by=speed")
    field = page.get_by_label("Go to a date")
    await field.focus()
    await page.keyboard.press("ArrowDown")
    assert page.url.endswith(f"{TODAYS}?by=speed")
    await field.press("Tab")
    await page.get_by_label("Game", exact=True).get_by_role("link", name="Kansas").click()
    await page.wait_for_url(f"**/leaderboards/kansas/{TODAY}?by=speed")


async def test_35_points_of_a_day_a_week_a_month_and_all_time(world: World, context: BrowserContext) -> None:
    page = await visit(context, world, YESTERDAYS)
    await page.get_by_role("link", name="All four").click()
    await page.wait_for_url(f"**/leaderboards/days/{YESTERDAY}")
    await expect(page.locator(".standings tbody tr")).to_have_count(len(NAMES))
    assert await page.locator(".standings tbody .c-points").first.inner_text() == "100"
    await page.get_by_label("Who").get_by_role("link", name="Kept names").click()
    await page.wait_for_url("**?players=kept")
    await expect(page.locator(".standings tbody tr")).to_have_count(KEPT)
    assert set(await names(page)) == set(NAMES[:KEPT])
    for span, period, said in (
        ("Week", "weeks/2026-W49", "30 Nov – 6 Dec, this week"),
        ("Month", "months/2026-11", "November 2026"),
    ):
        await page.goto(f"{world.url}/leaderboards/days/{YESTERDAY}")
        await page.get_by_label("Period").get_by_role("link", name=span).click()
        await page.wait_for_url(f"**/leaderboards/{period}")
        await expect(page.locator(".now > span")).to_have_text(said)
        await expect(page.locator(".order")).to_contain_text("Kept names only")
    await page.get_by_role("link", name="All time").click()
    await page.wait_for_url("**/leaderboards/all-time")
    await expect(page.locator(".standings tbody tr")).to_have_count(KEPT)
    assert set(await names(page)) == set(NAMES[:KEPT])


async def test_35_only_kept_names_when_asked(world: World, context: BrowserContext) -> None:
    page = await visit(context, world, f"{YESTERDAYS}?players=kept")
    assert set(await names(page)) == set(NAMES[:KEPT])
    await expect(page.locator(".charts figcaption").first).to_have_text(f"Cards home, {KEPT} players")
    await page.get_by_label("Order").get_by_role("link", name="Speed").click()
    await page.wait_for_url("**?by=speed&players=kept")


async def test_35_more_rows_on_demand_and_those_around_you(world: World, browser: Browser) -> None:
    context = await world.someone(browser, world.yesterday[9].token)
    await context.route(
        "**/leaderboard*", lambda route: route.continue_(url=route.request.url.replace("limit=50", "limit=3"))
    )
    await context.route(
        "**/leaderboard/around/*", lambda route: route.continue_(url=route.request.url.replace("limit=50", "limit=3"))
    )
    page = await visit(context, world, YESTERDAYS)
    all_names = [one["player"] for one in (await board_of(world, FINAL))["standings"]]
    here = page.locator(".standings tbody .c-name bdi")
    await expect(here).to_have_text([*all_names[:3], f"You, {NAMES[9]}"])
    await page.get_by_role("button", name="Show more").click()
    await expect(here).to_have_text([*all_names[:6], f"You, {NAMES[9]}"])
    await expect(page.get_by_role("status")).to_have_text("3 players more.")
    assert await page.evaluate("document.activeElement.rowIndex") == 4
    await page.get_by_role("button", name="Around you").click()
    await expect(here).to_have_text([all_names[8], f"You, {NAMES[9]}"])
    await page.get_by_role("button", name="Top").click()
    await expect(here).to_have_count(4)
    await context.close()


async def test_35_your_row_says_that_it_is_tied_though_no_other_is_loaded(world: World, browser: Browser) -> None:
    context = await world.someone(browser, world.today[5].token)
    rows = (await board_of(world, OPEN))["standings"]
    yours = next(one for one in rows if one["player"] == world.today[5].player)

    def cut(board: dict[str, Any]) -> dict[str, Any]:
        return board | {"standings": [one for one in board["standings"] if one["rank"] != yours["rank"]]}

    await altered(context, "**/leaderboard?**", cut)
    page = await visit(context, world, TODAYS)
    await expect(page.locator(".standings tr.yours .c-rank")).to_have_text(f"=tied {yours['rank']}")
    await context.close()


async def test_35_a_day_without_a_game_says_so(world: World, browser: Browser) -> None:
    context = await world.someone(browser)
    for path, said in (
        (f"/leaderboards/{VARIANT}/2020-01-01", "No game was played on this day."),
        ("/leaderboards/weeks/2027-W01", "There is no such board."),
        ("/leaderboards/months/2026-10", "No one is on this board yet."),
        ("/leaderboards/weeks/2026-W60", "There is no such game."),
        (f"/leaderboards/klondike/{TODAY}", "There is no such game."),
    ):
        page = await visit(context, world, path)
        await expect(page.locator("main")).to_contain_text(said)
    await context.close()


async def test_35_live_rows_come_but_never_move_under_a_hand(world: World, context: BrowserContext) -> None:
    game = f"/leaderboards/kansas/{TODAY}"
    page = await visit(context, world, game)
    await expect(page.locator(".empty")).to_contain_text("No one has finished yet. Be the first.")
    await expect(page.get_by_role("link", name="Play this game")).to_have_attribute("href", f"/play/{TODAY}/kansas")
    rows, offer = page.locator(".standings tbody tr"), page.locator(".offer")
    async with world.service.guest() as first, world.service.guest() as second, world.service.guest() as third:
        attempt = await first.start("kansas")
        legal = (await _first(first, attempt))["legal"]
        await first.play(attempt, legal[0], give_up=False)
        await expect(page.locator(".playing")).to_contain_text(first.name)
        await expect(page.locator(".playing h2 span")).to_have_text("1 playing")
        await first.play(attempt)
        await expect(rows).to_have_count(1)
        await expect(rows.locator("bdi")).to_have_text(first.name)
        await expect(page.locator(".playing")).to_be_hidden()
        await rows.first.hover()
        lay = await rows.first.bounding_box()
        await second.play(await second.start("kansas"), legal[0])
        await expect(offer).to_have_text("1 new result – show")
        await expect(rows).to_have_count(1)
        assert await rows.first.bounding_box() == lay
        await page.mouse.move(2, 2)
        await expect(rows).to_have_count(2)
        await expect(offer).to_be_hidden()
        assert await page.locator("tr.fresh").count() == 1
        await rows.locator("a").first.focus()
        await third.play(await third.start("kansas"), legal[0])
        await expect(offer).to_have_text("1 new result – show")
        await expect(rows).to_have_count(2)
        await offer.click()
        await expect(rows).to_have_count(3)
        assert await page.evaluate("document.activeElement.classList.contains('standings')")


async def _first(guest: Any, attempt: int) -> dict[str, Any]:
    async with guest.at(attempt) as table:
        told: dict[str, Any] = table.first
    return told


async def test_35_new_rows_light_up_unless_motion_is_reduced(world: World, browser: Browser) -> None:
    for motion, name in (("no-preference", "fresh"), ("reduce", "none")):
        context = await world.someone(browser)
        page = await visit(context, world, YESTERDAYS)
        await page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        row = page.locator(".standings tbody tr").first
        await row.evaluate("row => row.classList.add('fresh')")
        style = await row.locator("td").first.evaluate(
            "cell => [getComputedStyle(cell).animationName, getComputedStyle(cell).animationDuration]"
        )
        assert style[0] == name
        assert name == "none" or style[1] == "0.6s"
        await context.close()


async def test_36_the_bars_are_also_a_table_with_you_marked(world: World, browser: Browser) -> None:
    context = await world.someone(browser, world.yesterday[9].token)
    page = await visit(context, world, YESTERDAYS)
    await expect(page.locator(".bar.yours b")).to_have_text("You")
    async with world.service.visitor() as http:
        home = (await http.get(f"/api/games/{FINAL}/histogram")).json()["home"]
    await page.locator(".charts summary").click()
    cells = await page.locator(".charts tbody td").all_inner_texts()
    assert [int(one) for one in cells] == [*(sum(home[at : at + 4]) for at in range(0, 52, 4)), home[52]]
    await expect(page.locator(".charts tr.yours th")).to_have_text(re.compile(r"^\d+–\d+, you$"))
    await context.close()


async def test_37_replays_of_an_open_game_are_sealed_and_the_page_says_until_when(
    world: World, browser: Browser
) -> None:
    context = await world.someone(browser, world.today[0].token)
    page = await visit(context, world, TODAYS)
    await expect(page.locator(".seal h2")).to_have_text("Sealed until 02:00 UTC")
    await expect(page.locator(".seal")).to_contain_text(re.compile(r"Replays of this Whitehorse open in 1[34] h \d+ m"))
    links = page.locator(".standings tbody .c-replay a")
    await expect(links).to_have_count(1)
    await expect(links).to_have_attribute("href", f"/replay/{world.today[0].attempt}")
    await expect(page.locator(".standings .c-replay .unseen", has_text="Sealed until 02:00 UTC")).to_have_count(6)
    await expect(page.locator(".order")).to_contain_text(re.compile(r"Live, closes in \d+ h"))
    await context.close()


async def test_42_names_are_only_ever_text(world: World, context: BrowserContext) -> None:
    strange = ["<img src=x onerror=boom()>", "\u202eשלום", "W" * 40]

    def named(board: dict[str, Any]) -> dict[str, Any]:
        for one, name in zip(board["standings"], strange, strict=False):
            one["player"] = name
        return board

    await altered(context, "**/leaderboard?**", named)
    page = await context.new_page()
    await page.set_viewport_size(SMALL)
    await page.goto(f"{world.url}{YESTERDAYS}")
    await page.wait_for_selector(".standings")
    assert (await names(page))[:3] == strange
    assert await page.locator(".standings img").count() == 0
    assert await lost(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_19_axe_finds_nothing(world: World, browser: Browser, size: ViewportSize, scheme: str) -> None:
    context = await world.someone(browser, world.today[0].token, size, scheme, bypass_csp=True)
    for path in BOARDS:
        page = await visit(context, world, path)
        assert await violations(page) == [], path
    await context.close()


async def test_16_large_text_on_a_small_screen_loses_nothing(world: World, browser: Browser) -> None:
    context = await world.someone(browser, world.today[0].token, SMALL)
    for path in BOARDS:
        page = await visit(context, world, path)
        assert await lost(page) == [], path
        await page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert await lost(page) == [], path
    await context.close()
