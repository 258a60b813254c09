"""`samedeal winnability`: what share of a variant's deals can be won."""

import sys
from math import sqrt
from statistics import NormalDist

import msgspec
from tqdm import tqdm

from server.rules import VARIANTS, deal, deck_for
from server.solver import SOLVER_VERSION, Verdict, solve

_Z = NormalDist().inv_cdf(0.975)


class Rate(msgspec.Struct, kw_only=True):
    """Shares of deals won, each with its 95 % interval: `least` if no unknown deal can be won, `most` if all can."""

    variant: str
    deals: int
    won: int
    lost: int
    unknown: int
    least: float
    least_interval: tuple[float, float]
    most: float
    most_interval: tuple[float, float]
    node_budget: int
    solver_version: str = SOLVER_VERSION
    secret: str


def show_winnability(variant: str, deals: int, secret: bytes, node_budget: int, *, as_json: bool) -> int:
    """Solves the first deals of a secret, each with this budget, and prints how many can be won."""
    rate = _rate(variant, deals, secret, node_budget)
    sys.stdout.write((msgspec.json.encode(rate).decode() if as_json else _text(rate)) + "\n")
    return 0


def wilson(part: int, whole: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score (1927); the whole is not 0."""
    share, square = part / whole, _Z * _Z
    middle = share + square / (2 * whole)
    reach = _Z * sqrt(share * (1 - share) / whole + square / (4 * whole * whole))
    low, high = ((middle + way * reach) / (1 + square / whole) for way in (-1, 1))
    return max(0.0, low), min(1.0, high)


def _rate(variant: str, deals: int, secret: bytes, node_budget: int) -> Rate:
    seen = dict.fromkeys(Verdict, 0)
    for number in tqdm(range(deals), desc=variant, unit="deal", disable=None, leave=False):
        seen[_verdict(variant, secret, number, node_budget)] += 1
    won, most = seen[Verdict.WINNABLE], deals - seen[Verdict.UNWINNABLE]
    return Rate(
        variant=variant,
        deals=deals,
        won=won,
        lost=seen[Verdict.UNWINNABLE],
        unknown=seen[Verdict.UNKNOWN],
        least=won / deals,
        least_interval=wilson(won, deals),
        most=most / deals,
        most_interval=wilson(most, deals),
        node_budget=node_budget,
        secret=secret.hex(),
    )


def _verdict(variant: str, secret: bytes, number: int, node_budget: int) -> Verdict:
    rules = VARIANTS[variant]
    return solve(deal(rules, deck_for(secret, rules, number)), node_budget).verdict


def _text(rate: Rate) -> str:
    return "\n".join(
        [
            f"{rate.variant}, {rate.deals} deals, {rate.node_budget} nodes each: "
            f"{rate.won} won, {rate.lost} lost, {rate.unknown} unknown",
            f"at least {_percent(rate.least)} can be won (95 %: {_interval(rate.least_interval)})",
            f"at most {_percent(rate.most)} (95 %: {_interval(rate.most_interval)})",
            f"secret {rate.secret}",
        ]
    )


def _interval(interval: tuple[float, float]) -> str:
    return " to ".join(map(_percent, interval))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
