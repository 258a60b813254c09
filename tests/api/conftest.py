"""One service for the tests of a module."""

from collections.abc import AsyncIterator

import pytest

from tests.api.service import Guest, Service, served


@pytest.fixture(scope="module")
async def service(module_database_url: str) -> AsyncIterator[Service]:
    """Without limits, at noon."""
    async with served(module_database_url) as running:
        yield running


@pytest.fixture
async def guest(service: Service) -> AsyncIterator[Guest]:
    """A new player."""
    async with service.guest() as arrived:
        yield arrived


@pytest.fixture
async def other(service: Service) -> AsyncIterator[Guest]:
    """Another one."""
    async with service.guest() as arrived:
        yield arrived
