"""Leaderboards: your row in sight, ties, dates, more on demand, live without a row that moves under a hand."""

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.web.world import FINAL, TODAY, VARIANT, YESTERDAY, World

YESTERDAYS = f"/leaderboards/{VARIANT}/{YESTERDAY}"
TODAYS = f"/leaderboards/{VARIANT}/{TODAY}"


@pytest.fixture
async def context(world: World, browser: Browser) -> AsyncIterator[BrowserContext]:
    """A desk where nobody is signed in and nothing may go wrong unseen."""
    opened = await world.someone(browser)
    errors: list[str] = []
    opened.on("weberror", lambda error: errors.append(str(error.error)))
    opened.on("console", lambda said: errors.append(said.text) if "Content Security" in said.text else None)
    yield opened
    await opened.close()
    assert errors == []


async def visit(context: BrowserContext, world: World, path: str) -> Page:
    """The page of a board, when it is there."""
    page = await context.new_page()
    await page.goto(f"{world.url}{path}")
    await page.wait_for_selector("main")
    return page


async def cells(page: Page, kind: str) -> list[str]:
    """What a column tells, row by row, without what is for voices only."""
    texts = await page.locator(f".standings tbody .{kind}").evaluate_all(
        "all => all.map(one => [...one.querySelectorAll('.unseen, .phone')].reduce((clone) => clone, one).innerText)"
    )
    return [re.sub(r"\s+", " ", text) for text in texts]


async def test_35_the_best_come_first_and_names_lead_to_players(world: World, context: BrowserContext) -> None:
    page = await visit(context, world, YESTERDAYS)
    board = (await _board(world, FINAL))["standings"]
    await expect(page.locator(".standings .c-name a")).to_have_text([one["player"] for one in board])
    await expect(page.locator(".standings .c-name a").first).to_have_attribute(
        "href", re.compile(r"^/players/[\w%.-]+$")
    )
    await expect(page.locator(".order")).to_contain_text("More cards home first, then fewer moves, then less time.")
    await expect(page.locator(".order")).to_contain_text("Final")


async def _board(world: World, game: str, query: str = "") -> dict[str, Any]:
    async with world.service.visitor() as http:
        answer: dict[str, Any] = (await http.get(f"/api/games/{game}/leaderboard{query}")).json()
    return answer
