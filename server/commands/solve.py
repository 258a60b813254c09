"""`samedeal solve`: whether a deal can be won, how, and in how few moves."""

import sys
from functools import partial
from typing import NamedTuple, Never

import msgspec
from tqdm import tqdm

from server.rules import VARIANTS, Table, Variant, deal, deck_for
from server.solver import SOLVER_VERSION, Progress, Solution, Verdict, fewest_moves, find_winnable, par, solve

from .verify import read_records

WINNABLE, NOT = 0, 1


class Budgets(NamedTuple):
    """How many nodes to spend on the verdict, and on a shorter line."""

    nodes: int
    par_nodes: int


class Solved(msgspec.Struct, kw_only=True):
    """What is known of a deal, as `samedeal solve --json` prints it; `line` is the shortest found, `par` its length.

    `deal` is None for a deck that came without a number, and when no deal was proven winnable.
    """

    variant: str
    deal: int | None
    verdict: Verdict
    line: tuple[str, ...] | None
    nodes: int
    par: int | None
    fewest: int | None
    solver_version: str = SOLVER_VERSION
    node_budget: int


def solve_record(file: str, budgets: Budgets, *, as_json: bool) -> int:
    """Solves the deal of a record (the first of a file); 0 if it is winnable, else 1. Raises InvalidRecord."""
    record = read_records(file)[0]
    number = record.deal if record.deck is None else None
    return _print(_solved(deal(record.rules, record.cards), number, budgets), as_json=as_json)


def solve_secret(variant: str, secret: bytes, number: int | None, budgets: Budgets, *, as_json: bool) -> int:
    """Solves this deal of a secret, or seeks the first that is winnable; 0 if there is one, else 1."""
    rules = VARIANTS[variant]
    if number is None:
        return _print(_sought(rules, secret, budgets), as_json=as_json)
    return _print(_solved(deal(rules, deck_for(secret, rules, number)), number, budgets), as_json=as_json)


def _solved(table: Table, number: int | None, budgets: Budgets) -> Solved:
    with _bar(budgets.nodes, "solving") as bar:
        solution = solve(table, budgets.nodes, partial(_advance, bar))
    return _told(table, number, solution, budgets)


def _sought(rules: Variant, secret: bytes, budgets: Budgets) -> Solved:
    decks = partial(deck_for, secret, rules)
    with _bar(budgets.nodes, "deal 0") as bar:
        proof = find_winnable(rules, decks, budgets.nodes, partial(_advance_to_deal, bar))
    if proof is None:
        nothing = Solution(Verdict.UNKNOWN, None, budgets.nodes)
        return _told(deal(rules, decks(0)), None, nothing, budgets)
    solution = Solution(Verdict.WINNABLE, proof.line, proof.nodes)
    return _told(deal(rules, decks(proof.deal_number)), proof.deal_number, solution, budgets)


def _told(table: Table, number: int | None, solution: Solution, budgets: Budgets) -> Solved:
    line = None if solution.line is None else _shortest(table, solution.line, budgets.par_nodes)
    return Solved(
        variant=table.variant.key,
        deal=number,
        verdict=solution.verdict,
        line=line,
        nodes=solution.nodes,
        par=None if line is None else len(line),
        fewest=None if line is None else fewest_moves(table),
        node_budget=budgets.nodes,
    )


def _shortest(table: Table, line: tuple[str, ...], nodes: int) -> tuple[str, ...]:
    if not nodes:
        return line
    with _bar(nodes, "par") as bar:
        return par(table, line, nodes, partial(_advance, bar)).line


def _bar(nodes: int, doing: str) -> "tqdm[Never]":
    return tqdm(total=nodes, desc=doing, unit="node", unit_scale=True, disable=None, leave=False)


def _advance(bar: "tqdm[Never]", nodes: int) -> None:
    bar.update(nodes - bar.n)


def _advance_to_deal(bar: "tqdm[Never]", progress: Progress) -> None:
    bar.set_description(f"deal {progress.deal_number}", refresh=False)
    _advance(bar, progress.nodes)


def _print(solved: Solved, *, as_json: bool) -> int:
    sys.stdout.write((msgspec.json.encode(solved).decode() if as_json else _text(solved)) + "\n")
    return WINNABLE if solved.verdict is Verdict.WINNABLE else NOT


def _text(solved: Solved) -> str:
    which = "" if solved.deal is None else f", deal {solved.deal}"
    lines = [f"{solved.variant}{which}: {solved.verdict}, {solved.nodes} nodes"]
    if solved.line is not None:
        lines += [f"par {solved.par}, no win takes fewer than {solved.fewest}", " ".join(solved.line)]
    return "\n".join(lines)
