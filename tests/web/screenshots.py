"""Pictures of every page at phone and desktop size, light and dark, for people to look at: `make screenshots`."""

import asyncio
import tempfile
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from server.store.embedded import EmbeddedPostgres
from server.store.migration import migrate
from tests.api.service import served
from tests.serving import UNLIMITED, serving
from tests.web.conftest import launch
from tests.web.table import DESK, PHONE, Table, begin, choose, practise
from tests.web.world import FINAL, NAMES, OPEN, World, peopled

FOLDER = Path(__file__).parents[2] / "screenshots"
VARIANTS = ("chinaman", "chinese-torture", "whitehorse", "kansas")
READ = {
    "practice": ("/practice/whitehorse", ".mini .card"),
    "how-to-play": ("/how-to-play", ".mini .card"),
    **{f"how-to-play-{key}": (f"/how-to-play/{key}", "figure .card") for key in VARIANTS},
    "fairness": ("/fairness", ".commitments"),
    "account": ("/account", "#sign-out"),
}
PEOPLE = {
    "board-final": f"/leaderboards/{FINAL.split('/')[1]}/{FINAL.split('/')[0]}",
    "board-open": f"/leaderboards/{OPEN.split('/')[1]}/{OPEN.split('/')[0]}",
    "board-points": f"/leaderboards/days/{FINAL.split('/')[0]}",
    "profile": f"/players/{NAMES[3]}",
    "profile-unknown": "/players/nobody",
}
Scheme = Literal["light", "dark"]
WAYS: list[tuple[str, Scheme]] = [(size, scheme) for size in ("phone", "desk") for scheme in ("light", "dark")]


async def main() -> None:
    """Plays a little on a server of its own and takes the pictures."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, serving(*UNLIMITED, "--data", data) as server:
        async with async_playwright() as playwright:
            browser = await launch(playwright)
            for size, scheme in WAYS:
                await _tour(browser, server.url, size, scheme)
            await _people(browser)
            await browser.close()


async def _tour(browser: Browser, url: str, size: str, scheme: Scheme) -> None:
    context = await browser.new_context(
        viewport=PHONE if size == "phone" else DESK, color_scheme=scheme, reduced_motion="reduce", device_scale_factor=2
    )
    page = await context.new_page()
    await page.goto(url)
    await page.wait_for_selector(".fixed")
    await _take(page, f"today-first-{size}-{scheme}")
    for variant in VARIANTS:
        await _take(await _table(context, url, variant), f"play-{variant}-{size}-{scheme}")
    await _game(page, url, f"{size}-{scheme}")
    for name, (path, is_there) in READ.items():
        await page.goto(f"{url}{path}")
        await page.wait_for_selector(is_there)
        await _take(page, f"{name}-{size}-{scheme}", whole=True)
    await context.close()


async def _people(browser: Browser) -> None:
    """The pages that are about players, with players: signed in as one of them."""
    with tempfile.TemporaryDirectory() as data, EmbeddedPostgres(Path(data)) as postgres:
        await migrate(postgres.url)
        async with served(postgres.url) as service, peopled(service) as world:
            for size, scheme in WAYS:
                context = await world.someone(
                    browser, world.today[3].token, PHONE if size == "phone" else DESK, scheme, device_scale_factor=2
                )
                page = await context.new_page()
                for name, path in PEOPLE.items():
                    await page.goto(f"{world.url}{path}")
                    await page.wait_for_load_state("networkidle")
                    await _take(page, f"{name}-{size}-{scheme}", whole=size == "desk")
                await _replays(page, world, f"{size}-{scheme}")
                await context.close()


async def _replays(page: Page, world: World, name: str) -> None:
    """A run beside another, a run that is sealed, and a race."""
    run, ghost = world.yesterday[0].attempt, world.yesterday[3].attempt
    await page.goto(f"{world.url}/replay/{run}?ply=90&vs={ghost}")
    await page.wait_for_selector(".compare .run", state="attached")
    await _take(page, f"replay-ghost-{name}")
    if await page.locator(".compare .beside").is_visible():
        await page.check(".compare .beside input")
        await _take(page, f"replay-beside-{name}")
    else:
        await page.click(".deal [data-sheet=more]")
        await _take(page, f"replay-more-{name}")
    await page.goto(f"{world.url}/replay/{world.today[0].attempt}")
    await page.wait_for_selector(".sealed")
    await _take(page, f"replay-sealed-{name}")
    await page.goto(f"{world.url}/replay/{run}")
    await page.wait_for_selector(".about .race", state="attached")
    await page.eval_on_selector(".about .race", "button => button.click()")
    await page.wait_for_url("**/play/*")
    table = await begin(page)
    await table.play((await table.legal())[0], "list")
    await _take(page, f"race-{name}")


async def _table(context: BrowserContext, url: str, variant: str) -> Page:
    """A practice table after a dozen moves, with cards in the hand."""
    table = await practise(context, url, variant)
    for turn in range(12):
        await table.play(choose(await table.legal(), turn), "list")
    carried = [move for move in await table.legal() if "S" not in move]
    if carried:
        source, _ = await table.points(carried[0])
        await table.page.mouse.click(*source)
    return table.page


async def _game(page: Page, url: str, name: str) -> None:
    """A ranked game from its rules to its replay."""
    await page.goto(url)
    await page.click('.game[data-variant="kansas"] .button')
    await page.wait_for_selector(".rules")
    await _take(page, f"rules-{name}")
    table = await begin(page)
    for turn in range(30):
        legal = await table.legal()
        if legal:
            await table.play(choose(legal, turn), "list")
    await _end(table)
    await _take(page, f"result-{name}")
    replay = await page.get_attribute(".result .row a", "href")
    await page.click(".result .row a:nth-of-type(2)")
    await page.wait_for_selector(".standings")
    await _take(page, f"leaderboard-{name}")
    await page.goto(f"{url}{replay}?ply=20")
    await page.wait_for_selector(".strip")
    await _take(page, f"replay-{name}")
    await page.goto(url)
    await page.wait_for_selector(".fixed")
    await _take(page, f"today-{name}")


async def _end(table: Table) -> None:
    await table.page.click(".more > button")
    await table.page.click(".menu .bad")
    await table.page.click("dialog .button.bad")
    await table.page.wait_for_selector(".result")


async def _take(page: Page, name: str, *, whole: bool = False) -> None:
    await page.screenshot(path=FOLDER / f"{name}.png", full_page=whole)


if __name__ == "__main__":
    asyncio.run(main())
