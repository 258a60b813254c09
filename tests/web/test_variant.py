"""A patience no page has heard of is played from its data alone."""

import re

from playwright.async_api import Browser, ViewportSize, expect

from tests.serving import UNLIMITED, serving
from tests.web.table import DESK, PHONE, begin, choose
from tests.web.test_table import _DRAWN_FOR, _OUTSIDE

STORE = re.compile(r"^Store, \d+ cards, pass 1 of 2, turn 2$")


async def test_a_variant_invented_by_the_test_plays_without_a_change_to_the_pages(
    browser: Browser, module_database_url: str
) -> None:
    with serving(*UNLIMITED, database_url=module_database_url, module="tests.web.fifth") as server:
        context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
        page = await context.new_page()
        errors: list[str] = []
        context.on("weberror", lambda error: errors.append(str(error.error)))
        await page.goto(server.url)
        card = page.locator('.game[data-variant="five-wells"]')
        await expect(card.locator("h2")).to_have_text("Five Wells")
        await card.locator("button").click()
        await expect(page.locator(".rules li")).to_have_count(4)
        await expect(page.locator(".rules .note")).to_have_text("Invented by a test.")
        table = await begin(page)
        for turn in range(12):
            await table.play(choose(await table.legal(), turn), ("click", "drag", "keys", "list")[turn % 4])
        for size in (PHONE, ViewportSize(width=320, height=568), ViewportSize(width=844, height=390)):
            await page.set_viewport_size(size)
            await page.wait_for_function(_DRAWN_FOR, arg=[size["width"], size["height"]])
            assert await page.evaluate(_OUTSIDE) == []
        await expect(page.locator('.card[data-pile="S"]')).to_have_attribute("aria-label", STORE)
        assert errors == []
        await context.close()
