"""What runs the kernels: plain Python, or the same source compiled where numba is installed (`samedeal[fast]`)."""

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, NamedTuple

from . import compiled, kernels
from .kernels import Ints, Seen


class Engine(NamedTuple):
    """The kernels with what they work on; the two engines find the same, node for node.

    `room(seen, more)` gives the set with room for so many more positions.
    """

    name: str
    array: Callable[[Iterable[int]], Ints]
    zeros: Callable[[int], Ints]
    seen: Callable[[], Seen]
    room: Callable[[Seen, int], Seen]
    is_new: Callable[..., bool]
    find_tops: Callable[..., None]
    refresh: Callable[..., None]
    grow: Callable[..., int]
    rank: Callable[..., None]
    keep: Callable[..., int]
    fewest_steps: Callable[..., int]
    dig: Callable[..., int]
    close: Callable[..., int]
    turn_all: Callable[..., int]


_KERNELS = Engine._fields[5:]
_FEWEST_SLOTS = 1 << 12


def best_engine() -> Engine:
    """The quicker engine that can run here."""
    return accelerated() if find_spec("numba") else reference()


@cache
def reference() -> Engine:
    """The kernels as plain Python."""
    names = vars(kernels)
    return Engine("python", list, lambda n: [0] * n, dict, lambda seen, _: seen, *(names[name] for name in _KERNELS))


@cache
def accelerated() -> Engine:
    """The kernels compiled by numba. Raises ImportError without it."""
    np = import_module("numpy")
    names = _compile()

    def array(values: Iterable[int]) -> Any:
        return np.array(values, dtype=np.int64)

    def seen_with(slots: int) -> Any:
        seen = np.zeros(compiled.SLOT * (slots + 1), dtype=np.int64)
        seen[1] = slots - 1
        return seen

    def room(seen: Any, more: int) -> Any:
        wanted, slots = 2 * (int(seen[0]) + more), int(seen[1]) + 1
        if wanted <= slots:
            return seen
        bigger = seen_with(1 << wanted.bit_length())
        names["pour"](seen, bigger)
        return bigger

    def zeros(count: int) -> Any:
        return np.zeros(count, dtype=np.int64)

    return Engine("numba", array, zeros, lambda: seen_with(_FEWEST_SLOTS), room, *(names[name] for name in _KERNELS))


def _compile() -> dict[str, Any]:
    """All kernels compiled, calling each other; what was compiled is cached beside the source, or for the user.

    The cache knows a function by its name and file only, though the places and the functions it uses are compiled into
    it: so all of them are part of each name.
    """
    names = dict(vars(kernels)) | {"SLOT": compiled.SLOT}
    functions = {name: one for name, one in names.items() if isinstance(one, FunctionType)}
    functions |= {name: one for name, one in vars(compiled).items() if isinstance(one, FunctionType)}
    edition = _edition(names, functions)
    for name, function in functions.items():
        copy = FunctionType(function.__code__, names, name)
        copy.__module__ = function.__module__
        copy.__qualname__ = f"{name}_{edition}"
        names[name] = _compiled(copy)
    return names


def _edition(names: dict[str, Any], functions: dict[str, FunctionType]) -> str:
    places = sorted((name, value) for name, value in names.items() if isinstance(value, int))
    codes = [(name, one.__code__.co_code, one.__code__.co_consts) for name, one in sorted(functions.items())]
    return hashlib.sha256(repr((places, codes)).encode()).hexdigest()[:12]


def _compiled(function: FunctionType) -> Any:
    njit = import_module("numba").njit
    try:
        return njit(cache=True)(function)
    except RuntimeError:  # there is nowhere to write a cache
        return njit(function)
