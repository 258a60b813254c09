"""Point 32 of web.md, 8: every state of its table 7.6 is reachable, and says what it should."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.serving import LiveServer
from tests.web.acting import altered, saying, wired
from tests.web.table import DESK, PHONE, Table, begin, practise
from tests.web.test_access import line_of


@pytest.fixture
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A phone."""
    opened = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    yield opened
    await opened.close()


async def ranked(context: BrowserContext, url: str, variant: str = "whitehorse") -> Table:
    """Today's game, just begun."""
    page = await context.new_page()
    await page.goto(url)
    await page.click(f'.game[data-variant="{variant}"] button')
    return await begin(page)


async def test_32_before_the_cards_there_are_places_and_a_word(
    context: BrowserContext, live_server: LiveServer
) -> None:
    wire = await wired(context)
    wire.silent = True
    page = await context.new_page()
    await page.goto(live_server.url)
    await page.click('.game[data-variant="kansas"] button')
    await page.click(".rules .go")
    await expect(page.locator(".loading")).to_have_text("Dealing…")
    assert await page.locator(".mat .slot").count() > 8
    assert await page.locator(".mat .card").count() == 0


async def test_32_a_game_that_is_not_started_shows_its_rules_and_no_card(
    context: BrowserContext, live_server: LiveServer
) -> None:
    page = await context.new_page()
    await page.goto(f"{live_server.url}/play/today/chinaman")
    await expect(page.locator(".rules li")).to_have_count(4)
    await expect(page.locator(".rules .go")).to_contain_text("the clock runs from the moment you see the cards")
    assert await page.locator(".mat .card").count() == 0


async def test_32_when_only_the_stock_is_left_it_is_framed(context: BrowserContext, live_server: LiveServer) -> None:
    wire = await wired(context)
    wire.change = saying("table", "moved", legal=["S-W"])
    table = await practise(context, live_server.url, "whitehorse")
    await expect(table.page.locator('.target[data-target="S"]')).to_have_count(1)


async def test_32_no_moves_left(context: BrowserContext, live_server: LiveServer) -> None:
    wire = await wired(context)
    wire.change = saying("table", "moved", legal=[], blocked=True, undo=True, home=31, moves=88)
    table = await practise(context, live_server.url, "whitehorse")
    offer = table.page.locator(".offer")
    await expect(offer).to_contain_text("No moves left. 31 cards home, 88 moves.")
    await expect(offer.get_by_role("button")).to_have_text(["Undo", "See result"])


async def test_32_a_pass_without_a_play(context: BrowserContext, live_server: LiveServer) -> None:
    wire = await wired(context)
    wire.change = saying("moved", stale_pass=True)
    table = await practise(context, live_server.url, "whitehorse")
    await table.play("S-W", "click")
    offer = table.page.locator(".offer")
    await expect(offer).to_contain_text("You went through the stock without a play.")
    await expect(offer.get_by_role("button")).to_have_text(["Keep going", "Finish here"])
    await offer.get_by_text("Keep going").click()
    await expect(offer).to_be_hidden()


async def test_32_offline_then_try_now_then_back(context: BrowserContext, live_server: LiveServer) -> None:
    wire = await wired(context)
    page = await context.new_page()
    await page.clock.install()
    await page.goto(live_server.url)
    await page.click('.game[data-variant="whitehorse"] button')
    table = await begin(page)
    wire.down = True
    await wire.cut()
    bar = page.locator(".link-bar")
    await expect(bar).to_contain_text("Connection lost – trying again…")
    assert await table.legal() == []
    await expect(bar.get_by_role("button")).to_be_hidden()
    await page.clock.run_for(10_100)
    await expect(bar.get_by_role("button", name="Try now")).to_be_visible()
    wire.down = False
    await bar.get_by_role("button", name="Try now").click()
    await expect(bar.locator("span")).to_have_text("Back. Nothing was lost.")
    await expect(bar).to_be_hidden()


