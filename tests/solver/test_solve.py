"""Verdicts: never against what is known, and never against a plain search by the rules."""

from collections import Counter

import pytest

from server.rules import VARIANTS, Table, Variant, deal, parse_deck
from server.solver import Verdict, reference, search, solve
from server.solver import layout as at
from server.solver.kernels import Ints
from server.solver.position import facts_of
from tests.rules.evidence import KEPT, rows
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


@pytest.mark.parametrize("key", VARIANTS)
def test_no_verdict_contradicts_other_peoples(key: str) -> None:
    known = {"solvable": Verdict.WINNABLE, "unsolvable": Verdict.UNWINNABLE}
    judged = [
        (known[row["verdict"]], _verdict(deal(VARIANTS[key], parse_deck(row["deck"])), 30_000))
        for row in rows(KEPT, f"deals-{key}")
        if row["verdict"] in known
    ]
    assert all(ours in {theirs, Verdict.UNKNOWN} for theirs, ours in judged)
    assert any(ours is theirs for theirs, ours in judged)
