"""Verdicts: never against what is known, and never against a plain search by the rules."""

from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from server.rules import VARIANTS, Table, Variant, deal, parse_deck, replay
from server.solver import Engine, Solution, Verdict, accelerated, reference, search, solve
from server.solver import layout as at
from server.solver.kernels import Ints
from server.solver.position import facts_of
from tests.rules.evidence import KEPT, folders, rows
from tests.solver.endings import VARIED, endings, is_winnable

NAMES = [f"{variant.key}-{len(variant.columns)}-{variant.build.name}-{variant.turn}".lower() for variant in VARIED]
LEFT = (14, 20)


def _verdict(table: Table, nodes: int = 3_000) -> Verdict:
    return solve(table, nodes, engine=reference()).verdict


@pytest.mark.parametrize("variant", VARIED, ids=NAMES)
def test_small_tables_are_judged_as_by_the_rules_alone(variant: Variant) -> None:
    judged: Counter[tuple[bool | None, Verdict]] = Counter()
    for left in LEFT:
        judged.update((is_winnable(table), _verdict(table)) for table in endings(variant, 12, left))
    assert not judged[True, Verdict.UNWINNABLE]
    assert not judged[False, Verdict.WINNABLE]
    assert judged[True, Verdict.WINNABLE] + judged[False, Verdict.UNWINNABLE] >= 12


@pytest.mark.parametrize("variant", VARIED, ids=NAMES)
def test_sending_safe_cards_home_at_once_changes_no_verdict(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [table for left in LEFT for table in endings(variant, 25, left)]
    with_it = [_verdict(table) for table in tables]
    monkeypatch.setattr(search, "facts_of", _facts_without_safe_home)
    without_it = [_verdict(table) for table in tables]
    known = [pair for pair in zip(with_it, without_it, strict=True) if Verdict.UNKNOWN not in pair]
    assert all(one is other for one, other in known)
    assert len(known) > len(tables) // 2


def _facts_without_safe_home(table: Table) -> Ints:
    facts = facts_of(table)
    facts[at.SAFE_HOME] = 0
    return facts


def test_a_won_table_is_won_by_no_moves() -> None:
    row = next(row for row in rows(KEPT, "deals-kansas") if "line" in row)
    won = replay(VARIANTS["kansas"], parse_deck(row["deck"]), row["line"]).final
    assert solve(won, 1_000, engine=reference()) == Solution(Verdict.WINNABLE, (), 0)


@pytest.mark.parametrize("key", VARIANTS)
def test_no_verdict_contradicts_other_peoples(key: str) -> None:
    judged = list(_beside_known(KEPT, key, 30_000, reference()))
    assert all(ours in {theirs, Verdict.UNKNOWN} for theirs, ours in judged)
    assert any(ours is theirs for theirs, ours in judged)


@pytest.mark.long
@pytest.mark.skipif(find_spec("numba") is None, reason="the extra `fast` is not installed")
@pytest.mark.parametrize("key", VARIANTS)
def test_no_verdict_contradicts_any_known_one(key: str) -> None:
    judged = list(_beside_known(folders()[-1], key, 400_000, accelerated()))
    assert all(ours in {theirs, Verdict.UNKNOWN} for theirs, ours in judged)
    assert sum(ours is theirs for theirs, ours in judged) > len(judged) / 2


def _beside_known(folder: Path, key: str, nodes: int, engine: Engine) -> Iterator[tuple[Verdict, Verdict]]:
    known = {"solvable": Verdict.WINNABLE, "unsolvable": Verdict.UNWINNABLE}
    for row in rows(folder, f"deals-{key}"):
        if row["verdict"] in known:
            table = deal(VARIANTS[key], parse_deck(row["deck"]))
            yield known[row["verdict"]], solve(table, nodes, engine=engine).verdict
