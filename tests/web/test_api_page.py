"""The page of the API: readable on a phone and in the dark, with nothing from elsewhere."""

import pytest
from playwright.async_api import Browser, ViewportSize

from server.api.routes import ENDPOINTS
from tests.serving import LiveServer
from tests.web.table import DESK, PHONE
from tests.web.test_access import violations

SIZES = {"small": ViewportSize(width=320, height=568), "phone": PHONE, "desk": DESK}


@pytest.mark.parametrize("size", SIZES)
async def test_it_fits_and_loads_our_own_alone(browser: Browser, live_server: LiveServer, size: str) -> None:
    context = await browser.new_context(viewport=SIZES[size])
    page = await context.new_page()
    told: list[str] = []
    loaded: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("request", lambda request: loaded.append(request.url))
    await page.goto(f"{live_server.url}/api/docs")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert await page.locator("main h3").count() >= len(ENDPOINTS)
    links = page.locator("main a[href^='#']")
    assert await links.evaluate_all("links => links.every(a => document.getElementById(a.hash.slice(1)))")
    assert any(url.endswith(".css") for url in loaded)
    assert (told, [url for url in loaded if not url.startswith(live_server.url)]) == ([], [])
    await context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_19_axe_finds_nothing(browser: Browser, live_server: LiveServer, scheme: str) -> None:
    context = await browser.new_context(
        viewport=PHONE, color_scheme="dark" if scheme == "dark" else "light", bypass_csp=True
    )
    page = await context.new_page()
    await page.goto(f"{live_server.url}/api/docs")
    background = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == {"light": "rgb(250, 247, 240)", "dark": "rgb(17, 22, 21)"}[scheme]
    assert await violations(page) == []
    await context.close()
