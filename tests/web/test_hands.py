"""Play as the hand feels it: peeking, what lies under a drag, outlines, captions, rivals (web.md, 8)."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from tests.serving import LiveServer
from tests.web.acting import altered, long_column, saying, wired
from tests.web.table import DESK, PHONE, Table, begin, choose, practise
from tests.web.test_access import line_of
from tests.web.test_states import give_up

SMALL_PHONE = {"width": 390, "height": 664}


@pytest.fixture
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A desk."""
    opened = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    yield opened
    await opened.close()


async def test_5_the_card_under_a_dragged_one_is_seen(context: BrowserContext, live_server: LiveServer) -> None:
    wire = await wired(context)
    wire.change = saying("table", piles=long_column(8), legal=["T1:3-T2"])
    table = await practise(context, live_server.url, "chinese-torture")
    (x, y), target = await table.points("T1:3-T2")
    assert target
    under = await table.page.evaluate(_UNDER, ["T1", 3])
    await table.page.mouse.move(x, y)
    await table.page.mouse.down()
    await table.page.mouse.move(*target, steps=4)
    await table.page.wait_for_selector(".card.dragged")
    assert await table.page.evaluate(_SEEN_AT, under) == under["card"]
    await table.page.mouse.up()


async def test_7_an_own_move_shows_before_the_server_answers(context: BrowserContext, live_server: LiveServer) -> None:
    wire = await wired(context)
    table = await practise(context, live_server.url, "chinese-torture")
    before = await table.cards()
    move = next(one for one in await table.legal() if one.startswith("T") and not one.endswith("-F"))
    source, target = await table.points(move)
    wire.silent = True
    await table.page.mouse.click(*source)
    assert target
    await table.page.mouse.click(*target)
    shown = await table.cards()
    pile = move.split("-")[1]
    assert len(shown[pile]) > len(before[pile])
    assert await table.moves() == 0


async def test_9_cards_moved_last_are_outlined(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK)
    table = await practise(context, live_server.url, "chinese-torture")
    move = next(one for one in await table.legal() if one.startswith("T"))
    await table.play(move, "click")
    assert await table.page.locator(".card.last").first.evaluate(_OUTLINE) == 1200
    await context.close()


async def test_10_stock_spaces_and_base_tell_what_they_are(context: BrowserContext, live_server: LiveServer) -> None:
    table = await practise(context, live_server.url, "chinaman")
    stock = table.page.locator('.card[data-pile="S"]')
    await expect(stock.locator(".count")).to_have_text("24")
    await expect(stock).to_have_attribute("aria-label", "Stock, 24 cards, pass 1 of 2, turn 3")
    await expect(table.page.locator(".caption", has_text="pass 1 of 2")).to_have_count(1)
    await expect(table.page.locator('[data-slot="T1"]')).to_have_attribute("aria-label", "Column 1, empty, kings only")
    await expect(table.page.locator('[data-slot="T1"] .space')).to_have_text("kings only")
    torture = await practise(context, live_server.url, "chinese-torture")
    await expect(torture.page.locator(".caption", has_text="up from 9")).to_have_count(1)


async def test_11_giving_up_is_not_beside_undo_and_asks(context: BrowserContext, live_server: LiveServer) -> None:
    table = await practise(context, live_server.url, "whitehorse")
    assert await table.page.locator(".tools > button").all_inner_texts() == ["Undo\nU", "Moves\nM", "Finish\nF"]
    await expect(table.page.locator(".menu .bad")).to_be_hidden()
    await table.page.click(".more > button")
    await table.page.click(".menu .bad")
    await expect(table.page.locator("dialog h2")).to_have_text("Give up this game?")
    await table.page.keyboard.press("Escape")
    await expect(table.page.locator(".result")).to_have_count(0)


@pytest.mark.parametrize("way", ["right button", "long press", "menu key"])
async def test_looking_into_a_pile(browser: Browser, live_server: LiveServer, way: str) -> None:
    context = await browser.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    table = await practise(context, live_server.url, "chinaman")
    page, card = table.page, table.page.locator('[role=group][data-pile="T7"] > [data-card]').last
    box = await card.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if way == "right button":
        await page.mouse.click(x, y, button="right")
    elif way == "menu key":
        await card.focus()
        await page.keyboard.press("ContextMenu")
    else:
        await page.mouse.move(x, y)
        await page.mouse.down()
    await expect(page.locator("dialog h2")).to_have_text("Column 7, 7 cards, 6 face down")
    await expect(page.locator("dialog .peek .card")).to_have_count(1)
    await expect(page.locator("dialog .note")).to_have_text("6 cards face down under these.")
    await page.mouse.up()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    assert await table.moves() == 0
    assert await page.locator(".held").count() == 0
    await context.close()


