"""Asks once for all who want to know the same at the same time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Hashable

T = TypeVar("T")

MOST_REMEMBERED = 1000


@dataclass(slots=True)
class _Question(Generic[T]):
    begun: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    answers: list[T] = field(default_factory=list)


class Together(Generic[T]):
    """Puts questions for several who ask at once: nobody gets an answer from before they asked."""

    def __init__(self) -> None:
        self._questions: OrderedDict[Hashable, _Question[T]] = OrderedDict()

    async def ask(self, what: Hashable, ask: Callable[[], Awaitable[T]]) -> T:
        """What `ask` gives, or gave to another who began to ask it after this call."""
        question = self._question(what)
        begun = question.begun
        async with question.turn:
            if question.begun == begun or not question.answers:
                question.begun += 1
                question.answers = []
                question.answers = [await ask()]
            return question.answers[0]

    def _question(self, what: Hashable) -> _Question[T]:
        question = self._questions.setdefault(what, _Question())
        self._questions.move_to_end(what)
        if len(self._questions) > MOST_REMEMBERED:
            self._questions.popitem(last=False)
        return question
