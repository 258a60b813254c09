"""Every answer and message that the tests see must be one that the documents tell of: openapi.json, messages.json."""

import json
from functools import cache
from typing import Any

import httpx
import jsonschema
from starlette.routing import compile_path

from server.api.answers import JSON
from server.api.openapi import PROBLEM
from server.api.routes import ENDPOINTS, document
from server.protocol import schema

DOCUMENT = document()
_PATHS = [(compile_path(one.path)[0], DOCUMENT["paths"][compile_path(one.path)[1]]) for one in ENDPOINTS]
_UNDOCUMENTED = {"/api/openapi.json", "/api/docs"}
_NO_SUCH_METHOD = {"405": {"$ref": "#/components/responses/ProblemBody"}}
_NO_SUCH_ADDRESS = {"404": {"$ref": "#/components/responses/ProblemBody"}}


async def check(response: httpx.Response) -> None:
    """A hook of httpx. Raises AssertionError when the document knows no such answer."""
    request, media = response.request, response.headers.get("content-type", "")
    judge(request.method, request.url.path, response.status_code, media, await response.aread())


def judge(method: str, path: str, status: int, media: str, body: bytes) -> None:
    """Raises AssertionError when the document knows no such answer to this request."""
    answers = _answers(method, path)
    if answers is None:
        return
    told = answers.get(str(status))
    where = f"{method} {path} -> {status}"
    assert told is not None, f"{where}: the document knows {', '.join(answers)}"
    content = _resolved(told).get("content", {})
    kind = media.partition(";")[0]
    assert kind in content if content else not body, f"{where}: {kind or 'something'} is not documented"
    if kind in {JSON, PROBLEM} and body:
        _validator(json.dumps(content[kind]["schema"])).validate(json.loads(body))


def judge_message(way: str, text: str) -> None:
    """Raises ValidationError when messages.json knows no such message of this way: `server` or `live`."""
    _messages(way).validate(json.loads(text))


def _answers(method: str, path: str) -> dict[str, Any] | None:
    """By status; None of pages and of the document itself."""
    operations = next((operations for shape, operations in _PATHS if shape.match(path)), None)
    if operations is None:
        return _NO_SUCH_ADDRESS if path.startswith("/api/") and path not in _UNDOCUMENTED else None
    operation = operations.get("get" if method == "HEAD" else method.lower())
    return operation["responses"] if operation else _NO_SUCH_METHOD


def _resolved(answer: dict[str, Any]) -> dict[str, Any]:
    return DOCUMENT["components"]["responses"]["ProblemBody"] if "$ref" in answer else answer


@cache
def _validator(schema: str) -> jsonschema.Draft202012Validator:
    whole = {**json.loads(schema), "components": _strict(DOCUMENT["components"])}
    return jsonschema.Draft202012Validator(whole)


@cache
def _messages(way: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**_strict(schema()), "$ref": f"#/$defs/{way}"})


def _strict(told: Any) -> Any:
    """The same schema, but an object has no fields that are not told of."""
    if isinstance(told, list):
        return [_strict(part) for part in told]
    if not isinstance(told, dict):
        return told
    closed = {"additionalProperties": False} if "properties" in told else {}
    return {name: _strict(part) for name, part in told.items()} | closed
