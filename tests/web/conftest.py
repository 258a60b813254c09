"""One Chromium for all browser tests of a run."""

import os
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Error, Playwright, async_playwright

from server.store.embedded import EmbeddedPostgres
from tests.api.service import served
from tests.conftest import copied
from tests.tools import installed_chromium
from tests.web.world import World, peopled

# The pages under test need nothing from elsewhere; with this they could not get it either.
ONLY_THIS_MACHINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium that reaches this machine only; each test opens its own context in it."""
    async with async_playwright() as playwright:
        chromium = await launch(playwright)
        yield chromium
        await chromium.close()


@pytest.fixture(scope="session")
async def world(postgres: EmbeddedPostgres) -> AsyncIterator[World]:
    """A final day and an open one with people in both, for all tests that only look at them."""
    with copied(postgres.url) as url:
        async with served(url) as service, peopled(service) as people:
            yield people


async def launch(playwright: Playwright) -> Browser:
    """Start the installed Chromium, else Playwright's own; skips the test when there is none, fails it on CI."""
    try:
        return await playwright.chromium.launch(executable_path=installed_chromium(), args=[ONLY_THIS_MACHINE])
    except Error as error:
        if "Executable doesn't exist" not in error.message or os.environ.get("CI"):
            raise
        pytest.skip("No Chromium here: run make test once with a network, or install chromium.")
