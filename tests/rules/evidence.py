"""Where the outside evidence lies: the part kept here, and the whole of it where it can be found."""

import json
import os
from pathlib import Path
from typing import Any

KEPT = Path(__file__).parent / "oracle"
SHARED = Path(__file__).parents[3] / "shared" / "oracle"


def folders() -> list[Path]:
    """The part that is kept, and the whole: SAMEDEAL_ORACLE, else `shared/oracle` beside the checkout."""
    named = os.environ.get("SAMEDEAL_ORACLE")
    if named:
        return [KEPT, Path(named)]
    return [KEPT, SHARED] if SHARED.is_dir() else [KEPT]


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    """The objects of one file, none when this evidence lacks it."""
    file = folder / f"{name}.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
