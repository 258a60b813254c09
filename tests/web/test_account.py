"""The account: keeping a name, signing in elsewhere, changing and leaving it; each trouble at its field."""

import re
from collections.abc import AsyncIterator
from itertools import count

import pytest
from playwright.async_api import Browser, Page, ViewportSize, expect

from tests.serving import UNLIMITED, LiveServer, serving
from tests.web.acting import altered
from tests.web.table import DESK, PHONE
from tests.web.test_access import violations

PASSPHRASE, ANOTHER = "four green bottles", "five blue bottles"
ODD_NAMES = {
    "/account": "<img src=x onerror=boom()>",
    "/practice": "\u202eevil \u05d0\u05d1\u05d2",
    "/how-to-play": "W" * 40,
    "/fairness": "&lt;b&gt;",
    "/": "<b>" * 13,
}
numbers = count(1)


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A phone."""
    context = await browser.new_context(viewport=PHONE, reduced_motion="reduce")
    yield await context.new_page()
    await context.close()


async def kept(page: Page, url: str) -> str:
    """Takes a name nobody has; gives it."""
    name = f"Pelle {next(numbers)}"
    await page.goto(f"{url}/account")
    await fill(page, "keep", name=name, passphrase=PASSPHRASE)
    await expect(page.locator(".notice")).to_have_text(f"{name} is yours now.")
    return name


async def fill(page: Page, form: str, **values: str) -> None:
    """Fills a form in and sends it."""
    for name, value in values.items():
        await page.locator(f"#{form}-{name}").fill(value)
    await page.locator(f"#{form} [type=submit]").click()


async def trouble_at(page: Page, field: str, says: str) -> None:
    """What is wrong stands at its field, which has the focus."""
    await expect(page.locator(f"#{field}-trouble")).to_contain_text(says)
    await expect(page.locator(f"#{field}")).to_be_focused()
    await expect(page.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")


async def test_a_name_is_taken_and_signed_in_with_elsewhere(
    page: Page, browser: Browser, live_server: LiveServer
) -> None:
    name = await kept(page, live_server.url)
    await expect(page.locator(".who")).to_have_attribute("href", f"/players/{name.replace(' ', '%20')}")
    await expect(page.locator("h1")).to_be_focused()
    other = await browser.new_context(viewport=DESK)
    theirs = await other.new_page()
    await theirs.goto(f"{live_server.url}/account")
    await fill(theirs, "sign-in", name=name, current=ANOTHER)
    await trouble_at(theirs, "sign-in-current", "No kept name has this passphrase.")
    await fill(theirs, "sign-in", name=name, current=PASSPHRASE)
    await expect(theirs.locator(".notice")).to_have_text(f"Signed in as {name}.")
    await page.reload()
    await expect(page.locator(".sessions li")).to_have_count(2)
    await expect(page.locator(".sessions .here")).to_have_count(1)
    await page.locator(".sessions").get_by_role("button").click()
    await expect(page.locator(".sessions li")).to_have_count(1)
    await expect(page.get_by_role("heading", name="Where you are signed in")).to_be_focused()
    await theirs.reload()
    await expect(theirs.locator("#sign-in")).to_be_visible()
    await other.close()


async def test_a_guest_keeps_the_friendly_name(page: Page, live_server: LiveServer) -> None:
    await page.goto(f"{live_server.url}/practice")
    await page.get_by_role("button", name="Deal", exact=True).click()
    await page.wait_for_url("**/play/*")
    await page.goto(f"{live_server.url}/account")
    name = await page.locator("#keep-name").input_value()
    await expect(page.locator(".title")).to_contain_text(f"You play as {name}, a guest.")
    await expect(page.locator(".who")).to_have_attribute("href", "/account")
    await fill(page, "keep", passphrase=PASSPHRASE)
    await expect(page.locator(".notice")).to_have_text(f"{name} is yours now.")


async def test_a_guest_is_told_what_signing_out_costs(page: Page, live_server: LiveServer) -> None:
    await page.goto(live_server.url)
    await page.evaluate("fetch('/api/players', {method: 'POST'})")
    await page.goto(f"{live_server.url}/account")
    sign_out = page.locator("#sign-out [type=submit]")
    await sign_out.click()
    await expect(page.locator("dialog")).to_contain_text("after signing out nobody can come back to this name")
    await page.get_by_role("button", name="Stay").click()
    await expect(sign_out).to_be_focused()
    await sign_out.click()
    await page.locator("dialog").get_by_role("button", name="Sign out").click()
    await expect(page.locator(".notice")).to_have_text("Signed out.")
    await expect(page.locator("#sign-in")).to_be_visible()


async def test_a_name_is_changed_and_what_is_wrong_with_it_is_said(page: Page, live_server: LiveServer) -> None:
    taken = await kept(page, live_server.url)
    await page.locator("#sign-out [type=submit]").click()
    await expect(page.locator(".notice")).to_have_text("Signed out.")
    await fill(page, "keep", name="", passphrase="")
    await trouble_at(page, "keep-name", "Fill this in first.")
    await fill(page, "keep", name="x", passphrase=PASSPHRASE)
    await trouble_at(page, "keep-name", "3 to 24")
    await fill(page, "keep", name=f"Tom {next(numbers)}", passphrase="short")
    await trouble_at(page, "keep-passphrase", "8 to 256 characters")
    await fill(page, "keep", name=taken.upper(), passphrase=PASSPHRASE)
    await trouble_at(page, "keep-name", "Please choose another one.")
    await kept(page, live_server.url)
    await fill(page, "rename", name=taken)
    await trouble_at(page, "rename-name", "Please choose another one.")
    name = f"Ilse V. {next(numbers)}"
    await fill(page, "rename", name=name)
    await expect(page.locator(".notice")).to_have_text(f"You are {name} now.")
    await expect(page.locator(".who bdi")).to_have_text(name)


async def test_a_passphrase_is_changed_by_who_knows_it(page: Page, live_server: LiveServer) -> None:
    name = await kept(page, live_server.url)
    await fill(page, "passphrase", current=ANOTHER, passphrase=ANOTHER)
    await trouble_at(page, "passphrase-current", "This is not your passphrase.")
    await fill(page, "passphrase", current=PASSPHRASE, passphrase=ANOTHER)
    await expect(page.locator(".notice")).to_have_text("Your passphrase is changed.")
    await page.locator("#sign-out [type=submit]").click()
    await fill(page, "sign-in", name=name, current=PASSPHRASE)
    await trouble_at(page, "sign-in-current", "No kept name has this passphrase.")
    await fill(page, "sign-in", current=ANOTHER)
    await expect(page.locator(".notice")).to_have_text(f"Signed in as {name}.")


async def test_an_account_is_deleted_after_a_question(page: Page, live_server: LiveServer) -> None:
    name = await kept(page, live_server.url)
    await fill(page, "delete", current=PASSPHRASE)
    await page.get_by_role("button", name="Keep it").click()
    await fill(page, "delete", current=ANOTHER)
    await page.get_by_role("button", name="Delete for good").click()
    await trouble_at(page, "delete-current", "This is not your passphrase.")
    await fill(page, "delete", current=PASSPHRASE)
    await page.get_by_role("button", name="Delete for good").click()
    await expect(page.locator(".notice")).to_have_text("The account is deleted.")
    await fill(page, "sign-in", name=name, current=PASSPHRASE)
    await trouble_at(page, "sign-in-current", "No kept name has this passphrase.")


async def test_where_only_kept_names_are_ranked_start_leads_to_keeping_one(
    page: Page, module_database_url: str
) -> None:
    with serving(*UNLIMITED, database_url=module_database_url, SAMEDEAL_RANKED="kept") as server:
        await page.goto(server.url)
        await page.click('.game[data-variant="kansas"] button')
        await page.wait_for_url("**/account?next=%2F")
        await expect(page.locator(".notice")).to_contain_text("Here only kept names are ranked.")
        await fill(page, "keep", name=f"Mirela {next(numbers)}", passphrase=PASSPHRASE)
        await page.wait_for_url(f"{server.url}/")
        await page.click('.game[data-variant="kansas"] button')
        await expect(page.locator(".rules")).to_be_visible()


@pytest.mark.parametrize("next_page", ["//evil.example", "javascript:boom()"])
async def test_afterwards_only_a_page_of_ours_is_opened(page: Page, live_server: LiveServer, next_page: str) -> None:
    await page.goto(f"{live_server.url}/account?next={next_page}")
    await fill(page, "keep", name=f"Bao {next(numbers)}", passphrase=PASSPHRASE)
    await expect(page.locator(".notice")).to_contain_text("is yours now.")
    assert page.url.startswith(f"{live_server.url}/account")


async def test_browsers_that_keep_passphrases_know_the_fields(page: Page, live_server: LiveServer) -> None:
    async def fields() -> dict[str, str]:
        found: dict[str, str] = await page.eval_on_selector_all(
            "main form input", "all => Object.fromEntries(all.map((one) => [one.id || one.form.id, one.autocomplete]))"
        )
        return found

    await page.goto(f"{live_server.url}/account")
    await page.wait_for_selector("#sign-in")
    here = {"sign-in-name": "username", "sign-in-current": "current-password"}
    assert await fields() == here | {"keep-name": "username", "keep-passphrase": "new-password"}
    await kept(page, live_server.url)
    assert await fields() == {
        "rename-name": "username",
        "passphrase": "username",
        "passphrase-current": "current-password",
        "passphrase-passphrase": "new-password",
        "delete": "username",
        "delete-current": "current-password",
    }
    await page.locator("#delete-current").fill(PASSPHRASE)
    await page.locator("#delete .peek-at").click()
    await expect(page.locator("#delete-current")).to_have_attribute("type", "text")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_19_axe_finds_nothing_to_complain_of(
    browser: Browser, live_server: LiveServer, size: ViewportSize, scheme: str
) -> None:
    context = await browser.new_context(
        viewport=size, color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce", bypass_csp=True
    )
    page = await context.new_page()
    await page.goto(f"{live_server.url}/account")
    await fill(page, "keep", name="", passphrase="")
    await trouble_at(page, "keep-name", "Fill this in first.")
    assert await violations(page) == []
    await page.evaluate("fetch('/api/players', {method: 'POST'})")
    await page.reload()
    await page.wait_for_selector("#sign-out")
    assert await violations(page) == []
    await kept(page, live_server.url)
    await page.wait_for_selector(".sessions li")
    assert await violations(page) == []
    await context.close()


async def test_42_odd_names_are_text_and_nothing_else(browser: Browser, live_server: LiveServer) -> None:
    context = await browser.new_context(viewport=ViewportSize(width=320, height=568), reduced_motion="reduce")
    player = {"name": "", "kept": True}
    await altered(context, "**/api/days/*", lambda day: {**day, "player": player})
    await context.route("**/api/me/sessions", lambda route: route.fulfill(json={"sessions": []}))
    page = await context.new_page()
    for address, player["name"] in ODD_NAMES.items():
        await page.goto(f"{live_server.url}{address}")
        await expect(page.locator(".who bdi")).to_have_text(str(player["name"]))
        assert await page.locator("img").count() == 0
        for width in (320, 701, 768, 900):
            await page.set_viewport_size(ViewportSize(width=width, height=568))
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, width)
        assert re.fullmatch(r"/players/[\w%.~!*'()-]+", await page.get_attribute(".who", "href") or "")
    await context.close()
