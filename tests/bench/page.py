"""docs/performance.md, as a run found it."""

from collections.abc import Iterable, Mapping

from .measures import Figure, Finding, Measure, amount

HEAD = """\
# Performance

Made by `make bench ARGS="--write docs/performance.md"`; please do not edit it by hand.

Real games are played along winning lines over real sockets, against `samedeal serve` with its own PostgreSQL, fsync on;
a move counts once it is committed and answered. The load generator, the server and PostgreSQL share the processors of
one small machine. Rounds of moves take turns with rounds of a bare echo: the same stack, the same settings, messages of
the same sizes, no patience. Machines differ, so compare ratios; absolute figures are those of one run, the last.

"""


def page(findings: Iterable[Finding], rules: Mapping[str, Mapping[str, float]]) -> str:
    """The page as Markdown, given what was found and what `tests.bench.rules` measured."""
    found = list(findings)
    measures = [_measure_row(one) for one in found if isinstance(one, Measure)]
    figures = [f"| {one.what} | {amount(one.value, one.unit)} |" for one in found if isinstance(one, Figure)]
    return HEAD + "\n\n".join(
        (
            _table("## Measures", "| what | measured | must | aim | reached |", measures),
            _table("## Figures of the same run", "| what | measured |", figures),
            _table(
                "## The rules alone, operations a second of processor time",
                "| variant | what | rate | of the baseline |",
                _rules(rules),
            ),
        )
    )


def _measure_row(one: Measure) -> str:
    bounds = f"{one.sign} {amount(one.must, one.unit)} | {one.sign} {amount(one.aim, one.unit)}"
    return f"| {one.what} | {amount(one.value, one.unit)} | {bounds} | {one.grade} |"


def _rules(rules: Mapping[str, Mapping[str, float]]) -> list[str]:
    baseline = rules["baseline"]["baseline"]
    return [
        f"| {variant} | {name} | {rate:,.0f} | {rate / baseline:.3f} |"
        for variant, rates in rules.items()
        for name, rate in rates.items()
    ]


def _table(title: str, head: str, rows: Iterable[str]) -> str:
    return "\n".join((title, "", head, "|---" * (head.count("|") - 1) + "|", *rows, ""))
