"""The four games played in a real browser, by every way there is (web.md, 8)."""

import pytest
from playwright.async_api import Browser, expect

from tests.serving import LiveServer
from tests.web.table import DESK, PHONE, WAYS, Table, begin, choose, practise
from tests.web.test_access import line_of

VARIANTS = ("chinaman", "chinese-torture", "whitehorse", "kansas")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("variant", VARIANTS)
async def test_ten_moves_by_every_way(browser: Browser, live_server: LiveServer, variant: str, way: str) -> None:
    viewport = PHONE if way in {"touch", "list"} else DESK
    context = await browser.new_context(viewport=viewport, has_touch=way == "touch", reduced_motion="reduce")
    line = line_of(variant)
    table = await practise(context, live_server.url, variant, line["deck"])
    for move in line["line"][:10]:
        await table.play(move, way)
    assert await table.moves() == 10
    await context.close()


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_guest_plays_todays_game_to_the_leaderboard_and_the_replay(
    browser: Browser, live_server: LiveServer, variant: str
) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    page = await context.new_page()
    await page.goto(live_server.url)
    await page.click(f'.game[data-variant="{variant}"] button')
    table = await begin(page)
    for turn in range(10):
        await table.play(choose(await table.legal(), turn), WAYS[turn % 2])
    await give_up(table)
    player = await page.inner_text(".who bdi")

    await page.click(".result .row a:nth-of-type(2)")
    await expect(page.locator(".standings .yours .c-name")).to_contain_text(player)
    await expect(page.locator(".standings .yours .c-moves")).to_have_text("10")

    await page.click(".standings .yours .c-replay a")
    await expect(page.locator(".stat b").first).to_have_text("0 of 10")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".stat b").first).not_to_have_text("0 of 10")
    await page.goto(f"{page.url.split('?')[0]}?ply=10")
    await expect(page.locator(".stat b").first).to_have_text("10 of 10")
    await context.close()


async def give_up(table: Table) -> None:
    """Through More, with a question, and never by the first answer."""
    page = table.page
    await page.click(".more > button")
    await page.click(".menu .bad")
    await page.click("dialog .button:not(.bad)")
    await expect(page.locator("dialog")).to_have_count(0)
    assert await page.locator(".result").count() == 0
    await page.click(".more > button")
    await page.click(".menu .bad")
    await page.click("dialog .button.bad")
    await page.wait_for_selector(".result")
