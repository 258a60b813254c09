"""Settings are kept, show at once and mean what they say (web.md, 8: 8, 15, 24)."""

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.serving import LiveServer
from tests.web.acting import saying, wired
from tests.web.table import DESK, practise


@pytest.fixture
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A desk by day."""
    opened = await browser.new_context(viewport=DESK, reduced_motion="reduce", color_scheme="light")
    yield opened
    await opened.close()


async def choose_setting(page: Page, **chosen: str | bool) -> None:
    """Changes settings in the dialog, as people do."""
    await page.click(".top .round")
    for name, value in chosen.items():
        if isinstance(value, bool):
            await page.locator(f'dialog [name="{name}"]').set_checked(value)
        else:
            await page.locator(f'dialog label:has([name="{name}"][value="{value}"])').click()
    await page.click("dialog .go")


async def test_15_settings_show_at_once_and_are_kept(context: BrowserContext, live_server: LiveServer) -> None:
    table = await practise(context, live_server.url, "chinaman")
    page = table.page
    assert await look(page) == ["rgb(250, 247, 240)", "rgb(194, 16, 47)", True, True]
    await choose_setting(page, theme="dark", deck="four-colour", mirror=True, clock=False)
    changed = ["rgb(17, 22, 21)", "rgb(22, 89, 199)", False, False]
    assert await look(page) == changed
    await page.reload()
    await page.wait_for_selector(".mat .card")
    assert await look(page) == changed
    await choose_setting(page, theme="light", deck="warm", mirror=False, clock=True)
    assert await look(page) == ["rgb(250, 247, 240)", "rgb(173, 69, 0)", True, True]


async def test_15_a_setting_changes_in_the_other_tab_too(context: BrowserContext, live_server: LiveServer) -> None:
    first, second = await context.new_page(), await context.new_page()
    for page in (first, second):
        await page.goto(live_server.url)
        await page.wait_for_selector(".fixed")
    await choose_setting(first, theme="dark")
    await expect(second.locator("body")).to_have_css("background-color", "rgb(17, 22, 21)")


async def test_15_what_is_kept_but_no_setting_is_ignored(context: BrowserContext, live_server: LiveServer) -> None:
    page = await context.new_page()
    kept = '{"theme": "pink", "deck": 5, "mirror": "yes", "sound": true}'
    await page.add_init_script(f"localStorage.setItem('samedeal.settings', '{kept}')")
    await page.goto(live_server.url)
    await page.click(".top .round")
    await expect(page.locator('dialog [name="theme"][value="system"]')).to_be_checked()
    await expect(page.locator('dialog [name="mirror"]')).not_to_be_checked()
    await expect(page.locator('dialog [name="sound"]')).to_be_checked()


async def test_24_letters_can_be_turned_off(context: BrowserContext, live_server: LiveServer) -> None:
    table = await practise(context, live_server.url, "whitehorse")
    await choose_setting(table.page, letters=False)
    await table.page.focus('.mat [tabindex="0"]')
    await table.page.keyboard.press("d")
    await table.page.keyboard.press("Enter")
    await table.page.keyboard.press("Escape")
    assert await table.moves() == 0
    await table.play("S-W", "click")
    await table.page.keyboard.press("Control+z")
    await expect(table.page.locator(".deal .stat:nth-last-child(2) b")).to_have_text("2")


SPREAD = {
    "T1": {"down": 0, "up": ["9H"]},
    "T2": {"down": 0, "up": ["TC"]},
    "T3": {"down": 0, "up": ["TS"]},
    "T4": {"down": 0, "up": ["AC"]},
    "F": {"S": None, "H": "8H", "D": None, "C": None},
    "W": {"up": []},
    "S": {"down": 20},
}


@pytest.mark.parametrize(
    ("second_tap", "legal", "sent"),
    [
        ("home", ["T1-T2", "T1-T3", "T1-F"], "T1-F"),
        ("home", ["T1-T2"], "T1-T2"),
        ("home", ["T1-T2", "T1-T3"], None),
        ("table", ["T1-T2", "T1-F"], "T1-T2"),
        ("table", ["T1-F"], "T1-F"),
        ("off", ["T1-T2", "T1-F"], None),
    ],
)
async def test_1_a_second_tap_goes_where_it_is_wanted(
    context: BrowserContext, live_server: LiveServer, second_tap: str, legal: list[str], sent: str | None
) -> None:
    assert await taps(context, live_server.url, legal, 2, secondTap=second_tap) == sent


@pytest.mark.parametrize(("legal", "sent"), [(["T1-T2"], "T1-T2"), (["T1-T2", "T1-F"], None)])
async def test_1_one_tap_moves_what_has_one_place_to_go(
    context: BrowserContext, live_server: LiveServer, legal: list[str], sent: str | None
) -> None:
    assert await taps(context, live_server.url, legal, 1, oneTap=True) == sent


async def taps(context: BrowserContext, url: str, legal: list[str], times: int, **chosen: str | bool) -> str | None:
    """The move that so many taps on the 9 of hearts send, when these are legal."""
    wire = await wired(context)
    wire.change = saying("table", piles=SPREAD, legal=legal)
    table = await practise(context, url, "whitehorse")
    await choose_setting(table.page, **chosen)
    box = await table.page.locator('[data-card="9H"]').bounding_box()
    assert box
    for _ in range(times):
        await table.page.mouse.click(box["x"] + 20, box["y"] + 20)
    await table.page.evaluate(_ALL_SENT)
    moves = [message["move"] for message in wire.sent if message["t"] == "move"]
    return moves[0] if moves else None


async def test_8_finish_is_offered_only_when_the_server_sends_it(
    context: BrowserContext, live_server: LiveServer
) -> None:
    wire = await wired(context)
    table = await practise(context, live_server.url, "whitehorse")
    finish = table.page.get_by_role("button", name="Finish")
    await expect(finish).to_be_disabled()
    wire.change = saying("moved", finish=["S-W"])
    await table.play("S-W", "click")
    await expect(finish).to_be_enabled()
    await finish.click()
    await expect(table.page.locator(".deal .stat:nth-last-child(2) b")).to_have_text("2")


async def test_sounds_are_made_when_wanted_only(context: BrowserContext, live_server: LiveServer) -> None:
    await context.add_init_script(_COUNT_TONES)
    table = await practise(context, live_server.url, "whitehorse")
    await table.play("S-W", "click")
    assert await table.page.evaluate("window.tones") == 0
    await choose_setting(table.page, sound=True)
    await table.play("S-W", "click")
    assert await table.page.evaluate("window.tones") > 0


async def look(page: Page) -> list[object]:
    """Paper, ink of diamonds, whether the stock is on the right, whether the time shows."""
    return list(await page.evaluate(_LOOK))


_LOOK = """
() => {
  const mat = document.querySelector('.mat'), stock = mat.querySelector('[data-slot=S]').getBoundingClientRect();
  const probe = mat.appendChild(Object.assign(document.createElement('i'), {className: 'card D'}));
  const diamonds = getComputedStyle(probe).color;
  probe.remove();
  const clock = document.querySelector('.stat.time').checkVisibility();
  return [getComputedStyle(document.body).backgroundColor, diamonds, stock.left > innerWidth / 3, clock];
}
"""

# What a page sends before it answers this has arrived.
_ALL_SENT = "() => new Promise((done) => setTimeout(done))"

_COUNT_TONES = """
window.tones = 0;
window.AudioContext = class extends AudioContext {
  createOscillator() { window.tones += 1; return super.createOscillator(); }
};
"""
