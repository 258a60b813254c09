"""The shapes the pages read, written from the server's own: `python -m tests.web.types` renews web/js/messages.d.ts."""

import inspect
import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from server.api import answers
from server.protocol import ClientMessage, LiveMessage, ServerMessage, Told

FILE = Path(__file__).parents[2] / "web" / "js" / "messages.d.ts"

# What a schema cannot say so that the pages can use it, and their shorter names for some of it.
BY_HAND = """\
/** Written by tests/web/types.py from the server's messages and bodies; not by hand. */

export type ShownPile = Pile;
export interface Piles { F: Record<string, string | null>; [pile: string]: ShownPile | Record<string, string | null> }
export type TableFields = Omit<TableMessage, 't'>;
export type RefusedMessage = Refused;
export type EndedMessage = Ended;
export type NoticeMessage = Notice;
export type DayGame = Game;
export interface ProblemBody {
  type: string; title: string; status: number; code: string; final_at?: string; retry_after?: number;
}
"""

_Schema = dict[str, Any]


def declarations() -> str:
    """The whole file."""
    unions = {
        "ClientMessage": ClientMessage,
        "ServerMessage": ServerMessage,
        "LiveMessage": LiveMessage,
        "GameEvent": Told,
    }
    shapes, parts = msgspec.json.schema_components((*unions.values(), *_bodies()), ref_template="{name}")
    joined = [f"export type {name} = {_type(shape)};" for name, shape in zip(unions, shapes, strict=False)]
    return "\n".join([BY_HAND, *joined, *(_declared(name, shape) for name, shape in sorted(parts.items())), ""])


def _bodies() -> list[type]:
    named = inspect.getmembers(answers, inspect.isclass)
    return [one for name, one in named if name.endswith("Body") and one.__module__ == answers.__name__]


def _declared(name: str, shape: _Schema) -> str:
    if shape.get("type") != "object":
        return f"export type {_short(name)} = {_type(shape)};"
    required = shape.get("required", [])
    fields = [f"  {_key(key, key in required, one)}: {_field(key, one)};" for key, one in shape["properties"].items()]
    return "\n".join([f"export interface {_short(name)} {{", *fields, "}"])


def _key(name: str, required: bool, shape: _Schema) -> str:
    is_tag = len(shape.get("enum", [])) == 1
    return name if required or is_tag else f"{name}?"


def _field(name: str, shape: _Schema) -> str:
    return "Piles" if name == "piles" and "additionalProperties" in shape else _type(shape)


def _type(shape: _Schema) -> str:  # noqa: PLR0911
    match shape:
        case {"$ref": name}:
            return _short(name)
        case {"enum": values}:
            return " | ".join(json.dumps(value).replace('"', "'") for value in values)
        case {"anyOf": choices}:
            return " | ".join(_type(choice) for choice in choices)
        case {"prefixItems": items}:
            return f"[{', '.join(_type(item) for item in items)}]"
        case {"type": "array", "items": items}:
            return f"({_type(items)})[]" if "anyOf" in items else f"{_type(items)}[]"
        case {"type": "object", "additionalProperties": dict() as values}:
            return f"Record<string, {_type(values)}>"
        case {"type": "integer" | "number"}:
            return "number"
        case {"type": kind}:
            return str(kind)
    raise ValueError(f"No type for {shape}.")


def _short(name: str) -> str:
    return name.removesuffix("Body")


if __name__ == "__main__":
    FILE.write_text(declarations())
    sys.stdout.write(f"{FILE} is current.\n")
