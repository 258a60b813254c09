"""Errors as people and programs are told them: RFC 9457, one stable code each, nothing internal."""

import http
import logging
import math
from datetime import datetime
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from server.contest.access import NotAllowed, Sealed
from server.live.limits import TooMany
from server.rules import InvalidDeck
from server.store.database import DatabaseUnavailable

_log = logging.getLogger(__name__)


class ProblemBody(msgspec.Struct, kw_only=True, omit_defaults=True):
    """An error: a title for people, a stable code for programs (RFC 9457), and what helps to go on.

    `final_at`: when it is sealed no longer. `retry_after`: seconds to wait. `first`, `next`: the first page's address,
    and a new cursor instead of one that is gone.
    """

    type: str
    title: str
    status: int
    code: str
    final_at: datetime | None = None
    retry_after: int | None = None
    first: str | None = None
    next: str | None = None


class Problem(Exception):
    """An answer that is an error: HTTP status, code for programs, title for people."""

    def __init__(self, status: int, code: str, title: str, **more: Any) -> None:
        super().__init__(title)
        self.status = status
        self.code = code
        self.title = title
        self.more = more


def not_found(what: str) -> Problem:
    """There is no such thing."""
    return Problem(404, "not_found", f"There is no such {what}.")


def answer_problem(_request: Request, error: Exception) -> Response:
    """The answer to a request that ended with one of the errors below."""
    problem = _problem(error)
    kind = f"/problems/{problem.code}"
    body = ProblemBody(type=kind, title=problem.title, status=problem.status, code=problem.code, **problem.more)
    headers = {**(getattr(error, "headers", None) or {}), "Cache-Control": "no-store"}
    if "retry_after" in problem.more:
        headers["Retry-After"] = str(problem.more["retry_after"])
    return Response(msgspec.json.encode(body), problem.status, headers, media_type="application/problem+json")


def _problem(error: Exception) -> Problem:
    match error:
        case Problem():
            problem = error
        case Sealed(opens_at=opens_at):
            problem = Problem(403, "sealed", str(error), final_at=opens_at)
        case NotAllowed():
            problem = Problem(403, "not_allowed", str(error))
        case InvalidDeck():
            problem = Problem(422, "invalid_deck", str(error))
        case TooMany(retry_after=seconds):
            problem = Problem(429, "too_fast", str(error), retry_after=math.ceil(seconds))
        case DatabaseUnavailable():
            problem = Problem(503, "unavailable", _AWAY, retry_after=5)
        case HTTPException(status_code=status):
            title = _TITLES.get(status, http.HTTPStatus(status).phrase)
            problem = Problem(status, _CODES.get(status, "error"), title)
        case _:
            problem = Problem(500, "internal", "Something went wrong on our side. Your game is saved.")
    return problem


_AWAY = "We can't reach our records right now. Please try again."
_CODES = {404: "not_found", 405: "method_not_allowed"}
_TITLES = {404: "There is nothing at this address.", 405: "This address does not answer to that method."}

HANDLERS = dict.fromkeys(
    (Problem, NotAllowed, InvalidDeck, TooMany, DatabaseUnavailable, HTTPException, Exception), answer_problem
)