async def test_32_a_refused_move_goes_back_and_says_why(context: BrowserContext, live_server: LiveServer) -> None:
    wire = await wired(context)
    table = await practise(context, live_server.url, "whitehorse", line_of("whitehorse")["deck"])
    before = await table.cards()
    refusal = {"t": "refused", "ply": 0, "code": "illegal", "rule": "space", "why": "That card can't go there."}
    wire.change = lambda message: refusal if message["t"] == "moved" else message
    move = next(one for one in await table.legal() if "S" not in one)
    source, target = await table.points(move)
    await table.page.mouse.click(*source)
    assert target
    await table.page.mouse.click(*target)
    await expect(table.page.locator(".told")).to_have_text("That card can't go there.")
    await expect(table.page.locator(".told")).to_have_class("told shown")
    assert await table.cards() == before


async def test_32_the_day_rolls_over_while_one_plays(context: BrowserContext, live_server: LiveServer) -> None:
    await altered(context, "**/api/days/*", lambda day: {**day, "closes_at": day["opens_at"]})
    page = await context.new_page()
    await page.goto(f"{live_server.url}/play/today/whitehorse")
    table = await begin(page)
    news = page.locator(".news")
    await expect(news).to_contain_text("closed at 00:00 UTC. You can finish until 02:00 UTC; it counts for")
    await news.get_by_role("button").click()
    await expect(news).to_be_hidden()
    await table.play("S-W", "click")
    await expect(news).to_be_hidden()


async def test_32_a_fault_of_ours_is_said_with_its_code(context: BrowserContext, live_server: LiveServer) -> None:
    page = await context.new_page()
    problem = {"type": "/problems/failed", "title": "No.", "status": 500, "code": "failed"}
    await context.route("**/attempts", lambda route: route.fulfill(status=500, json=problem))
    await page.goto(live_server.url)
    await page.click('.game[data-variant="kansas"] button')
    trouble = page.locator('.game[data-variant="kansas"] .trouble')
    await expect(trouble).to_have_text("Something went wrong on our side. Your game is saved. (failed)")


async def test_32_a_page_that_is_not_there_says_so(context: BrowserContext, live_server: LiveServer) -> None:
    page = await context.new_page()
    await page.goto(f"{live_server.url}/play/today/no-such-game")
    await expect(page.locator("h1")).to_have_text("That did not work")
    await expect(page.locator("main a")).to_have_attribute("href", "/")


async def test_32_beside_the_table_nobody_has_finished_and_replays_are_sealed(
    browser: Browser, live_server: LiveServer
) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    table = await ranked(context, live_server.url, "chinese-torture")
    leaders = table.page.locator(".leaders")
    await expect(leaders).to_contain_text("No one has finished yet. Be the first.")
    await expect(leaders).to_contain_text("Replays of this game open at 02:00 UTC.")
    await context.close()


async def test_32_a_won_game_fans_out_by_suit(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=PHONE)
    wire = await wired(context)
    table = await practise(context, live_server.url, "kansas")
    table_as_won = {"C": "TC", "D": "TD", "H": "TH", "S": "TS"}
    result = {"outcome": "won", "home": 52, "moves": 101, "elapsed_ms": 320_000}

    def win(message: dict[str, Any]) -> dict[str, Any]:
        if message["t"] == "ended":
            return {**message, "outcome": "won", "result": result}
        return {**message, "base": "J", "piles": {**message["piles"], "F": table_as_won}, "home": 52}

    wire.change = win
    await give_up(table.page)
    await expect(table.page.locator(".fan")).to_have_count(4)
    await expect(table.page.locator(".fan .card")).to_have_count(52)
    assert await table.page.locator(".fan:first-child .card").first.evaluate(_DURATION) == 700
    await expect(table.page.locator("#result-title")).to_have_text("Won")
    await context.close()


async def give_up(page: Page) -> None:
    await page.click(".more > button")
    await page.click(".menu .bad")
    await page.click("dialog .button.bad")
    await page.wait_for_selector(".result")


_DURATION = "(card) => card.getAnimations()[0]?.effect.getTiming().duration"
