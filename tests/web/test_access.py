"""Playable by everybody: axe finds nothing, keys and the list of moves are enough to win, focus is never lost."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from server.rules import NAMES
from tests.serving import LiveServer
from tests.web.acting import wired
from tests.web.table import DESK, PHONE, Table, practise

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
ORACLE = Path(__file__).parents[1] / "rules" / "oracle"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
WHOLE_GAMES = (
    "kansas",
    *(pytest.param(key, marks=pytest.mark.long) for key in ("chinaman", "chinese-torture", "whitehorse")),
)


TEN_IS_BASE = ["TH", *(card for card in NAMES if card != "TH")]
"""In Kansas: the only base rank of two characters, and axe looks at the contrast of no single one."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
async def test_19_axe_finds_nothing(browser: Browser, live_server: LiveServer, size: str, scheme: str) -> None:
    context = await browser.new_context(
        viewport=PHONE if size == "phone" else DESK,
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        bypass_csp=True,
    )
    url = live_server.url
    page = await context.new_page()
    await page.goto(url)
    await page.wait_for_selector(".fixed")
    assert await violations(page) == []
    table = await practise(context, url, "kansas", TEN_IS_BASE)
    await check_table(table)
    await table.page.goto(f"{url}/leaderboards")
    await table.page.wait_for_selector(".boards")
    assert await violations(table.page) == []
    await context.close()


async def check_table(table: Table) -> None:
    """The table with held cards, the list of moves, each dialog, the result and its replay."""
    page = table.page
    assert await violations(page) == []
    await page.focus('.mat [tabindex="0"]')
    for open_it, is_open in (("m", ".moves-list:not([hidden])"), ("?", "dialog"), ("b", "dialog")):
        await page.focus('.mat [tabindex="0"]')
        await page.keyboard.press(open_it)
        await page.wait_for_selector(is_open)
        assert await violations(page) == []
        if is_open == "dialog":
            await page.keyboard.press("Escape")
    await page.locator('[data-pile="T1"] > [data-card]').first.click(button="right")
    await page.wait_for_selector("dialog .peek")
    assert await violations(page) == []
    await page.keyboard.press("Escape")
    await page.click(".more > button")
    await page.get_by_role("menuitem", name="Settings").click()
    await page.wait_for_selector("dialog .settings")
    assert await violations(page) == []
    await page.keyboard.press("Escape")
    await page.click(".more > button")
    assert await violations(page) == []
    await page.click(".menu .bad")
    assert await violations(page) == []
    await page.click("dialog .button.bad")
    await page.wait_for_selector(".result")
    assert await violations(page) == []
    await page.click(".result .row a")
    await page.wait_for_selector(".strip")
    assert await violations(page) == []


@pytest.mark.parametrize("variant", WHOLE_GAMES)
async def test_17_a_whole_game_is_won_by_keyboard_only(browser: Browser, live_server: LiveServer, variant: str) -> None:
    context, table = await winnable(browser, live_server.url, variant)
    for move in line_of(variant)["line"]:
        await table.play(move, "keys")
    await expect(table.page.locator("#result-title")).to_have_text("Won")
    await context.close()


@pytest.mark.parametrize("variant", WHOLE_GAMES)
async def test_18_and_by_the_list_of_moves_only(browser: Browser, live_server: LiveServer, variant: str) -> None:
    context, table = await winnable(browser, live_server.url, variant)
    for move in line_of(variant)["line"]:
        await table.play(move, "list")
    await expect(table.page.locator("#result-title")).to_have_text("Won")
    await context.close()


async def test_20_one_tab_stop_and_the_focus_stays_on_the_table(browser: Browser, live_server: LiveServer) -> None:
    context, table = await winnable(browser, live_server.url, "chinaman")
    for move in line_of("chinaman")["line"][:12]:
        await table.play(move, "keys")
        assert await table.page.locator('.mat [tabindex="0"]').count() == 1
        assert await table.page.evaluate("document.querySelector('.mat').contains(document.activeElement)")
    await context.close()


