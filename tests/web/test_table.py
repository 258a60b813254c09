"""The table under hard use: sizes, folds, cuts, cancelled drags, fast input (numbers are points of web.md, 8)."""

from typing import Any

import pytest
from playwright.async_api import Browser, Page, ViewportSize, WebSocketRoute, expect

from tests.serving import LiveServer
from tests.web.table import DESK, PHONE, Table, choose, practise

SIZES = ((320, 568), (360, 640), (390, 664), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080))
VARIANTS = ("chinaman", "chinese-torture", "whitehorse", "kansas")


@pytest.mark.parametrize("variant", VARIANTS)
async def test_12_no_size_scrolls_or_cuts_a_card(browser: Browser, live_server: LiveServer, variant: str) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    table = await practise(context, live_server.url, variant)
    for turn in range(6):
        await table.play(choose(await table.legal(), turn), "list")
    for width, height in SIZES:
        await table.page.set_viewport_size(ViewportSize(width=width, height=height))
        await table.page.wait_for_function(_DRAWN_FOR, arg=[width, height])
        assert await table.page.evaluate(_OUTSIDE) == [], (width, height)
    await context.close()


async def test_2_a_tap_means_the_nearest_card_that_can_be_lifted(browser: Browser, live_server: LiveServer) -> None:
    page = await blank(browser, live_server.url)
    tops, bottom = [100, 120, 140, 160], 240
    for y, liftable, expected in (
        (165, [3], 3),
        (105, [0, 3], 0),
        (125, [0, 3], 0),
        (150, [0, 3], 3),
        (105, [3], 3),
        (101, [], None),
        (105, [2, 3], None),
    ):
        assert await call(page, "board/aim.js", "snap", [tops, bottom, liftable, y]) == expected, (y, liftable)
    await page.context.close()


async def test_3_a_drop_anywhere_on_a_column_counts(browser: Browser, live_server: LiveServer) -> None:
    page = await blank(browser, live_server.url)
    areas = [{"pile": f"T{i}", "x": i * 60, "y": 100, "w": 58, "h": 500, "tops": [100]} for i in (1, 2)]
    for x, y, expected in ((65, 560, "T1"), (95, 300, "T2"), (200, 300, "T2"), (300, 300, None), (70, 20, "T1")):
        box = {"x": x, "y": y, "w": 50, "h": 75}
        assert await call(page, "board/aim.js", "dropOn", [areas, box]) == expected, (x, y)
    await page.context.close()


async def test_13_twenty_nine_cards_fit_and_what_can_be_lifted_stays_readable(
    browser: Browser, live_server: LiveServer
) -> None:
    page = await blank(browser, live_server.url)
    keep = [3, 11, 18]
    strips = await call(page, "board/strips.js", "stripsOf", [[True] * 29, 75, 430, True, keep])
    assert sum(strips) <= 430.5
    assert all(strips[i] >= 16 for i in [0, *keep, *range(24, 28)])
    assert all(strip >= 5 for strip in strips)
    await page.context.close()


async def test_reduce_keeps_the_servers_word(browser: Browser, live_server: LiveServer) -> None:
    page = await blank(browser, live_server.url)
    module = "table-state.js"
    piles = {"F": {}, "T1": {"down": 1, "up": ["9H"]}, "T2": {"up": ["TC"]}}
    table = {"t": "table", "ply": 3, "legal": ["T1-T2"], "piles": piles}
    empty = {"link": "open", "next": 0, "sent": None, "ended": None}
    start = await call(page, module, "reduce", [empty, table])
    sent = await call(page, module, "reduce", [start, {"t": "sent", "ply": 3, "move": "T1-T2"}])
    shown = await call(page, module, "shownPiles", [sent])
    assert (shown["T1"]["up"], shown["T2"]["up"]) == ([], ["TC", "9H"])
    assert await call(page, module, "legalNow", [sent]) == []
    old = {**table, "t": "moved", "ply": 2, "move": "S-W", "events": []}
    assert await call(page, module, "reduce", [sent, old]) == sent
    refusal = {"t": "refused", "ply": 3, "code": "illegal", "why": "No."}
    refused = await call(page, module, "reduce", [sent, refusal])
    assert await call(page, module, "shownPiles", [refused]) == piles
    await page.context.close()


@pytest.mark.parametrize("interruption", ["blur", "second pointer", "pointercancel"])
async def test_4_an_interrupted_drag_leaves_nothing(
    browser: Browser, live_server: LiveServer, interruption: str
) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    table = await practise(context, live_server.url, "chinese-torture")
    before = await table.cards()
    move = next(one for one in await table.legal() if one.startswith("T"))
    source, target = await table.points(move)
    assert target
    await table.page.mouse.move(*source)
    await table.page.mouse.down()
    await table.page.mouse.move(*target, steps=4)
    await table.page.wait_for_selector(".card.dragged")
    await table.page.evaluate(_INTERRUPT, interruption)
    await table.page.wait_for_function("document.querySelectorAll('.dragged, .held, .target').length === 0")
    await table.page.mouse.up()
    assert await table.cards() == before
    assert await table.moves() == 0
    await context.close()


