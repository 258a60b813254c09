"""Colours, sizes and modes everybody can use (web.md, 8: 16, 21, 26, 27, 28)."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, expect

from tests.serving import LiveServer
from tests.web.table import DESK, PHONE, practise

CSS = Path(__file__).parents[2] / "web" / "css"
PAGES = ("/", "/leaderboards", "/play/today/kansas")
REFLOWING = ("/", "/play/today/kansas")
TEXT, LARGE = 4.5, 3.0


@pytest.fixture(params=["light", "dark"])
async def context(browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[BrowserContext]:
    """A desk, by day and by night."""
    opened = await browser.new_context(viewport=DESK, color_scheme=request.param, reduced_motion="reduce")
    yield opened
    await opened.close()


async def test_27_tokens_have_the_contrast_they_need(context: BrowserContext, live_server: LiveServer) -> None:
    page = await context.new_page()
    await page.goto(live_server.url)
    await page.wait_for_selector(".fixed")
    pairs = [
        *((ink, paper, TEXT) for ink in ("ink", "ink-2", "bad", "good", "accent-ink") for paper in ("paper", "panel")),
        ("on-accent", "accent", TEXT),
        *((line, paper, LARGE) for line in ("edge-line", "focus") for paper in ("paper", "panel")),
    ]
    for front, behind, least in pairs:
        assert await contrast(page, "body", front, behind) >= least, (front, behind)
    for variant in ("chinaman", "chinese-torture", "whitehorse", "kansas"):
        mat = f'.mini[data-variant="{variant}"]'
        assert await contrast(page, mat, "mat-ink", "mat") >= TEXT
        assert await contrast(page, mat, "mat-ink", "mat-2") >= TEXT
        assert await contrast(page, mat, "mat-line", "slot") >= LARGE
        assert await contrast(page, mat, "accent", "mat") >= LARGE


@pytest.mark.parametrize("deck", ["two-colour", "warm", "four-colour"])
async def test_27_suits_have_it_in_every_deck(context: BrowserContext, live_server: LiveServer, deck: str) -> None:
    page = await context.new_page()
    await page.add_init_script(f"localStorage.setItem('samedeal.settings', '{{\"deck\": \"{deck}\"}}')")
    await page.goto(live_server.url)
    await page.wait_for_selector(".fixed")
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        assert await contrast(page, ".mini", suit, "card") >= TEXT, suit


@pytest.mark.parametrize("path", REFLOWING)
async def test_16_text_of_200_percent_and_320_pixels_lose_nothing(
    browser: Browser, live_server: LiveServer, path: str
) -> None:
    """320 pixels are what is left of 1280 at 400 %."""
    context = await browser.new_context(viewport={"width": 320, "height": 640}, reduced_motion="reduce")
    page = await context.new_page()
    await page.goto(live_server.url + path)
    await page.wait_for_selector("main")
    await page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert await page.evaluate(_LOST) == []
    await context.close()


async def test_16_the_table_keeps_its_tools_with_large_text(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    table = await practise(context, live_server.url, "chinaman")
    await table.page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
    assert await table.page.evaluate(_LOST) == []
    for name in ("Undo", "Moves", "Finish", "More"):
        await expect(table.page.get_by_role("button", name=name, exact=False).first).to_be_in_viewport()
    await context.close()


async def test_26_forced_colours_and_more_contrast_show_what_is_chosen(
    browser: Browser, live_server: LiveServer
) -> None:
    for mode in ({"forced_colors": "active"}, {"contrast": "more"}):
        context = await browser.new_context(viewport=DESK, reduced_motion="reduce", **mode)  # type: ignore[arg-type]
        table = await practise(context, live_server.url, "chinese-torture")
        move = next(one for one in await table.legal() if one.startswith("T"))
        source, _ = await table.points(move)
        await table.page.mouse.click(*source)
        assert await table.page.locator(".card.held").first.evaluate(_EDGED)
        assert await table.page.locator(".target").first.evaluate(_EDGED)
        await table.page.keyboard.press("ArrowRight")
        assert await table.page.evaluate(f"({_EDGED})(document.activeElement)")
        await context.close()


async def test_21_the_focus_is_seen_on_mat_card_and_chrome(context: BrowserContext, live_server: LiveServer) -> None:
    table = await practise(context, live_server.url, "whitehorse")
    for selector in ('.mat [tabindex="0"]', ".tools .more > button", ".top .brand"):
        await table.page.focus(selector)
        await table.page.keyboard.press("Shift")
        outline = await table.page.evaluate("getComputedStyle(document.activeElement).outline")
        assert re.search(r"\b[23]px\b", outline), (selector, outline)


@pytest.mark.parametrize("path", PAGES)
async def test_28_targets_are_large_enough(browser: Browser, live_server: LiveServer, path: str) -> None:
    context = await browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    page = await context.new_page()
    await page.goto(live_server.url + path)
    await page.wait_for_selector("main")
    assert await page.evaluate(_SMALL, ["a, button, summary, input", 24]) == []
    assert await page.evaluate(_SMALL, [".tool, .tab-bar a, .to-today, .top .round, main .button", 44]) == []
    await context.close()


async def test_28_the_tables_tools_too(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    table = await practise(context, live_server.url, "kansas")
    await table.page.click(".more > button")
    assert await table.page.evaluate(_SMALL, [".tool, .to-today, .menu button", 44]) == []
    await context.close()


def test_no_text_is_smaller_than_eleven_pixels() -> None:
    for path in CSS.glob("*.css"):
        fonts = re.findall(r"font(?:-size)?:[^;]*?(\d*\.?\d+)rem", path.read_text())
        assert all(float(size) >= 0.6875 for size in fonts), path


async def contrast(page: object, selector: str, front: str, behind: str) -> float:
    """Of two tokens, as the browser resolves them there."""
    found: float = await page.evaluate(_CONTRAST, [selector, front, behind])  # type: ignore[attr-defined]
    return found


_CONTRAST = """
([selector, front, behind]) => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const probe = document.querySelector(selector).appendChild(document.createElement('i'));
  const light = (token) => {
    probe.style.setProperty('color', `var(--${token})`);
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(front), light(behind)].sort((a, b) => b - a);
  probe.remove();
  return (high + 0.05) / (low + 0.05);
}
"""

_LOST = """
() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : [];
  const cut = [...document.querySelectorAll('main button, main a, main h1, main h2, .tab-bar a')].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && box.width > 2 && (box.left < -1 || box.right > innerWidth + 1);
  });
  return [...wide, ...cut.map((one) => one.outerHTML.slice(0, 100))];
}
"""

_SMALL = """
([selector, least]) => [...document.querySelectorAll(selector)].filter((one) => {
  const box = one.getBoundingClientRect();
  const inline = one.matches('p a') || one.classList.contains('unseen');
  const small = box.width < least - .5 || box.height < least - .5;
  return one.checkVisibility({visibilityProperty: true}) && !inline && small;
}).map((one) => `${one.outerHTML.slice(0, 100)} ${one.getBoundingClientRect().height}`)
"""

_EDGED = """
(one) => {
  const style = getComputedStyle(one);
  const drawn = (side) => parseFloat(style[`${side}Width`]) >= 2 && style[`${side}Style`] !== 'none';
  return drawn('outline') || drawn('borderTop');
}
"""