async def test_a_press_that_wanders_does_not_look(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    page = await context.new_page()
    await page.clock.install()
    await page.goto(live_server.url)
    await page.click('.game[data-variant="whitehorse"] button')
    table = await begin(page)
    box = await page.locator('[role=group][data-pile="T1"] > [data-card]').bounding_box()
    assert box
    await table.page.mouse.move(box["x"] + 20, box["y"] + 20)
    await table.page.mouse.down()
    await table.page.mouse.move(box["x"] + 20, box["y"] + 60, steps=3)
    await page.clock.run_for(1000)
    await expect(page.locator("dialog")).to_have_count(0)
    await table.page.mouse.up()
    await context.close()


async def test_13_a_29_card_column_fits_and_what_can_be_lifted_is_readable(
    browser: Browser, live_server: LiveServer
) -> None:
    context = await browser.new_context(viewport=SMALL_PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    wire = await wired(context)
    wire.change = saying("table", piles=long_column(29), legal=[f"T1:{n}-T2" for n in (1, 4, 11, 19)])
    table = await practise(context, live_server.url, "chinese-torture")
    cards = table.page.locator('[role=group][data-pile="T1"] > [data-card]')
    await expect(cards).to_have_count(29)
    mat: Any = await table.page.locator(".mat").bounding_box()
    last: Any = await cards.last.bounding_box()
    assert last["y"] + last["height"] <= mat["y"] + mat["height"]
    for lift in (1, 4, 11, 19):
        rank, suit = await cards.nth(29 - lift).evaluate(_MARKS_SHOWN)
        assert min(rank, suit) >= 14, (lift, rank, suit)
    tapped = await cards.nth(29 - 11).bounding_box()
    assert tapped
    await table.page.mouse.click(tapped["x"] + 20, tapped["y"] + 5)
    await expect(table.page.locator(".card.held")).to_have_count(11)
    await context.close()


@pytest.mark.parametrize("variant", ["chinaman", "chinese-torture", "whitehorse", "kansas"])
async def test_14_ranks_and_suits_are_readable_on_every_strip(
    browser: Browser, live_server: LiveServer, variant: str
) -> None:
    context = await browser.new_context(viewport=SMALL_PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    table = await practise(context, live_server.url, variant)
    for turn in range(8):
        await table.play(choose(await table.legal(), turn), "list")
    sizes = await table.page.eval_on_selector_all(".mat .card[data-card]:not(.thin)", f"all => all.map({_MARKS_SHOWN})")
    assert len(sizes) > 5
    assert min(min(rank, suit) for rank, suit in sizes if rank) >= 14
    await context.close()


async def test_2_a_tap_on_a_live_table_takes_the_nearest_card_that_can_be_lifted(
    browser: Browser, live_server: LiveServer
) -> None:
    context = await browser.new_context(viewport=SMALL_PHONE, has_touch=True, reduced_motion="reduce")  # type: ignore[arg-type]
    wire = await wired(context)
    wire.change = saying("table", piles=long_column(8), legal=["T1:3-T2"])
    table = await practise(context, live_server.url, "chinese-torture")
    card = await table.page.locator('[role=group][data-pile="T1"] > [data-card]').nth(1).bounding_box()
    assert card
    await table.page.touchscreen.tap(card["x"] + 20, card["y"] + 8)
    await expect(table.page.locator(".card.held")).to_have_count(3)
    await context.close()


async def test_30_the_clock_is_the_servers_after_a_cut(context: BrowserContext, live_server: LiveServer) -> None:
    wire = await wired(context)
    table = await practise(context, live_server.url, "whitehorse")
    wire.change = saying("table", elapsed_ms=754_000)
    await wire.cut()
    await expect(table.page.locator(".stat.time b")).to_have_text("12:34")


async def test_the_leader_at_the_same_time_and_your_place(browser: Browser, live_server: LiveServer) -> None:
    first = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    leader = await todays(first, live_server.url, "kansas")
    for turn in range(4):
        await leader.play(choose(await leader.legal(), turn), "list")
    name = await leader.page.inner_text(".who bdi")
    await give_up(leader.page)
    second = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    steps = [[0, 1], [5_000, 9], [900_000_000, 30]]
    await altered(second, "**/pace", lambda body: {**body, "leader": steps})
    wire = await wired(second)
    wire.change = saying("table", elapsed_ms=60_000)
    follower = await todays(second, live_server.url, "kansas")
    rival = follower.page.locator(".pace .theirs")
    await expect(rival).to_be_visible()
    await expect(rival.locator("span")).to_contain_text(f"{name} 9 at 1:0")
    wire.change = dict
    await follower.play((await follower.legal())[0], "list")
    await expect(follower.page.locator(".narrow-rank")).to_contain_text(" of 2")
    await follower.page.click(".more > button")
    await follower.page.get_by_role("menuitem", name="Settings").click()
    await follower.page.locator('dialog [name="rivals"]').set_checked(False)
    await follower.page.click("dialog .go")
    await expect(rival).to_be_hidden()
    await expect(follower.page.locator(".narrow-rank")).to_have_text("")
    await first.close()
    await second.close()


@pytest.mark.parametrize("name", ['<b onclick="x()">&lt;</b>', "\u202eevil\u202c \u05e9\u05dc\u05d5\u05dd", "W" * 40])
async def test_42_any_name_is_shown_as_text_and_breaks_nothing(
    browser: Browser, live_server: LiveServer, name: str
) -> None:
    context = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    player = {"name": name, "kept": True}
    await altered(context, "**/api/days/*", lambda day: {**day, "player": player})
    row = {"rank": 1, "player": name, "home": 52, "moves": 90, "elapsed_ms": 1, "attempt": 1, "replay": None}
    board = {"yours": False, "percentile": 100.0} | row
    await altered(context, "**/leaderboard?**", lambda body: {**body, "standings": [board], "total": 1})
    page = await context.new_page()
    for path, shown in (("/", ".who bdi"), ("/leaderboards/kansas", ".standings bdi")):
        await page.goto(live_server.url + path)
        await expect(page.locator(shown).first).to_have_text(name)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    await context.close()


async def todays(context: BrowserContext, url: str, variant: str) -> Table:
    """Today's game of a new player."""
    page: Page = await context.new_page()
    await page.goto(url)
    await page.click(f'.game[data-variant="{variant}"] button')
    return await begin(page)


async def test_1_drag_tap_and_double_tap_make_every_kind_of_move(
    context: BrowserContext, live_server: LiveServer
) -> None:
    """Column to column, several cards, home, waste, reserve: each of the winning line's kinds by each way."""
    line = line_of("kansas")
    table = await practise(context, live_server.url, "kansas", line["deck"])
    ways: dict[str, int] = {}
    for move in line["line"][:60]:
        kind = _kind(move)
        used = ways[kind] = ways.get(kind, -1) + 1
        await table.play(move, ("drag", "click", "keys")[used % 3] if kind != "S-W" else "click")
    assert {"T-T", "T-F", "W-T", "W-F", "S-W"} <= set(ways)


def _kind(move: str) -> str:
    source, target = move.partition(":")[0].partition("-")[0], move.rpartition("-")[2]
    return f"{source[0]}-{target[0]}"


_UNDER = """
([pile, lift]) => {
  const nodes = [...document.querySelectorAll(`[role=group][data-pile=${pile}] > .card`)], node = nodes.at(-lift - 1);
  const box = node.getBoundingClientRect();
  return {card: node.dataset.card ?? 'back', x: box.left + box.width / 2, y: box.bottom - 8};
}
"""

_SEEN_AT = """
({x, y}) => {
  const top = document.elementsFromPoint(x, y).find((one) => one.closest('.card'))?.closest('.card');
  return top?.dataset.card ?? 'back';
}
"""

_OUTLINE = """
(card) => document.getAnimations().filter((one) => one.animationName === 'last' && one.effect.target === card)
  .map((one) => one.effect.getTiming().duration)[0]
"""

_MARKS_SHOWN = """
(card) => {
  const next = card.nextElementSibling?.getBoundingClientRect(), box = card.getBoundingClientRect();
  const rank = card.querySelector('.rank'), suit = card.querySelector('.index').getBoundingClientRect();
  const shown = next && next.left === box.left ? next.top - box.top : box.height;
  return [Math.min(parseFloat(getComputedStyle(rank).fontSize), shown), Math.min(suit.width, shown)];
}
"""
