"""Any deal of any game, for practice: random, pasted, out of a record, of a past day, or sent by link."""

import json
import re
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from server.rules import NAMES, VARIANTS, deck_for
from tests.api.service import NOON, served
from tests.serving import LiveServer
from tests.web.table import PHONE, begin
from tests.web.test_access import violations
from tests.web.test_states import give_up
from tests.web.test_table import blank, call

DECK = list(reversed(NAMES))
SECRET = bytes(range(32))
RECORD: dict[str, Any] = {"format": "samedeal-record/1", "variant": "kansas", "rules_version": 1, "moves": []}
TABLE = re.compile(r"/play/\d+$")
SPELLINGS = (
    " ".join(DECK),
    "\n".join(card.lower() for card in DECK),
    ", ".join(card.replace("T", "10") for card in DECK),
    " ".join(card.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠")) for card in DECK),
    " ; ".join(card[1] + card[0] for card in DECK),
    " | ".join(card[0] + " " + {"C": "♧", "D": "♢", "H": "♡", "S": "♤"}[card[1]] + "\ufe0f" for card in DECK),
    "".join(DECK),
)
WRONG = (
    ("", "Paste the cards of a deck first."),
    (" ".join(DECK[1:]), "A deck has 52 cards; you gave 51. The king of spades is missing."),
    (" ".join([*DECK[1:], "AC"]), "The ace of clubs is in the deck twice. The king of spades is missing."),
    (" ".join([*DECK[1:], "XX"]), "There is no card 'XX'. Write the rank A23456789TJQK, then the suit CDHS."),
    ('{"format": "samedeal-record/1"', "This begins like a record but is not whole. Paste all of it."),
    ('{"format": "other"}', "This is not a record of Same Deal."),
    (json.dumps(RECORD), "This record names no deal: it needs its deck, its secret and deal number, or its game."),
    (json.dumps(RECORD | {"secret": "5", "deal": 0}), "The secret or the deal number of this record is not one."),
    (json.dumps(RECORD | {"variant": "klondike", "deck": DECK}), "This record is of klondike, which is not played"),
    (json.dumps(RECORD | {"game": "2020-01-01/kansas"}), "There was no such game on that day."),
)


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A phone with a clipboard."""
    context = await browser.new_context(
        viewport=PHONE, reduced_motion="reduce", permissions=["clipboard-read", "clipboard-write"]
    )
    yield await context.new_page()
    await context.close()


async def paste(page: Page, url: str, variant: str, text: str) -> None:
    """Puts a text into the field of one's own deal."""
    await page.goto(f"{url}/practice/{variant}")
    await page.get_by_label("Cards or record").fill(text)


async def columns(page: Page) -> list[str]:
    """Begins; the top card of each column."""
    table = await begin(page)
    return [cards[-1] for pile, cards in (await table.cards()).items() if pile.startswith("T")]


@pytest.mark.parametrize("variant", ["", "/whitehorse"])
async def test_a_random_deal_of_any_game_is_one_press(page: Page, live_server: LiveServer, variant: str) -> None:
    await page.goto(f"{live_server.url}/practice{variant}")
    await expect(page.locator(".tab")).to_have_count(4)
    await expect(page.locator(".deal-box .mini .card.back").first).to_be_visible()
    await expect(page.locator(".button.go")).to_have_count(1)
    await page.get_by_role("button", name="Deal", exact=True).click()
    await page.wait_for_url(TABLE)
    await expect(page.locator(".rules h2")).to_have_text(VARIANTS[variant.strip("/") or "chinaman"].title)


async def test_cards_are_read_in_any_sensible_spelling(browser: Browser, live_server: LiveServer) -> None:
    page = await blank(browser, live_server.url)
    for spelling in SPELLINGS:
        assert await call(page, "pasted.js", "cardsIn", [spelling]) == DECK, spelling
    await page.context.close()


async def test_a_pasted_deck_is_dealt(page: Page, live_server: LiveServer) -> None:
    await paste(page, live_server.url, "whitehorse", " ".join(DECK))
    await page.get_by_role("button", name="Deal these cards").click()
    await page.wait_for_url(TABLE)
    assert await columns(page) == DECK[:7]


@pytest.mark.parametrize(
    ("deal", "deck"),
    [
        ({"deck": DECK}, DECK),
        ({"secret": SECRET.hex(), "deal": 2}, [str(card) for card in deck_for(SECRET, VARIANTS["kansas"], 2)]),
    ],
)
async def test_a_pasted_record_is_dealt_in_its_own_game(
    page: Page, live_server: LiveServer, deal: dict[str, Any], deck: list[str]
) -> None:
    await paste(page, live_server.url, "chinaman", json.dumps(RECORD | deal, indent=1))
    await page.get_by_role("button", name="Deal these cards").click()
    await page.wait_for_url(TABLE)
    await expect(page.locator(".rules h2")).to_have_text("Kansas")
    assert await columns(page) == deck[14:17]


async def test_what_is_wrong_is_said_at_the_field(page: Page, live_server: LiveServer) -> None:
    await paste(page, live_server.url, "kansas", "")
    field = page.get_by_label("Cards or record")
    for text, says in WRONG:
        await field.fill(text)
        await page.get_by_role("button", name="Deal these cards").click()
        await expect(page.locator("#own-trouble")).to_contain_text(says)
        await expect(field).to_be_focused()
        await expect(field).to_have_attribute("aria-invalid", "true")
    assert page.url.endswith("/practice/kansas")


async def test_a_link_offers_its_deal_and_never_begins_by_itself(
    page: Page, browser: Browser, live_server: LiveServer
) -> None:
    await paste(page, live_server.url, "whitehorse", ", ".join(DECK))
    await page.get_by_role("button", name="Copy a link to it").click()
    await expect(page.locator(".link a")).to_be_visible()
    link: str = await page.evaluate("navigator.clipboard.readText()")
    assert link == f"{live_server.url}/practice/whitehorse?deck={''.join(DECK)}"
    other = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.method))
    theirs = await other.new_page()
    await theirs.goto(link)
    await expect(theirs.locator(".shared h2")).to_have_text("This deal is for you")
    await expect(theirs.locator(".button.go")).to_have_count(1)
    assert set(asked) == {"GET"}
    await theirs.click(".shared .go")
    await theirs.wait_for_url(TABLE)
    assert await columns(theirs) == DECK[:7]
    await other.close()


