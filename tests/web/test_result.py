"""What a player learns at the end, and finds again on the page of the day."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.serving import LiveServer
from tests.web.acting import altered
from tests.web.table import DESK, PHONE, begin, choose
from tests.web.test_states import give_up
from tests.web.test_table import blank, call

PROFILE = {"streaks": {"played": {"current": 3, "longest": 5}, "won": {"current": 1, "longest": 1}}}


@pytest.fixture
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A phone that may not share but has a clipboard."""
    opened = await browser.new_context(
        viewport=PHONE, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"]
    )
    await opened.add_init_script("delete Navigator.prototype.share")
    yield opened
    await opened.close()


async def ended(context: BrowserContext, url: str, variant: str, moves: int = 6) -> Page:
    """Today's game given up after a few moves."""
    page = await context.new_page()
    await page.goto(url)
    await page.click(f'.game[data-variant="{variant}"] button')
    table = await begin(page)
    for turn in range(moves):
        await table.play(choose(await table.legal(), turn), "list")
    await give_up(page)
    return page


async def test_the_result_tells_rank_points_streak_and_the_others(
    context: BrowserContext, live_server: LiveServer
) -> None:
    await context.route("**/api/players/*", lambda route: route.fulfill(json=PROFILE))
    counts = [0, 4, 2, 9, *[1] * 49]
    histogram = {"home": counts, "total": sum(counts), "winners_moves": [[90, 1]]}
    await altered(context, "**/histogram", lambda body: {**body, **histogram})
    page = await ended(context, live_server.url, "kansas")
    result = page.locator(".result")
    await expect(result.locator(".place")).to_contain_text("1st")
    facts = dict(zip(*[await result.locator(f".fact {part}").all_inner_texts() for part in ("span", "b")], strict=True))
    assert list(facts) == ["Moves", "Time", "Points", "Streak"]
    assert (facts["Moves"], facts["Streak"]) == ("6", "3")
    await expect(result.locator(".fact small").last).to_have_text("days in a row, 1 with a win")
    await expect(result.locator("figcaption")).to_have_text(f"Cards home, {sum(counts)} players")
    await expect(result.locator(".bar")).to_have_count(14)
    await expect(result.locator(".bar.yours b")).to_have_text("You")
    await result.locator("summary").click()
    rows = await result.locator(".chart tr").all_inner_texts()
    assert [re.sub(r"\s+", " ", row) for row in rows[:2]] == ["Cards home Players", "0–3, you 15"]
    assert len(rows) == 15


async def test_the_shared_text_says_it_in_words_first_and_tells_no_card(
    context: BrowserContext, live_server: LiveServer
) -> None:
    page = await ended(context, live_server.url, "kansas")
    await page.get_by_role("button", name="Share").click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text: str = await page.evaluate("navigator.clipboard.readText()")
    head, result, *suits, link = text.splitlines()
    assert re.fullmatch(r"Same Deal · Kansas \d+ \w+", head)
    assert re.fullmatch(r"\d+ home · 6 moves · 0:\d\d · \d+\w\w of \d+", result)
    assert [re.fullmatch(r"[♠♥♦♣] ■*□*", line) is not None for line in suits] == [True] * 4
    assert all(len(line) == 15 for line in suits)
    assert sum(line.count("■") for line in suits) == int(result.split()[0])
    assert re.fullmatch(rf"{live_server.url}/play/\d{{4}}-\d\d-\d\d/kansas", link)


async def test_squares_count_from_the_base_rank(browser: Browser, live_server: LiveServer) -> None:
    page = await blank(browser, live_server.url)
    table = {"base": "J", "piles": {"F": {"S": "JS", "H": "AH", "D": None, "C": "TC"}}}
    assert await call(page, "result.js", "homeBySuit", [table]) == {"S": 1, "H": 4, "D": 0, "C": 13}
    await page.context.close()


async def test_moves_of_winners_are_told_in_a_dozen_steps(browser: Browser, live_server: LiveServer) -> None:
    page = await blank(browser, live_server.url)
    winners = [[90, 2], [91, 1], [120, 4], [149, 1]]
    bars: list[dict[str, Any]] = await call(page, "chart.js", "moveBars", [winners, 120])
    assert [bar["label"] for bar in bars] == [f"{at}–{at + 4}" for at in range(90, 150, 5)]
    assert [bar["count"] for bar in bars] == [3, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1]
    assert [bar["label"] for bar in bars if bar["yours"]] == ["120–124"]
    assert (await call(page, "chart.js", "moveBars", [[[90, 2]], 90]))[0]["label"] == "90"
    await page.context.close()


async def test_after_an_open_game_the_next_one_or_a_random_deal(
    context: BrowserContext, live_server: LiveServer
) -> None:
    page = await ended(context, live_server.url, "chinaman", 2)
    await expect(page.locator(".result .go")).to_contain_text("Next: ")
    await page.get_by_role("button", name="A random deal").click()
    await page.wait_for_url(re.compile(r"/play/\d+$"))
    await expect(page.locator(".deal p")).to_contain_text("Practice, does not count")


async def test_todays_page_shows_your_own_tables_and_streak(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    await context.route("**/api/players/*", lambda route: route.fulfill(json=PROFILE))
    page = await ended(context, live_server.url, "whitehorse", 4)
    await page.goto(live_server.url)
    game = page.locator('.game[data-variant="whitehorse"]')
    await expect(game.locator(".mini .card.back + .card, .mini .card:not(.back)").first).to_be_visible()
    assert await page.locator('.game[data-variant="kansas"] .mini .card:not(.back)').count() == 0
    await expect(page.locator(".streaks .stat")).to_have_text(["3 daysplayed in a row", "1 daywith a win in a row"])
    await context.close()


async def test_yesterdays_winners_lead_to_their_boards_and_replays(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    row = {"rank": 1, "player": "quiet otter", "home": 52, "moves": 90, "elapsed_ms": 300_000, "attempt": 7}
    standing = {**row, "replay": "/replay/7", "yours": False, "percentile": 100}
    await context.route("**/leaderboard?**", lambda route: route.fulfill(json={"standings": [standing], "total": 1}))
    await altered(context, "**/api/days/*", lambda day: {**day, "previous": "2026-11-29"})
    page = await context.new_page()
    await page.goto(live_server.url)
    winners = page.locator(".winners tr")
    await expect(winners).to_have_count(4)
    await expect(winners.first).to_contain_text("quiet otter90 moves, 5:00")
    links = [await one.get_attribute("href") for one in await winners.first.get_by_role("link").all()]
    assert links == ["/leaderboards/chinaman/2026-11-29", "/players/quiet%20otter", "/replay/7"]
    date = page.locator(".winners h2").get_by_role("link", name="Sun 29 Nov")
    await expect(date).to_have_attribute("href", "/leaderboards/days/2026-11-29")
    await context.close()


async def test_a_first_visit_asks_nothing_in_vain(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    said: list[str] = []
    context.on("console", lambda message: said.append(message.text))
    page = await context.new_page()
    await page.goto(live_server.url)
    await expect(page.locator(".how p")).to_have_count(3)
    await page.wait_for_selector(".fixed")
    await expect(page.locator(".button.go")).to_have_count(1)
    assert said == []
    await context.close()
