"""OpenAPI 3.1 of the HTTP API, made from the table of endpoints."""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from server.rules import VARIANTS

from .answers import JSON
from .problems import Problem, ProblemBody

Run = Callable[[Request], Awaitable[Response]]
Schemas = Mapping[str, Mapping[str, Any]]
"""JSON Schemas of parameters by name."""

PROBLEM = "application/problem+json"
EVERYWHERE = (413, 500, 503)
"""Statuses that any address may answer with."""
UNREADABLE = (400, 415)


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """One method of one address: what it takes, what it gives with which status, which problems it may answer with."""

    path: str
    run: Run
    method: str = "GET"
    takes: type[Struct] | None = None
    gives: Mapping[int, Any]
    media: str = JSON
    query: Schemas = field(default_factory=dict)
    problems: Sequence[int] = ()

    @property
    def all_problems(self) -> Sequence[int]:
        """The statuses of all problems; what takes a body may be given none it can read."""
        return sorted({*self.problems, *(UNREADABLE if self.takes else ()), *EVERYWHERE})

    @property
    def summary(self) -> str:
        """The first line of what the code says of it, without method and address."""
        says = re.sub(r"^[A-Z]+ [/…][^:]*: ", "", _first_line(self.run))
        return says[:1].upper() + says[1:]

    async def answer(self, request: Request) -> Response:
        """What `run` answers. Raises Problem when a part of the query is there twice: nobody knows which was meant."""
        for name in self.query:
            if len(request.query_params.getlist(name)) > 1:
                raise Problem(400, "bad_query", f"Give {name} once.")
        return await self.run(request)


def openapi(endpoints: Sequence[Endpoint], version: str) -> dict[str, Any]:
    """The document."""
    types = [ProblemBody, *(kind for one in endpoints for kind in _types(one))]
    _, parts = msgspec.json.schema_components(types, ref_template=_REFERENCE)
    paths: dict[str, dict[str, Any]] = {}
    for one in endpoints:
        paths.setdefault(_plain(one.path), {})[one.method.lower()] = _operation(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Same Deal", "version": version, "license": {"name": "MIT", "identifier": "MIT"}},
        "paths": paths,
        "components": {"schemas": parts, "responses": {"ProblemBody": _PROBLEM}, "securitySchemes": _SIGN_IN},
        "security": [{}, {"bearer": []}, {"cookie": []}],
    }


_REFERENCE = "#/components/schemas/{name}"
_IN_PATH: Schemas = {
    "date": {"anyOf": [{"enum": ["today"]}, {"type": "string", "format": "date"}]},
    "variant": {"enum": list(VARIANTS)},
    "id": {"type": "integer", "minimum": 0, "maximum": 10**18 - 1},
    "span": {"enum": ["days", "weeks", "months"]},
    "period": {
        "type": "string",
        "description": "2026-12-01 or today, 2026-W49 or current, 2026-12 or current.",
        "examples": ["today", "current", "2026-12-01", "2026-W49", "2026-12"],
    },
    "player": {"type": "string", "description": "A name, or me.", "examples": ["me"]},
    "name": {"type": "string"},
}
_SIGN_IN = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "samedeal"},
}


def _types(one: Endpoint) -> list[Any]:
    return [kind for kind in (one.takes, *one.gives.values()) if kind is not None]


def _plain(path: str) -> str:
    return re.sub(r"\{(\w+):\w+\}", r"{\1}", path)


def _operation(one: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {"summary": one.summary, "parameters": [*_in_path(one.path), *_in_query(one)]}
    if one.takes is not None:
        operation["requestBody"] = {"content": {JSON: {"schema": _schema_of(one.takes)}}}
    answers = {str(status): _answer(one.media, kind) for status, kind in one.gives.items()}
    problems = {str(status): {"$ref": "#/components/responses/ProblemBody"} for status in one.all_problems}
    return operation | {"responses": answers | problems}


def _in_path(path: str) -> list[dict[str, Any]]:
    names = re.findall(r"\{(\w+)", path)
    return [{"name": name, "in": "path", "required": True, "schema": _IN_PATH[name]} for name in names]


def _in_query(one: Endpoint) -> list[dict[str, Any]]:
    return [{"name": name, "in": "query", "schema": schema} for name, schema in one.query.items()]


def _answer(media: str, kind: Any) -> dict[str, Any]:
    if kind is None:
        return {"description": "Nothing more to say."}
    description = _first_line(kind) if issubclass(kind, Struct) else "As its media type says."
    return {"description": description, "content": {media: {"schema": _schema_of(kind)}}}


def _schema_of(kind: Any) -> Any:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=_REFERENCE)
    return schema


def _first_line(documented: Any) -> str:
    return str(documented.__doc__).strip().splitlines()[0]


_PROBLEM = _answer(PROBLEM, ProblemBody)
