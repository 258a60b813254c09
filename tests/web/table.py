"""The pages as a test's player uses them: mouse, finger, keys or the list of moves."""

from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import BrowserContext, ElementHandle, Page, ViewportSize

PHONE = ViewportSize(width=390, height=844)
DESK = ViewportSize(width=1280, height=800)
SECRET = "11" * 32
WAYS = ("click", "drag", "touch", "keys", "list")

_MIDDLE_OF_STRIP = """
(card) => {
  const box = card.getBoundingClientRect(), next = card.nextElementSibling?.getBoundingClientRect();
  const below = next && next.left === box.left ? next.top : box.bottom;
  const right = next && next.left > box.left ? Math.min(next.left, box.right) : box.right;
  return [(box.left + right) / 2, (box.top + Math.max(below, box.top + 4)) / 2];
}
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that is open on a page."""

    page: Page

    async def legal(self) -> list[str]:
        """The moves the list offers, undo left out."""
        moves = await self.page.eval_on_selector_all("[data-move]", "all => all.map(one => one.dataset.move)")
        return [move for move in cast("list[str]", moves) if move != "U"]

    async def moves(self) -> int:
        """The number of moves the page shows."""
        return int(await self.page.inner_text(".deal .stat:nth-last-child(2) b"))

    async def play(self, move: str, way: str) -> None:
        """Makes one move in one of the WAYS and waits until the server has told it."""
        before = await self.moves()
        await getattr(self, f"_by_{way}")(move)
        await self.page.wait_for_function(_MOVES_ARE, arg=before + 1, timeout=5000)

    async def cards(self) -> dict[str, list[str]]:
        """The face-up cards in the document, by pile."""
        return cast("dict[str, list[str]]", await self.page.evaluate(_CARDS))

    async def _by_click(self, move: str) -> None:
        source, target = await self.points(move)
        await self.page.mouse.click(*source)
        if target:
            await self.page.mouse.click(*target)

    async def _by_touch(self, move: str) -> None:
        source, target = await self.points(move)
        await self.page.touchscreen.tap(*source)
        if target:
            await self.page.touchscreen.tap(*target)

    async def _by_drag(self, move: str) -> None:
        source, target = await self.points(move)
        await self.page.mouse.move(*source)
        await self.page.mouse.down()
        if target:
            await self.page.mouse.move(*target, steps=4)
        await self.page.mouse.up()

    async def _by_list(self, move: str) -> None:
        await self.page.eval_on_selector(f'[data-move="{move}"]', "one => one.click()")

    async def _by_keys(self, move: str) -> None:
        target = move.split("-")[1]
        if "S" not in move:
            await (await self._source(move)).focus()
            await self._press("Enter")
        await self._press("D" if "S" in move else "H" if target == "F" else target[1:])

    async def _press(self, key: str) -> None:
        focused = await self.page.evaluate("document.querySelector('.mat').contains(document.activeElement)")
        if not focused:
            await self.page.focus('.mat [tabindex="0"]')
        await self.page.keyboard.press(key)

    async def points(self, move: str) -> tuple[tuple[float, float], tuple[float, float] | None]:
        """Where a hand takes a move's cards, and where it lays them."""
        if "S" in move:
            stock = await self._shown('[data-pile="S"][tabindex]:not([inert])')
            return await _centre(stock), None
        target = move.split("-")[1]
        source = await self._source(move)
        point = await source.evaluate(_MIDDLE_OF_STRIP)
        return (point[0], point[1]), await _centre(await self._goal(target, await source.get_attribute("data-card")))

    async def _source(self, move: str) -> ElementHandle:
        pile, lift = _lift(move)
        return (await self.page.query_selector_all(f'[role=group][data-pile="{pile}"] > [data-card]'))[-lift]

    async def _goal(self, pile: str, card: str | None) -> ElementHandle:
        if pile == "F":
            suit = (card or "")[1]
            return await self._shown(f'[data-slot="F{suit}"]')
        cards = await self.page.query_selector_all(f'[role=group][data-pile="{pile}"] > [data-card]')
        return cards[-1] if cards else await self._shown(f'[data-slot="{pile}"]')

    async def _shown(self, selector: str) -> ElementHandle:
        return cast("ElementHandle", await self.page.wait_for_selector(selector, state="attached"))


async def practise(context: BrowserContext, site: str, variant: str, deck: list[str] | None = None) -> Table:
    """Opens a practice table as a guest, with this deck or what SECRET deals: the same in every run."""
    page = await context.new_page()
    await page.goto(site)
    attempt = await page.evaluate(_PRACTISE, [variant, {"deck": deck} if deck else {"secret": SECRET}])
    await page.goto(f"{site}/play/{attempt}")
    return await begin(page)


async def begin(page: Page) -> Table:
    """Reads the rules, presses Start and waits for the cards."""
    await page.click(".rules .go")
    await page.wait_for_selector(".mat .card")
    return Table(page)


def choose(legal: list[str], turn: int) -> str:
    """A move to make: home when one goes there, now and then the stock, else a transfer, a different one each turn."""
    home = [move for move in legal if move.endswith("-F")]
    carried = [move for move in legal if "S" not in move]
    stock = [move for move in legal if "S" in move]
    if stock and (turn % 3 == 2 or not carried):
        return stock[0]
    return home[0] if home else carried[turn % len(carried)]


def _lift(move: str) -> tuple[str, int]:
    pile, _, lift = move.partition("-")[0].partition(":")
    return pile, int(lift or 1)


async def _centre(node: ElementHandle) -> tuple[float, float]:
    box: Any = await node.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


_MOVES_ARE = "(n) => Number(document.querySelector('.deal .stat:nth-last-child(2) b').textContent) === n"

_PRACTISE = """
async ([variant, deal]) => {
  const post = async (path, body) => (await fetch(path, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: body && JSON.stringify(body),
  })).json();
  if ((await fetch('/api/me')).status === 401) await post('/api/players');
  return (await post(`/api/practice/${variant}`, deal)).id;
}
"""

_CARDS = """
() => Object.fromEntries([...document.querySelectorAll('.mat [role=group]')].map(
  (group) => [group.dataset.pile, [...group.querySelectorAll(':scope > [data-card]')].map((one) => one.dataset.card)]))
"""