async def test_a_wrong_link_says_what_is_wrong_with_it(page: Page, live_server: LiveServer) -> None:
    await page.goto(f"{live_server.url}/practice/whitehorse?deck={''.join(DECK[2:])}<b>")
    await page.click(".shared .go")
    await expect(page.locator("#shared-trouble")).to_contain_text("There is no card")
    await page.goto(f"{live_server.url}/practice/whitehorse?game=2020-01-01")
    await expect(page.locator(".shared .note")).to_have_text("Whitehorse of Wednesday 1 January, as everybody had it.")
    await page.click(".shared .go")
    await expect(page.locator("#shared-trouble")).to_have_text("There was no such game on that day.")


async def test_todays_game_cannot_be_practised_while_it_is_open(page: Page, live_server: LiveServer) -> None:
    await page.goto(live_server.url)
    today: str = await page.evaluate("fetch('/api/days/today').then((all) => all.json()).then((day) => day.date)")
    await page.goto(f"{live_server.url}/practice/kansas")
    await page.get_by_label("Date").fill(today)
    await page.get_by_role("button", name="Practise it").click()
    await expect(page.locator("#past-trouble")).to_have_text(
        re.compile(r"You can practise this game once it is final, at 02:00 UTC\.")
    )


@pytest.mark.parametrize(("size", "scheme"), [((390, 844), "light"), ((390, 844), "dark"), ((1280, 800), "light")])
async def test_19_axe_finds_nothing(
    browser: Browser, live_server: LiveServer, size: tuple[int, int], scheme: str
) -> None:
    context: BrowserContext = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        bypass_csp=True,
    )
    page = await context.new_page()
    await page.goto(f"{live_server.url}/practice/kansas?deck={''.join(DECK)}")
    await page.get_by_role("button", name="Deal these cards").click()
    await expect(page.locator("#own-trouble")).to_have_text("Paste the cards of a deck first.")
    assert await violations(page) == []
    await context.close()


async def test_an_ended_practice_leads_to_the_same_deal_and_to_another(page: Page, live_server: LiveServer) -> None:
    await paste(page, live_server.url, "whitehorse", " ".join(DECK))
    await page.get_by_role("button", name="Deal these cards").click()
    await page.wait_for_url(TABLE)
    await begin(page)
    await give_up(page)
    await expect(page.get_by_role("button", name="Another deal")).to_be_visible()
    await page.get_by_role("link", name="The same deal").click()
    await page.wait_for_url(re.compile(r"/practice/whitehorse\?run=\d+$"))
    await page.click(".shared .go")
    await page.wait_for_url(TABLE)
    assert await columns(page) == DECK[:7]


async def test_a_link_to_no_run_says_so(page: Page, live_server: LiveServer) -> None:
    await page.goto(f"{live_server.url}/practice/whitehorse?run=99999")
    await page.click(".shared .go")
    await expect(page.locator("#shared-trouble")).to_have_text("There is no such run.")


async def test_a_past_game_is_chosen_by_its_day_or_sent_by_link(page: Page, database_url: str) -> None:
    async with served(database_url) as service:
        yesterday = NOON.date() - timedelta(days=1)
        await service.final_game("whitehorse", yesterday, SECRET)
        await service.tick()
        dealt = [str(card) for card in deck_for(SECRET, VARIANTS["whitehorse"], 0)][:7]
        await page.goto(f"{service.url}/practice/whitehorse")
        await expect(page.get_by_label("Date")).to_have_value(str(yesterday))
        await page.get_by_role("button", name="Practise it").click()
        await page.wait_for_url(TABLE)
        assert await columns(page) == dealt
        await page.goto(f"{service.url}/practice/whitehorse?game={yesterday}")
        await page.click(".shared .go")
        await page.wait_for_url(TABLE)
        assert await columns(page) == dealt
