"""`python -m tests.bench`: how fast everything is, on this machine."""

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from . import rules
from .measures import Finding, as_lines, as_objects
from .page import page
from .processes import allow_many_files
from .service import PARTS, QUICK, Extent


def main() -> None:
    """Measures what was asked for, and prints it."""
    parser = _parser()
    asked = parser.parse_args()
    if asked.write and asked.only:
        parser.error("The page needs every part: leave out --only.")
    names = asked.only or ["rules", *PARTS]
    allow_many_files()
    extent = replace(QUICK if asked.quick else Extent(), generators=asked.generators)
    speeds = rules.measure(0.2 if asked.quick else 1.0) if "rules" in names else {}
    if speeds and not asked.json:
        print(rules.as_text(speeds), flush=True)
    found = [one for name in PARTS if name in names for one in _measured(name, extent, quiet=asked.json)]
    if asked.json:
        print(json.dumps({"service": as_objects(found), "rules": speeds}))
    if asked.write:
        asked.write.parent.mkdir(parents=True, exist_ok=True)
        asked.write.write_text(page(found, speeds))


def _measured(name: str, extent: Extent, *, quiet: bool) -> list[Finding]:
    print(f"Measuring: {name}", file=sys.stderr, flush=True)
    found = list(PARTS[name](extent))
    if not quiet:
        print("\n".join(as_lines(found)), flush=True)
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How fast everything is, here.")
    parser.add_argument("--only", action="append", choices=["rules", *PARTS], help="measure this part; may be repeated")
    parser.add_argument("--quick", action="store_true", help="short rounds and fewer sockets")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--generators", type=int, default=1, help="processes that make the load (default 1)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page of the figures there")
    return parser


if __name__ == "__main__":
    main()
