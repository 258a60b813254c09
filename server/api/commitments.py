"""What was fixed beforehand: every commitment in the order of its publication, and the root of its day afterwards."""

import base64
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from server.contest.game import game_name
from server.store.days import Published

from .answers import CommitmentBody, CommitmentsBody, answer
from .parts import parts
from .problems import Problem

LARGEST_PAGE = 100
_LIMITS = {str(limit): limit for limit in range(1, LARGEST_PAGE + 1)}
_Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]


class _Behind(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Where a page ended: in which order, at which commitment."""

    order: str
    number: _Number


async def commitments(request: Request) -> Response:
    """GET /api/commitments?order=oldest|newest&limit&after: the list that is only ever added to."""
    here = parts(request)
    order, limit = _asked_order(request), _asked_limit(request)
    after = _read_cursor(request.query_params.get("after"), order)
    rows = await here.days.commitments(after, limit + 1, newest_first=order == "newest")
    shown = rows[:limit]
    body = CommitmentsBody(
        commitments=[_body(row) for row in shown],
        next=_cursor(order, shown[-1].number) if len(rows) > limit else None,
    )
    # A page whose days all have their roots never changes again, if its beginning is fixed and its end too.
    fixed = (after is not None or order == "oldest") and body.next is not None and all(row.root for row in shown)
    return answer(body, Cache_Control=f"public, max-age={86400 if fixed else 60}")


def _asked_order(request: Request) -> str:
    order = request.query_params.get("order", "newest")
    if order not in ("newest", "oldest"):
        raise Problem(400, "bad_query", "Order commitments order=newest or order=oldest.")
    return order


def _asked_limit(request: Request) -> int:
    limit = _LIMITS.get(request.query_params.get("limit", str(LARGEST_PAGE)))
    if limit is None:
        raise Problem(400, "bad_query", f"A page has limit=1 to {LARGEST_PAGE} rows.")
    return limit


def _cursor(order: str, number: int) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(_Behind(order, number))).decode()


def _read_cursor(text: str | None, order: str) -> int | None:
    if text is None:
        return None
    try:
        behind = msgspec.json.decode(base64.b64decode(text, b"-_", validate=True), type=_Behind)
    except (msgspec.MsgspecError, ValueError):
        raise Problem(400, "bad_cursor", "This is no cursor of ours. Begin with the first page.") from None
    if behind.order != order:
        raise Problem(400, "bad_cursor", "This cursor belongs to the other order. Begin with the first page.")
    return behind.number


def _body(row: Published) -> CommitmentBody:
    return CommitmentBody(
        game=game_name(row.day, row.variant),
        commitment=row.commitment.hex(),
        solver_version=row.solver_version,
        node_budget=row.node_budget,
        published_at=row.published_at,
        root=row.root.hex() if row.root else None,
    )
