"""What is measured, what it must reach and what we aim at."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One figure beside what it must be and what it aims at; `less` is better, or more."""

    what: str
    value: float
    must: float
    aim: float
    unit: str = ""
    less: bool = False

    @property
    def grade(self) -> str:
        """How far it got."""
        return "aim" if self._reaches(self.aim) else "must" if self._reaches(self.must) else "missed"

    @property
    def sign(self) -> str:
        """How it compares with its bounds."""
        return "≤" if self.less else "≥"

    def _reaches(self, bound: float) -> bool:
        return self.value <= bound if self.less else self.value >= bound


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure that explains the measures; nothing is asked of it."""

    what: str
    value: float
    unit: str


Finding = Measure | Figure


def as_lines(findings: Iterable[Finding]) -> list[str]:
    """A line for each, for a terminal."""
    return [_measure_line(one) if isinstance(one, Measure) else _figure_line(one) for one in findings]


def as_objects(findings: Iterable[Finding]) -> list[dict[str, object]]:
    """An object for each, for programs."""
    return [
        {
            "what": one.what,
            "value": round(one.value, 4),
            "unit": one.unit,
            **({"must": one.must, "aim": one.aim, "grade": one.grade} if isinstance(one, Measure) else {}),
        }
        for one in findings
    ]


def amount(value: float, unit: str) -> str:
    """A figure as people read it: three digits that count."""
    digits = 0 if abs(value) >= 100 or value == 0 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f} {unit}".rstrip()


def _measure_line(one: Measure) -> str:
    bounds = f"must {one.sign} {amount(one.must, one.unit)}, aim {amount(one.aim, one.unit)}"
    return f"{one.what:64} {amount(one.value, one.unit):>14}  {bounds:42} {one.grade}"


def _figure_line(one: Figure) -> str:
    return f"  {one.what:62} {amount(one.value, one.unit):>14}"
