"""What a page tells of the proof that a deal can be won."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from playwright.async_api import Browser, expect

from tests.api.service import TODAY, UNLIMITED, Service, served
from tests.web.world import FINAL, VARIANT, World, peopled


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    """Yesterday is final, today is open."""
    async with served(database_url, replace(UNLIMITED, variants=VARIANT)) as service, peopled(service) as people:
        yield people


async def test_a_win_is_told_over_par(browser: Browser, world: World) -> None:
    winner = world.yesterday[0]
    par = len(winner.moves) - 12
    await world.service.rows("UPDATE games SET winnable = true, par = $1", par)
    context = await world.someone(browser, winner.token)
    page = await context.new_page()
    await page.goto(f"{world.url}/play/{FINAL}")
    await expect(page.locator(".result .fact small").first).to_have_text(f"12 over par {par}")
    await context.close()


async def test_a_game_opens_on_the_page_when_its_deal_is_found(browser: Browser, world: World) -> None:
    await world.service.rows("UPDATE games SET decided_at = NULL WHERE day = $1", TODAY)
    context = await world.someone(browser)
    page = await context.new_page()
    await page.goto(world.url)
    card = page.locator(f'.game[data-variant="{VARIANT}"]')
    await expect(card.locator(".state")).to_have_text("Being proven winnable")
    await expect(card.get_by_role("button")).to_have_count(0)
    await _decide(world.service)
    await expect(card.get_by_role("button", name="Start")).to_be_visible()
    await expect(card.locator(".facts")).to_contain_text("Par\n104", use_inner_text=True)
    await context.close()


async def test_a_deal_that_was_not_proven_says_so(browser: Browser, world: World) -> None:
    context = await world.someone(browser)
    page = await context.new_page()
    await page.goto(world.url)
    await expect(page.locator(".facts").first).to_contain_text("not proven winnable")
    await context.close()


async def _decide(service: Service) -> None:
    found = "UPDATE games SET decided_at = $2, winnable = true, par = 104 WHERE day = $1"
    await service.rows(found, TODAY, service.clock.now)
