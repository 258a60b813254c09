"""The rules' speed: `python -m tests.bench.rules [--json] [--seconds 1.0]`.

For every variant, along winning lines of other people's programs: `play` (check and apply) and `legal_moves` a second,
and moves a second when whole records are replayed from text. Machines drift, so each figure also stands as a ratio to
the baseline of the same run: `_baseline`, plain tuple work of about the size of a move. Compare ratios, not figures.
Time is processor time: neighbours on the machine do not count, a slower clock or a colder cache does.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence

from server.rules import VARIANTS, Card, Move, Table, Variant, legal_moves, parse_deck, parse_move, play, replay
from tests.rules.evidence import KEPT, rows

ROUNDS = 5
AIMS = {"replay": 300_000, "legal_moves": 50_000}

Line = tuple[tuple[Card, ...], list[str]]


def measure(seconds: float) -> dict[str, dict[str, float]]:
    """Operations a second, by variant and kind; the baseline under its own name."""
    figures = {"baseline": {"baseline": _per_second(_baseline, seconds)}}
    for variant in VARIANTS.values():
        lines = _lines(variant)
        if lines:
            figures[variant.key] = {name: _per_second(work, seconds) for name, work in _works(variant, lines).items()}
    return figures


def _lines(variant: Variant) -> list[Line]:
    return [(parse_deck(row["deck"]), row["line"]) for row in rows(KEPT, f"deals-{variant.key}") if "line" in row]


def _works(variant: Variant, lines: Sequence[Line]) -> dict[str, Callable[[], int]]:
    """What is measured; each gives the number of operations it did."""
    played = [replay(variant, deck, moves) for deck, moves in lines]
    tables = [table for one in played for table in one.tables]
    steps = [
        (table, parse_move(move))
        for one, (_, moves) in zip(played, lines, strict=True)
        for table, move in zip(one.tables, moves, strict=False)
    ]
    return {
        "play": lambda: _play_all(steps),
        "legal_moves": lambda: _list_all(tables),
        "replay": lambda: _replay_all(variant, lines),
    }


def _play_all(steps: Sequence[tuple[Table, Move]]) -> int:
    for table, move in steps:
        play(table, move)
    return len(steps)


def _list_all(tables: Sequence[Table]) -> int:
    for table in tables:
        legal_moves(table)
    return len(tables)


def _replay_all(variant: Variant, lines: Sequence[Line]) -> int:
    for deck, moves in lines:
        replay(variant, deck, moves)
    return sum(len(moves) for _, moves in lines)


def _baseline() -> int:
    """Moves a number from one short tuple to another within a tuple of seven, a thousand times."""
    columns = tuple(tuple(range(place, place + 8)) for place in range(7))
    for step in range(1000):
        source, target = step % 7, (step + 1) % 7
        row = list(columns)
        row[target] = (*row[target], row[source][-1])
        row[source] = row[source][:-1]
        columns = tuple(row)
    return 1000


def _per_second(work: Callable[[], int], seconds: float) -> float:
    """The best of some rounds: what disturbs a round only makes it slower."""
    return max(_round(work, seconds / ROUNDS) for _ in range(ROUNDS))


def _round(work: Callable[[], int], seconds: float) -> float:
    done, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < seconds or not done:
        done += work()
    return done / elapsed


def as_text(figures: dict[str, dict[str, float]]) -> str:
    """The figures as a table."""
    baseline = figures["baseline"]["baseline"]
    lines = [f"{'baseline':16} {'':12} {baseline:>11,.0f}/s"]
    for variant in VARIANTS:
        for name, figure in figures.get(variant, {}).items():
            aim = f"  aim {AIMS[name]:,}/s" if name in AIMS else ""
            lines.append(f"{variant:16} {name:12} {figure:>11,.0f}/s  {figure / baseline:.3f}{aim}")
    return "\n".join(lines)


def _as_json(figures: dict[str, dict[str, float]]) -> str:
    baseline = figures.pop("baseline")["baseline"]
    variants = {
        variant: {name: {"per_s": round(figure), "ratio": round(figure / baseline, 4)} for name, figure in one.items()}
        for variant, one in figures.items()
    }
    return json.dumps({"baseline_per_s": round(baseline), "variants": variants})


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How fast the rules are, beside a baseline of the same run.")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--seconds", type=float, default=1.0, help="time for each figure (default 1)")
    options = parser.parse_args()
    figures = measure(options.seconds)
    print(_as_json(figures) if options.json else as_text(figures))


if __name__ == "__main__":
    main()
