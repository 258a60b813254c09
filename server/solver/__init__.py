"""Proof that a deal can be won: pure, counted in nodes, the same on every machine."""

from .difficulty import stars
from .engine import Engine, accelerated, best_engine, reference
from .par import PAR_BUDGET, Par, fewest_moves, par
from .proof import NODE_BUDGET, SOLVER_VERSION, Progress, Proof, find_winnable
from .solve import Solution, Verdict, solve

__all__ = [
    "NODE_BUDGET",
    "PAR_BUDGET",
    "SOLVER_VERSION",
    "Engine",
    "Par",
    "Progress",
    "Proof",
    "Solution",
    "Verdict",
    "accelerated",
    "best_engine",
    "fewest_moves",
    "find_winnable",
    "par",
    "reference",
    "solve",
    "stars",
]
