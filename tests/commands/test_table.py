"""`samedeal table` and `samedeal perft`, against the outside evidence."""

import json

import pytest

from tests.commands.running import Runner
from tests.contest.records import Json
from tests.rules.evidence import KEPT, rows

VARIANT_KEYS = ("chinaman", "chinese-torture", "whitehorse", "kansas")


def record(variant: str, deck: list[str], moves: list[str]) -> Json:
    return {"format": "samedeal-record/1", "variant": variant, "rules_version": 1, "deck": deck, "moves": moves}


def playout(variant: str) -> tuple[Json, list[Json]]:
    """A playout as a record, and what is known of each of its tables."""
    row = rows(KEPT, f"playouts-{variant}")[0]
    moves = [step["move"] for step in row["steps"] if step["move"]]
    return record(variant, row["deck"], moves), row["steps"]


KANSAS = record("kansas", rows(KEPT, "perft-kansas")[0]["deck"], ["S-W", "T2-T1"])


@pytest.mark.parametrize("variant", VARIANT_KEYS)
def test_the_legal_moves_at_any_ply(samedeal: Runner, variant: str) -> None:
    written, steps = playout(variant)
    file = samedeal.file("playout", written)
    for ply in {0, 1, len(steps) // 2, len(steps) - 1}:
        ran = samedeal("table", "--record", file, "--ply", str(ply), "--json")
        (shown,) = map(json.loads, ran.printed)
        assert sorted(shown["legal"]) == steps[ply]["legal"]
        assert (shown["variant"], shown["ply"]) == (variant, ply)


def test_without_a_ply_it_is_the_last_table(samedeal: Runner) -> None:
    file = samedeal.file("record", KANSAS)
    assert samedeal("table", "--record", file).printed == samedeal("table", "--record", file, "--ply", "2").printed


def test_the_table_as_text(samedeal: Runner) -> None:
    ran = samedeal("table", "--record", samedeal.file("record", KANSAS), "--ply", "1")
    assert ran.code == 0
    assert ran.printed == [
        "kansas, ply 1, 1 home, foundations up from J",
        "T1 2S",
        "T2 AC",
        "T3 TD",
        "F  -C -D -H JS",
        "W  6S",
        f"S  {'## ' * 34}".rstrip(),
        f"R  {'## ' * 12}8C",
        "legal: T2-T1 S-W U",
    ]


def test_no_card_that_lies_face_down_is_shown(samedeal: Runner) -> None:
    written, _ = playout("chinaman")
    file = samedeal.file("playout", written | {"moves": []})
    for arguments in (["--json"], []):
        (shown,) = [" ".join(samedeal("table", "--record", file, *arguments).printed)]
        assert sum(card in shown for card in written["deck"]) == 7


@pytest.mark.parametrize("variant", VARIANT_KEYS)
def test_perft(samedeal: Runner, variant: str) -> None:
    row = rows(KEPT, f"perft-{variant}")[0]
    for count in row["counts"]:
        file = samedeal.file("record", record(variant, row["deck"], count["after"]))
        depth = min(3, len(count["perft"]))
        ran = samedeal("perft", "--record", file, "--depth", str(depth))
        assert ran.printed == [f"{length} {number}" for length, number in enumerate(count["perft"][:depth], 1)]


@pytest.mark.parametrize("command", [("table",), ("perft", "--depth", "1")])
def test_a_record_that_cannot_be_played(samedeal: Runner, command: tuple[str, ...]) -> None:
    bad = samedeal.file("bad", KANSAS | {"moves": ["W-S"]})
    ran = samedeal(*command, "--record", bad)
    assert (ran.code, ran.printed) == (2, [])
    assert ran.complained == [f"{bad}: move 1, 'W-S': There is no card on the waste."]
    assert samedeal(*command, "--record", "/nowhere").complained == ["/nowhere: No such file or directory"]


def test_moves_after_the_end(samedeal: Runner) -> None:
    row = next(row for row in rows(KEPT, "deals-kansas") if "line" in row)
    bad = samedeal.file("bad", record("kansas", row["deck"], [*row["line"], "S-W"]))
    ran = samedeal("table", "--record", bad)
    assert (ran.code, ran.complained) == (2, [f"{bad}: move 120, 'S-W': This attempt has ended."])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["table", "--ply", "3"], "there is no table 3: the record has 2 moves."),
        (["table", "--ply", "-1"], "-1 is not a whole number from 0 on"),
        (["perft", "--depth", "0"], "0 is not a whole number from 1 on"),
        (["perft", "--depth", "x"], "x is not a whole number from 1 on"),
    ],
)
def test_numbers_that_mean_nothing(samedeal: Runner, arguments: list[str], says: str) -> None:
    ran = samedeal(*arguments, "--record", samedeal.file("record", KANSAS))
    assert (ran.code, ran.printed) == (2, [])
    assert ran.complained[-1].endswith(says)
