"""The page of a player: what everybody may know, nothing that is sealed, and a kind word where there is nobody."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, expect

from tests.web.acting import altered
from tests.web.table import DESK, PHONE
from tests.web.test_access import violations
from tests.web.test_design import _LOST
from tests.web.world import NAMES, OPEN, VARIANT, YESTERDAY, World

WINNER, GUEST = NAMES[3], NAMES[7]
SMALL = ViewportSize(width=320, height=640)


async def visit(context: BrowserContext, world: World, name: str) -> Page:
    """A player's page, when it is there."""
    page = await context.new_page()
    await page.goto(f"{world.url}/players/{quote(name)}")
    await page.wait_for_selector("main")
    return page


async def profile_of(world: World, name: str) -> dict[str, Any]:
    """What the server says of a player."""
    async with world.service.visitor() as http:
        found: dict[str, Any] = (await http.get(f"/api/players/{quote(name)}")).json()
    return found


async def test_a_player_has_points_streaks_a_chart_and_results(world: World, browser: Browser) -> None:
    context = await world.someone(browser)
    page = await visit(context, world, WINNER)
    known = await profile_of(world, WINNER)
    await expect(page.locator("h1")).to_have_text(WINNER)
    await expect(page.locator(".title p")).to_have_text("Kept name")
    sums = dict(zip(*[await page.locator(f".sums {part}").all_inner_texts() for part in ("dt", "dd b")], strict=True))
    streaks = known["streaks"]
    assert sums == {
        "points": str(known["points"]),
        "games won": "1",
        "games played": "2",
        "days in a row": str(streaks["played"]["current"]),
        "days in a row with a win": str(streaks["won"]["current"]),
    }
    await expect(page.locator("figcaption")).to_have_text("Cards home, 2 games")
    await page.locator("summary").click()
    assert sum(int(one) for one in await page.locator(".chart tbody td").all_inner_texts()) == 2
    rows = page.locator(".results tbody tr")
    await expect(rows).to_have_count(2)
    await expect(rows.last).to_contain_text("Won")
    await expect(rows.last.get_by_role("link", name="Replay, Whitehorse, 30 Nov")).to_have_attribute(
        "href", known["results"][1]["replay"]
    )
    await rows.last.get_by_role("link", name="Whitehorse 30 Nov").click()
    await page.wait_for_url(f"**/leaderboards/{VARIANT}/{YESTERDAY}")
    await context.close()


async def test_37_the_replay_of_an_open_game_is_sealed_but_for_its_player(world: World, browser: Browser) -> None:
    run = next(one for one in world.today if one.player == GUEST)
    for token, sealed in ((None, True), (run.token, False)):
        context = await world.someone(browser, token)
        page = await visit(context, world, GUEST)
        row = page.locator(".results tbody tr").first
        await expect(row.get_by_role("link").first).to_have_attribute(
            "href", f"/leaderboards/{'/'.join(reversed(OPEN.split('/')))}"
        )
        await expect(row.locator(".c-replay .unseen")).to_have_count(1 if sealed else 0)
        assert await row.locator(f'a[href="/replay/{run.attempt}"]').count() == (0 if sealed else 1)
        await context.close()


async def test_your_own_page_leads_to_your_account(world: World, browser: Browser) -> None:
    for name, said, to in ((WINNER, "Kept name. This is you.", "Your account"), (GUEST, "Guest", "Keep this name")):
        context = await world.someone(browser, next(run.token for run in world.yesterday if run.player == name))
        page = await visit(context, world, name)
        await expect(page.locator(".title p")).to_contain_text(said)
        await expect(page.locator(".title").get_by_role("link", name=to)).to_have_attribute("href", "/account")
        other = await visit(context, world, NAMES[1])
        await expect(other.locator(".title a")).to_have_count(0)
        await context.close()


async def test_where_nobody_is_the_page_says_so_kindly(world: World, browser: Browser) -> None:
    context = await world.someone(browser)
    page = await visit(context, world, "<b>nobody</b> ever".replace("/", ""))
    await expect(page.locator("h1")).to_have_text("No player of this name")
    await expect(page.locator("bdi", has_text="nobody")).to_have_text("<b>nobody<b> ever")
    await page.goto(f"{world.url}/players/deleted")
    await expect(page.locator("h1")).to_have_text("This player has left")
    await expect(page.get_by_role("link", name="Leaderboards").last).to_be_visible()
    await context.close()


async def test_someone_who_has_finished_nothing_has_a_page_too(world: World, browser: Browser) -> None:
    context = await world.someone(browser)
    async with world.service.guest() as guest:
        page = await visit(context, world, guest.name)
        await expect(page.locator(".title p")).to_have_text("Guest")
        await expect(page.locator(".results")).to_contain_text("No game is finished yet.")
        await expect(page.locator(".chart")).to_have_count(0)
    await context.close()


@pytest.mark.parametrize("name", ["<img src=x onerror=boom()>", "\u202eשלום", "W" * 40])
async def test_42_names_are_only_ever_text(world: World, browser: Browser, name: str) -> None:
    context = await world.someone(browser, size=SMALL)
    await altered(context, "**/api/players/*", lambda profile: {**profile, "name": name})
    page = await visit(context, world, WINNER)
    await expect(page.locator("h1")).to_have_text(name)
    await expect(page).to_have_title(re.compile(re.escape(name)))
    assert await page.locator("main img").count() == 0
    assert await page.evaluate(_LOST) == []
    await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_19_axe_finds_nothing(world: World, browser: Browser, size: ViewportSize, scheme: str) -> None:
    context = await world.someone(browser, world.today[0].token, size, scheme, bypass_csp=True)
    for name in (world.today[0].player, "nobody at all"):
        assert await violations(await visit(context, world, name)) == [], name
    await context.close()


async def test_16_large_text_on_a_small_screen_loses_nothing(world: World, browser: Browser) -> None:
    context = await world.someone(browser, world.today[0].token, SMALL)
    page = await visit(context, world, WINNER)
    assert await page.evaluate(_LOST) == []
    await page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert await page.evaluate(_LOST) == []
    await context.close()
