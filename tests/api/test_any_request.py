"""Whatever is asked, schemathesis finds no server error and no answer that the OpenAPI document does not tell of."""

import asyncio
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    content_type_conformance,
    response_headers_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.api.by_the_document import DOCUMENT, judge
from tests.api.service import Guest, Service

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    allow_header_conformance,
    unsupported_method,
]
EXAMPLES = 20
WAYS = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = {
    f"{method.upper()} {path}": SCHEMA[path][method]
    for path, methods in DOCUMENT["paths"].items()
    for method in methods
}


@pytest.fixture(scope="module")
async def played(service: Service) -> dict[str, Any]:
    """Parts of addresses that there is something at."""
    async with service.guest() as guest:
        await guest.play(await guest.start("kansas"), "S-W")
        attempt = await guest.practise("kansas")
        await guest.play(attempt, "S-W")
    day = {"date": "today", "variant": "kansas", "span": "days", "period": "today"}
    return day | {"id": attempt, "name": guest.name, "player": guest.name}


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_any_request_has_an_answer_that_is_documented(
    service: Service, guest: Guest, played: dict[str, Any], operation: str
) -> None:
    statuses = await asyncio.to_thread(_ask, service, guest, played, operation)
    assert statuses - {401, 403}, "the session lets nobody in"


def _ask(service: Service, guest: Guest, played: dict[str, Any], operation: str) -> set[int]:
    """Requests as the document has them and others, every second one for something that exists; the statuses."""
    statuses: set[int] = set()

    @given(case=st.one_of([OPERATIONS[operation].as_strategy(way) for way in WAYS]), there=st.booleans())
    @settings(max_examples=EXAMPLES, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    def ask(case: schemathesis.Case[Any], *, there: bool) -> None:
        if there:
            case.path_parameters = {name: played[name] for name in case.path_parameters}
        answer = case.call(service.url, session)
        case.validate_response(answer, checks=CHECKS, transport_kwargs={"session": session})
        path, media = unquote(urlsplit(answer.request.url or "").path), answer.headers.get("content-type", [""])[0]
        judge(case.method, path, answer.status_code, media, answer.content)
        statuses.add(answer.status_code)

    with requests.Session() as session:
        session.headers["Authorization"] = f"Bearer {guest.token}"
        ask()
    return statuses