async def test_20_the_focus_comes_back_after_undo_dialogs_and_cuts(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    wire = await wired(context)
    table = await practise(context, live_server.url, "whitehorse")
    page = table.page
    on_table = "document.querySelector('.mat').contains(document.activeElement)"
    await page.focus('.mat [tabindex="0"]')
    for keys in (["d"], ["u"], ["?", "Escape"], ["b", "Escape"]):
        for key in keys:
            await page.keyboard.press(key)
        await expect(page.locator("dialog")).to_have_count(0)
        assert await page.evaluate(on_table), keys
    await wire.cut()
    await expect(page.locator(".link-bar.back")).to_have_count(1)
    assert await page.evaluate(on_table)
    await context.close()


async def test_20_the_focus_comes_back_to_a_table_redrawn_under_a_dialog(
    browser: Browser, live_server: LiveServer
) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    wire = await wired(context)
    table = await practise(context, live_server.url, "whitehorse")
    await table.page.focus('.mat [tabindex="0"]')
    await table.play("S-W", "keys")
    await table.page.focus('.mat [data-pile="W"] [data-card]')
    wire.hold()
    await table.page.keyboard.press("u")
    await table.page.keyboard.press("?")
    await expect(table.page.locator("dialog")).to_have_count(1)
    wire.let_go()
    await expect(table.page.locator('.mat [data-pile="W"] [data-card]')).to_have_count(0)
    await table.page.keyboard.press("Escape")
    await expect(table.page.locator("dialog")).to_have_count(0)
    assert await table.page.evaluate("document.querySelector('.mat').contains(document.activeElement)")
    await context.close()


async def winnable(browser: Browser, url: str, variant: str) -> tuple[BrowserContext, Table]:
    """A practice table on a deal with a known winning line."""
    context = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    return context, await practise(context, url, variant, line_of(variant)["deck"])


def line_of(variant: str) -> dict[str, list[str]]:
    """The shortest winning line of the evidence, with its deck."""
    deals = [json.loads(line) for line in (ORACLE / f"deals-{variant}.jsonl").read_text().splitlines()]
    found: dict[str, list[str]] = min((deal for deal in deals if deal.get("line")), key=lambda deal: len(deal["line"]))
    return found


async def violations(page: Page) -> list[str]:
    """What axe finds: rule and element."""
    await page.evaluate(AXE.read_text())
    found = await page.evaluate("(tags) => axe.run({runOnly: tags})", TAGS)
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


async def test_22_one_announcement_a_move_in_the_words_of_the_table(browser: Browser, live_server: LiveServer) -> None:
    context, table = await winnable(browser, live_server.url, "kansas")
    await table.page.evaluate(_LISTEN)
    heard: list[list[str]] = []
    for move in line_of("kansas")["line"][:15]:
        await table.play(move, "list")
        heard.append(await table.page.evaluate("window.heard.splice(0)"))
    assert [len(one) for one in heard] == [1] * 15
    starts = ("Dealt ", "To column ", "Ace of ", "Jack of ", "Queen of ", "King of ", "2 ", "3 ", "4 ", "5 ", "10 of ")
    assert all(one[0].startswith((*starts, "6 ", "7 ", "8 ", "9 ")) for one in heard), heard
    await context.close()


async def test_24_letters_act_on_the_table_only(browser: Browser, live_server: LiveServer) -> None:
    context, table = await winnable(browser, live_server.url, "whitehorse")
    await table.page.focus(".more > button")
    await table.page.keyboard.press("d")
    await table.page.focus('.mat [tabindex="0"]')
    await table.page.keyboard.press("d")
    await expect(table.page.locator(".deal .stat:nth-last-child(2) b")).to_have_text("1")
    await context.close()


async def test_25_with_reduced_motion_nothing_travels(browser: Browser, live_server: LiveServer) -> None:
    context, table = await winnable(browser, live_server.url, "kansas")
    for move in line_of("kansas")["line"][:8]:
        await table.play(move, "list")
        moving = await table.page.evaluate(
            "document.getAnimations().filter((one) => one.effect.getKeyframes().some((key) => key.translate)).length"
        )
        assert moving == 0
    await context.close()


_LISTEN = """
() => {
  window.heard = [];
  const status = document.querySelector('[role=status]');
  new MutationObserver(() => window.heard.push(status.textContent)).observe(status, {childList: true});
}
"""
