"""Pages to read: how the games are played, made from their data, and how anybody can check that it is fair."""

import hashlib
import re
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, expect

from server.rules import VARIANTS, rules_in_words
from tests.api.service import NOON, served
from tests.serving import UNLIMITED, LiveServer, serving
from tests.web.table import DESK, PHONE
from tests.web.test_access import violations

NARROW = ViewportSize(width=320, height=568)
READ = ("/how-to-play", "/how-to-play/chinese-torture", "/fairness")


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A phone, on which nothing may go wrong unseen."""
    context = await opened(browser)
    errors: list[str] = []
    context.on("weberror", lambda error: errors.append(str(error.error)))
    yield await context.new_page()
    await context.close()
    assert errors == []


async def opened(browser: Browser, size: ViewportSize = PHONE, scheme: str = "light") -> BrowserContext:
    """A browser whose pages axe may look at."""
    return await browser.new_context(
        viewport=size, color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce", bypass_csp=True
    )


async def visit(page: Page, address: str) -> None:
    """Opens a page and waits until its cards lie."""
    await page.goto(address)
    await page.wait_for_selector("main")
    if "how-to-play" in address:
        await page.locator(".mini .card").first.wait_for()


@pytest.mark.parametrize("variant", VARIANTS)
async def test_the_rules_of_a_game_are_those_of_its_data_each_with_a_table(
    page: Page, live_server: LiveServer, variant: str
) -> None:
    await visit(page, f"{live_server.url}/how-to-play/{variant}")
    await expect(page.locator("h1")).to_have_text(VARIANTS[variant].title)
    await expect(page.locator(".rule-list li > p")).to_have_text(list(rules_in_words(VARIANTS[variant])))
    await expect(page.locator("figure .mat .card").first).to_be_visible()
    assert await page.locator("figure").count() == 4
    assert await page.locator(".target").count() >= 3
    await expect(page.locator("figcaption").first).to_have_text(re.compile(r"^The \w+ of \w+.* can go .*home.*\.$"))
    await page.get_by_role("link", name="Practise it").click()
    await page.wait_for_url(f"**/practice/{variant}")


async def test_nobody_can_play_in_the_pictures(page: Page, live_server: LiveServer) -> None:
    await visit(page, f"{live_server.url}/how-to-play/kansas")
    assert await page.evaluate("[...document.querySelectorAll('.mat')].every((mat) => mat.closest('[inert]'))")


async def test_a_game_no_page_has_heard_of_is_explained(browser: Browser, database_url: str) -> None:
    with serving(*UNLIMITED, database_url=database_url, module="tests.web.fifth") as server:
        context = await opened(browser)
        page = await context.new_page()
        await visit(page, f"{server.url}/how-to-play/five-wells")
        await expect(page.locator(".rule-list figure")).to_have_count(4)
        await expect(page.locator(".facts-box dd")).to_have_text(
            [
                "5, with 14 cards, 4 face down",
                "7 cards",
                "30 cards, 2 at a time",
                "2",
                "the rank of the card dealt there",
            ]
        )
        await expect(page.locator(".facts-box .note")).to_have_text("Invented by a test.")
        await context.close()


async def test_what_holds_in_all_games_and_every_key_is_on_one_page(page: Page, live_server: LiveServer) -> None:
    await visit(page, f"{live_server.url}/how-to-play")
    await expect(page.locator(".game-link")).to_have_count(4)
    for title in ("Who is ahead", "What is a move", "Undo", "No moves left", "Time", "Keys"):
        await expect(page.get_by_role("heading", name=title)).to_be_visible()
    on_page = await page.locator(".keys").inner_text()
    await page.goto(live_server.url)
    await page.wait_for_selector(".fixed")
    root = "document.querySelector('script[type=module]').src.replace(/[^/]+$/, '')"
    await page.evaluate(f"import({root} + 'dialogs.js').then((dialogs) => void dialogs.showKeys())")
    assert await page.locator("dialog .keys").inner_text() == on_page


async def test_an_unknown_game_is_said_to_be_none(page: Page, live_server: LiveServer) -> None:
    for address in ("/how-to-play/klondike", "/practice/klondike", "/how-to-play/%3Cb%3E"):
        await page.goto(f"{live_server.url}{address}")
        await expect(page.locator("main p")).to_have_text("There is no such game.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_19_axe_finds_nothing_to_complain_of(
    browser: Browser, live_server: LiveServer, size: ViewportSize, scheme: str
) -> None:
    context = await opened(browser, size, scheme)
    page = await context.new_page()
    for address in READ:
        await visit(page, f"{live_server.url}{address}")
        assert await violations(page) == [], address
    await context.close()


async def test_16_nothing_is_wider_than_a_small_phone(browser: Browser, live_server: LiveServer) -> None:
    context = await opened(browser, NARROW)
    page = await context.new_page()
    for address in (*READ, "/practice/chinese-torture", "/"):
        await visit(page, f"{live_server.url}{address}")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    for width in (701, 768, 900):
        await page.set_viewport_size(ViewportSize(width=width, height=600))
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
    await context.close()


async def test_the_bar_and_the_foot_lead_to_every_page(page: Page, live_server: LiveServer) -> None:
    await page.goto(live_server.url)
    tabs = page.locator(".tab-bar a")
    await expect(tabs).to_have_text(["Today", "Leaderboards", "Practice", "How to play"])
    for name, address in (("Practice", "/practice"), ("How to play", "/how-to-play")):
        await page.locator(".tab-bar").get_by_role("link", name=name).click()
        await page.wait_for_url(f"**{address}")
        await expect(page.locator(".tab-bar [aria-current]")).to_have_text(name)


async def test_anybody_can_compute_a_commitment_by_what_the_page_says(browser: Browser, database_url: str) -> None:
    async with served(database_url) as service:
        await service.final_game("kansas", NOON.date() - timedelta(days=1), bytes(range(32)))
        await service.tick()
        context = await opened(browser)
        page = await context.new_page()
        await page.goto(f"{service.url}/fairness")
        today = [(await service.game(key)).commitment.hex() for key in VARIANTS]
        await expect(page.locator(".commitments code")).to_have_text(today)
        text = re.findall(r"printf '%s' '(.*)' \| sha256sum", await page.locator("main").inner_text())[0]
        assert bytes(range(32)).hex() in text
        published = await page.locator(".published").inner_text()
        assert hashlib.sha256(text.encode()).hexdigest() == published
        await page.get_by_role("button", name="Compute it here").click()
        await expect(page.locator(".answer")).to_have_text(f"{published} It agrees.")
        assert await violations(page) == []
        await context.close()


async def test_before_the_first_day_is_final_fairness_says_so(page: Page, live_server: LiveServer) -> None:
    await page.goto(f"{live_server.url}/fairness")
    await expect(page.locator("main")).to_contain_text("The first day of this server is not final yet.")
    await expect(page.locator("main")).not_to_contain_text("undefined")
    async with httpx.AsyncClient(base_url=live_server.url) as http:
        listed = [one["commitment"] for one in (await http.get("/api/commitments")).json()["commitments"]]
    assert set(await page.locator(".commitments code").all_inner_texts()) <= set(listed)