async def test_6_fast_input_ends_in_the_servers_position(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=PHONE, has_touch=True)
    table = await practise(context, live_server.url, "whitehorse")
    box: Any = await table.page.locator(".mat").bounding_box()
    for i in range(50):
        x, y = box["x"] + (i * 97 % box["width"]), box["y"] + 40 + (i * 61 % 300)
        await table.page.touchscreen.tap(x, y)
    await table.page.keyboard.press("Escape")
    attempt = table.page.url.rsplit("/", 1)[1]
    other = Table(await context.new_page())
    await other.page.goto(f"{live_server.url}/play/{attempt}")
    await other.page.wait_for_selector(".mat .card")
    assert await other.moves() > 0
    await table.page.wait_for_function(_MOVES_ARE, arg=await other.moves())
    assert await table.cards() == await other.cards()
    await context.close()


async def test_23_no_hidden_card_is_in_the_document(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK)
    table = await practise(context, live_server.url, "chinaman")
    cards = [card for pile in (await table.cards()).values() for card in pile]
    assert len(cards) == 7
    assert await table.page.locator("[data-card]").count() == 7
    await context.close()


async def test_29_a_cut_in_the_middle_of_a_move_applies_it_once(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    sockets: list[WebSocketRoute] = []
    cut = {"next": False}

    def carry(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        sockets.append(socket)

        async def answer(message: str | bytes) -> None:
            if cut["next"] and '"moved"' in str(message):
                cut["next"] = False
                await socket.close(code=1012)
            else:
                socket.send(message)

        server.on_message(answer)

    await context.route_web_socket("**/table", carry)
    table = await practise(context, live_server.url, "whitehorse")
    await table.play("S-W", "click")
    cut["next"] = True
    await table.play("S-W", "click")
    assert len(sockets) == 2
    await expect(table.page.locator(".link-bar.lost")).to_have_count(0)
    await table.play("S-W", "click")
    assert await table.moves() == 3
    assert len((await table.cards())["W"]) == 4
    await context.close()


async def test_31_two_tabs_stay_equal_and_both_may_move(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    first = await practise(context, live_server.url, "whitehorse")
    await first.play("S-W", "click")
    second = Table(await context.new_page())
    await second.page.goto(first.page.url)
    await second.page.wait_for_selector(".mat .card")
    await second.play("S-W", "click")
    await first.page.wait_for_function(_MOVES_ARE, arg=2)
    await first.play("S-W", "click")
    await second.page.wait_for_function(_MOVES_ARE, arg=3)
    assert await first.cards() == await second.cards()
    await context.close()


async def test_38_no_page_offends_its_own_policy(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=DESK, reduced_motion="reduce")
    offences: list[str] = []
    context.on(
        "console",
        lambda message: (
            offences.append(message.text) if "Security" in message.text or "Trusted" in message.text else None
        ),
    )
    context.on("weberror", lambda error: offences.append(str(error.error)))
    table = await practise(context, live_server.url, "kansas")
    for turn in range(5):
        await table.play(choose(await table.legal(), turn), "click")
    await table.page.goto(f"{live_server.url}/leaderboards/kansas")
    await table.page.wait_for_selector(".boards")
    response = await table.page.goto(live_server.url)
    assert response
    assert "script-src 'self'" in response.headers["content-security-policy"]
    assert [text for text in offences if "status of 4" not in text] == []
    await context.close()


async def blank(browser: Browser, site: str) -> Page:
    """A page from which the modules can be called."""
    page = await (await browser.new_context()).new_page()
    await page.goto(f"{site}/leaderboards")
    return page


async def call(page: Page, module: str, name: str, values: list[Any]) -> Any:
    """What a function of a module gives."""
    return await page.evaluate(_CALL, [module, name, values])


_CALL = """
async ([module, name, values]) => {
  const root = document.querySelector('script[type=module]').src.replace(/[^/]+$/, '');
  return (await import(root + module))[name](...values);
}
"""

_MOVES_ARE = "(n) => Number(document.querySelector('.deal .stat:nth-last-child(2) b').textContent) === n"

_DRAWN_FOR = """
([width, height]) => {
  const mat = document.querySelector('.mat');
  const fits = innerWidth === width && innerHeight === height;
  return fits && mat.dataset.size === `${mat.clientWidth}x${mat.clientHeight}`;
}
"""

_OUTSIDE = """
() => {
  const mat = document.querySelector('.mat').getBoundingClientRect(), root = document.documentElement;
  const cut = [...document.querySelectorAll('.mat .card, .mat .slot')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < mat.left || box.right > mat.right || box.top < mat.top || box.bottom > mat.bottom;
  });
  const scrolls = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight;
  return [...cut.map((one) => one.outerHTML.slice(0, 120)), ...(scrolls ? ['the page scrolls'] : [])];
}
"""

_INTERRUPT = """
(how) => {
  const mat = document.querySelector('.mat');
  if (how === 'blur') dispatchEvent(new Event('blur'));
  if (how === 'pointercancel') mat.dispatchEvent(new PointerEvent('pointercancel', {pointerId: 1}));
  if (how === 'second pointer') mat.dispatchEvent(new PointerEvent('pointerdown', {pointerId: 7}));
}
"""
