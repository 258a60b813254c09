"""docs/security.md names files and tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text()


def test_every_file_named_is_there() -> None:
    named = re.findall(r"`((?:server|web|migrations)/[^`]*)`", TEXT)
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_every_test_named_is_there() -> None:
    tests = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", TEXT)
    assert len(named) > 25
    assert [name for name in named if f"def {name}(" not in tests] == []


def test_every_threat_has_a_file_and_a_test() -> None:
    rows = [row for row in TEXT.splitlines() if row.startswith("| ") and not row.startswith("| threat")]
    assert [row for row in rows if not re.search(r"\| `[^|]*/[^|]*` \| `test_[^|]*` \|$", row)] == []
