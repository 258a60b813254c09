"""The solver's measures: `python -m tests.bench.solver [--only decided --only proof …] [--engine python] [--json]`.

Time is processor time of one core. The known deals are the outside evidence, all that is found of it.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from server.rules import VARIANTS, Table, deal, deck_for, parse_deck
from server.solver import (
    Engine,
    Solution,
    Verdict,
    accelerated,
    best_engine,
    fewest_moves,
    find_winnable,
    par,
    reference,
    solve,
)
from tests.rules.evidence import folders, rows

from .measures import Figure, Finding, Measure, as_lines, as_objects

KNOWN = {"solvable": Verdict.WINNABLE, "unsolvable": Verdict.UNWINNABLE, "unknown": Verdict.UNKNOWN}
DECIDED = {
    "whitehorse": (10, 60, 60),
    "chinaman": (10, 25, 29),
    "chinese-torture": (10, 43, 47),
    "kansas": (20, 22, 29),
}
PAR = {"whitehorse": (1.9, 1.6), "chinese-torture": (1.5, 1.35), "chinaman": (1.6, 1.4), "kansas": (1.45, 1.3)}
PROOF = {"python": (90, 15), "numba": (10, 2)}
ENGINES: dict[str, Callable[[], Engine]] = {"python": reference, "numba": accelerated}
SECRETS = [bytes([number]) * 32 for number in range(1, 21)]
RATE_NODES = 60_000


class _LateError(Exception):
    """The time for a deal is over."""


def decided(engine: Engine) -> Iterator[Finding]:
    """How many of the known deals are decided in time, and that no verdict contradicts."""
    wrong = 0
    for key, (seconds, must, aim) in DECIDED.items():
        deals = rows(folders()[-1], f"deals-{key}")
        found = [_solve_within(deal(VARIANTS[key], parse_deck(row["deck"])), seconds, engine) for row in deals]
        pairs = [(KNOWN[row["verdict"]], one.verdict) for row, one in zip(deals, found, strict=True)]
        wrong += sum(Verdict.UNKNOWN not in pair and pair[0] is not pair[1] for pair in pairs)
        count = sum(one.verdict is not Verdict.UNKNOWN for one in found)
        yield Measure(what=f"{key}: decided of {len(deals)} within {seconds} s", value=count, must=must, aim=aim)
    yield Measure(what="verdicts against known ones", value=wrong, must=0, aim=0, less=True)


def _solve_within(table: Table, seconds: float, engine: Engine) -> Solution:
    until = time.process_time() + seconds
    try:
        return solve(table, 1 << 40, partial(_stop_after, until), engine)
    except _LateError:
        return Solution(Verdict.UNKNOWN, None, 0)


def _stop_after(until: float, _: int) -> None:
    if time.process_time() > until:
        raise _LateError


def proofs(engine: Engine) -> Iterator[Finding]:
    """How long a proven deal for a fresh secret takes."""
    must, aim = PROOF[engine.name]
    for key, variant in VARIANTS.items():
        times, numbers = [], []
        for secret in SECRETS:
            start = time.process_time()
            found = find_winnable(variant, partial(deck_for, secret, variant), engine=engine)
            times.append(time.process_time() - start)
            numbers.append(found.deal_number if found else -1)
        what = f"{key}: a proven deal for a secret, median of {len(SECRETS)}"
        yield Measure(what=what, value=median(times), must=must, aim=aim, unit="s", less=True)
        yield Figure("the slowest", max(times), "s")
        yield Figure("deals passed over, median", median(numbers), "")


def rates(engine: Engine) -> Iterator[Finding]:
    """Nodes a second, and how many times those of plain Python."""
    for key in VARIANTS:
        rate = _nodes_per_second(key, engine)
        yield Figure(f"{key}: nodes with {engine.name}", rate, "/s")
        if engine.name != "python":
            ratio = rate / _nodes_per_second(key, reference())
            yield Measure(what=f"{key}: nodes a second against plain Python", value=ratio, must=10, aim=20, unit="×")


def _nodes_per_second(key: str, engine: Engine) -> float:
    """Of searches for a verdict and for par together."""
    variant, done, spent = VARIANTS[key], 0, 0.0
    for number in range(4):
        table = deal(variant, deck_for(SECRETS[0], variant, number))
        start = time.process_time()
        done += solve(table, RATE_NODES, engine=engine).nodes
        done += par(table, ("",) * 500, RATE_NODES, engine=engine).nodes
        spent += time.process_time() - start
    return done / spent


def pars(engine: Engine) -> Iterator[Finding]:
    """How near the shortest lines found come to the lower bound."""
    for key, (must, aim) in PAR.items():
        variant, ratios, firsts, times = VARIANTS[key], [], [], []
        for secret in SECRETS:
            found = find_winnable(variant, partial(deck_for, secret, variant), engine=engine)
            if found:
                table = deal(variant, deck_for(secret, variant, found.deal_number))
                start = time.process_time()
                ratios.append(par(table, found.line, engine=engine).moves / fewest_moves(table))
                times.append(time.process_time() - start)
                firsts.append(len(found.line) / fewest_moves(table))
        what = f"{key}: par ÷ lower bound, median of {len(ratios)}"
        yield Measure(what=what, value=median(ratios), must=must, aim=aim, less=True)
        yield Figure("the first line ÷ lower bound, median", median(firsts), "")
        yield Figure("time for par, median", median(times), "s")


PARTS: dict[str, Callable[[Engine], Iterator[Finding]]] = {
    "rates": rates,
    "proofs": proofs,
    "pars": pars,
    "decided": decided,
}


def _warm(engine: Engine) -> None:
    """Compiling is not measured."""
    for key in VARIANTS:
        _nodes_per_second(key, engine)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.solver", description="How fast the solver is, here.")
    parser.add_argument("--only", action="append", choices=PARTS, help="measure this part; may be repeated")
    parser.add_argument("--engine", choices=PROOF, help="python or numba (the quicker one there is)")
    parser.add_argument("--json", action="store_true", help="JSON objects instead of a table")
    options = parser.parse_args()
    engine = ENGINES[options.engine]() if options.engine else best_engine()
    _warm(engine)
    for name in options.only or PARTS:
        for found in PARTS[name](engine):
            print(json.dumps(as_objects([found])[0]) if options.json else as_lines([found])[0], flush=True)


if __name__ == "__main__":
    main()
