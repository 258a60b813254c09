"""What other people's programs found out about these games, against ours (oracle/README.md)."""

from pathlib import Path

import pytest

from server.rules import VARIANTS, Table, deal, is_blocked, legal_moves, parse_deck, play, replay
from tests.rules.by_hand import after, legal
from tests.rules.evidence import KEPT, folders, rows

VARIANT_KEYS = ("chinaman", "chinese-torture", "whitehorse", "kansas")
KINDS = ("deals", "playouts", "perft")

pytestmark = pytest.mark.parametrize("folder", folders(), ids=lambda folder: "kept" if folder == KEPT else "whole")


def test_there_is_evidence_of_every_kind_for_every_variant(folder: Path) -> None:
    assert all(rows(folder, f"{kind}-{variant}") for kind in KINDS for variant in VARIANT_KEYS)
    assert {row["variant"] for row in rows(folder, "blocked")} == set(VARIANT_KEYS)


@pytest.mark.parametrize("variant", VARIANT_KEYS)
def test_every_winning_line_wins(folder: Path, variant: str) -> None:
    for row in rows(folder, f"deals-{variant}"):
        if "line" in row:
            played = replay(VARIANTS[variant], parse_deck(row["deck"]), row["line"])
            assert played.failure is None, row["id"]
            assert played.final.is_won, row["id"]


@pytest.mark.parametrize("variant", VARIANT_KEYS)
def test_every_legal_set_is_equal(folder: Path, variant: str) -> None:
    for row in rows(folder, f"playouts-{variant}"):
        table = _dealt(variant, row["deck"])
        for ply, step in enumerate(row["steps"]):
            assert sorted(legal(table)) == step["legal"], (row["id"], ply)
            if step["move"]:
                table = after(table, step["move"])


@pytest.mark.parametrize("variant", VARIANT_KEYS)
def test_every_perft_count_is_equal(folder: Path, variant: str) -> None:
    for row in rows(folder, f"perft-{variant}"):
        for count in row["counts"]:
            table = after(_dealt(variant, row["deck"]), *count["after"])
            depths = range(1, len(count["perft"]) + 1)
            assert [_perft(table, depth) for depth in depths] == count["perft"], (row["id"], len(count["after"]))


def test_every_blocked_table_is_and_no_other(folder: Path) -> None:
    for number, row in enumerate(rows(folder, "blocked"), 1):
        table = after(_dealt(row["variant"], row["deck"]), *row["moves"])
        assert is_blocked(table) == row["blocked"], number


def _dealt(variant: str, deck: list[str]) -> Table:
    return deal(VARIANTS[variant], parse_deck(deck))


def _perft(table: Table, depth: int) -> int:
    """The number of move sequences of this length."""
    moves = legal_moves(table)
    return len(moves) if depth == 1 else sum(_perft(play(table, move), depth - 1) for move in moves)
