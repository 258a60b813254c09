"""A `samedeal` that leaks on purpose, so that the test of hidden cards can be seen to fail. LEAK says by which door."""

import logging
import os
from typing import Any

from server import protocol
from server.__main__ import main
from server.live import room
from server.rules import NAMES, Table, VisibleTable

_last: list[str] = []
"""The last card of the stock of the table that was shown last."""


def _noting(visible: Any) -> Any:
    def shown(table: Table) -> VisibleTable:
        if table.talon:
            _last[:] = [NAMES[table.talon[-1]]]
        seen: VisibleTable = visible(table)
        return seen

    return shown


def _in_piles(piles_of: Any) -> Any:
    def leaking(table: VisibleTable) -> protocol.Piles:
        piles: protocol.Piles = piles_of(table)
        piles["S"]["up"] = list(_last)
        return piles

    return leaking


def _in_refusals(refusal: Any) -> Any:
    def leaking(ply: int, error: Any) -> protocol.Refused:
        refused: protocol.Refused = refusal(ply, error)
        return protocol.Refused(ply=ply, code=refused.code, rule=refused.rule, why=f"The {_last[0]} comes last.")

    return leaking


def _in_log(table_message: Any) -> Any:
    def leaking(about: Any, attempt: Any, elapsed_ms: int) -> Any:
        message = table_message(about, attempt, elapsed_ms)
        logging.getLogger("leak").info("The last card of the stock is %s.", _last[0])
        return message

    return leaking


DOORS = {
    "message": (protocol, "piles_of", _in_piles),
    "refusal": (room, "_refusal", _in_refusals),
    "log": (room, "table_message", _in_log),
}

if __name__ == "__main__":
    setattr(Table, "visible", _noting(Table.visible))  # noqa: B010
    module, name, leaking = DOORS[os.environ["LEAK"]]
    setattr(module, name, leaking(getattr(module, name)))
    raise SystemExit(main())
