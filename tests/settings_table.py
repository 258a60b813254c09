"""The table of settings in docs/operations.md, from the settings themselves: `python -m tests.settings_table`."""

import re
from dataclasses import fields
from pathlib import Path

from server.settings import Settings, variable

DOCUMENT = Path(__file__).parents[1] / "docs" / "operations.md"
_TABLE = re.compile(r"(?<=<!-- settings -->\n).*?(?=<!-- end of settings)", re.DOTALL)


def table() -> str:
    """One row a setting."""
    rows = [
        f"| `{variable(one.name)}` | {_default(one.default)} | {one.metadata['says']} |" for one in fields(Settings)
    ]
    return "\n".join(["| in the environment | default | what it says |", "|---|---|---|", *rows, ""])


def current() -> str:
    """The table as the document has it."""
    found = _TABLE.search(DOCUMENT.read_text())
    assert found is not None
    return found[0]


def _default(value: object) -> str:
    return "" if value in (None, "") else f"`{value}`"


if __name__ == "__main__":
    DOCUMENT.write_text(_TABLE.sub(lambda _: table(), DOCUMENT.read_text()))
