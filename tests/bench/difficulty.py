"""The scales of stars, from a sample of deals as they open: `python -m tests.bench.difficulty [--deals 200]`.

Prints the table of `server/solver/difficulty.py`.
"""

import argparse
from functools import partial
from statistics import fmean, quantiles, stdev

from server.rules import VARIANTS, Table, Variant, deal, deck_for
from server.solver import find_winnable
from server.solver.difficulty import Scale, Signs, hardness_of, signs


def sample(variant: Variant, deals: int) -> list[Table]:
    """Deals as games open with them, of secrets 0, 1, 2 …"""
    tables = []
    for number in range(deals):
        secret = b"difficulty".ljust(28, b".") + number.to_bytes(4, "big")
        proof = find_winnable(variant, partial(deck_for, secret, variant))
        if proof:
            tables.append(deal(variant, deck_for(secret, variant, proof.deal_number)))
    return tables


def scale(seen: list[Signs]) -> Scale:
    """The scale of a sample."""
    means = Signs(*(round(fmean(column), 3) for column in zip(*seen, strict=True)))
    deviations = Signs(*(round(stdev(column), 3) for column in zip(*seen, strict=True)))
    rough = Scale(means, deviations, (0, 0, 0, 0))
    first, second, third, fourth = (round(cut, 3) for cut in quantiles((hardness_of(one, rough) for one in seen), n=5))
    return Scale(means, deviations, (first, second, third, fourth))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.difficulty", description="The scales of stars.")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--variant", action="append", choices=VARIANTS)
    options = parser.parse_args()
    for key in options.variant or VARIANTS:
        found = scale([signs(table) for table in sample(VARIANTS[key], options.deals)])
        rows = ",\n        ".join((f"Signs{tuple(found.means)}", f"Signs{tuple(found.deviations)}", f"{found.cuts}"))
        print(f'    "{key}": Scale(\n        {rows},\n    ),', flush=True)


if __name__ == "__main__":
    main()
