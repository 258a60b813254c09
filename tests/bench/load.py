"""The load generator: processes of their own that play many sockets at once, and how to tell them what to do."""

import asyncio
import gc
import multiprocessing
import time
from array import array
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Literal, assert_never

import httpx
import uvloop

from .crowd import Crowd, Tally, echo_seats, table_seats

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_processes = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Sit:
    """Connect so many sockets to the tables, or to the echo, of the server at this address."""

    crowd: str
    kind: Literal["table", "echo"]
    url: str
    sockets: int


@dataclass(frozen=True, slots=True)
class Play:
    """Play for so many seconds: flat out, or once a second each."""

    crowd: str
    seconds: float
    paced: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """Close the sockets."""

    crowd: str


Order = Sit | Play | Leave


@dataclass(frozen=True, slots=True)
class Round:
    """What one generator, or all together, saw: answers, seconds until the last one, and its own processor share."""

    answers: int
    seconds: float
    size: int
    latencies_ms: "array[float]"
    missed: int
    share: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.seconds


class Load:
    """Generator processes that share every crowd evenly."""

    def __init__(self, pipes: Sequence["Connection[Order, Round | None]"]) -> None:
        self._pipes = pipes

    def sit(self, crowd: str, kind: Literal["table", "echo"], url: str, sockets: int) -> None:
        """Connects a crowd."""
        share, rest = divmod(sockets, len(self._pipes))
        for turn, pipe in enumerate(self._pipes):
            pipe.send(Sit(crowd, kind, url, share + (turn < rest)))
        self._answers()

    def flat_out(self, crowd: str, seconds: float) -> Round:
        """A crowd asks as fast as it is answered."""
        return self._all(Play(crowd, seconds))

    def paced(self, crowd: str, seconds: float) -> Round:
        """Each of a crowd asks once a second."""
        return self._all(Play(crowd, seconds, paced=True))

    def leave(self, crowd: str) -> None:
        """Disconnects a crowd."""
        for pipe in self._pipes:
            pipe.send(Leave(crowd))
        self._answers()

    def _all(self, order: Order) -> Round:
        for pipe in self._pipes:
            pipe.send(order)
        rounds = self._answers()
        return Round(
            answers=sum(one.answers for one in rounds),
            seconds=max(one.seconds for one in rounds),
            size=sum(one.size for one in rounds),
            latencies_ms=array("d", (ms for one in rounds for ms in one.latencies_ms)),
            missed=sum(one.missed for one in rounds),
            share=max(one.share for one in rounds),
        )

    def _answers(self) -> list[Round]:
        return [answer for pipe in self._pipes if (answer := pipe.recv()) is not None]


@contextmanager
def generating(generators: int) -> Iterator[Load]:
    """So many generator processes, while the block lasts."""
    ends = [_processes.Pipe() for _ in range(generators)]
    workers = [_processes.Process(target=generate, args=(theirs,), daemon=True) for _, theirs in ends]
    for worker, (_, theirs) in zip(workers, ends, strict=True):
        worker.start()
        theirs.close()
    try:
        yield Load([ours for ours, _ in ends])
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def generate(pipe: "Connection[Round | None, Order]") -> None:
    """Obeys until the process is ended."""
    uvloop.run(_obey(pipe))


async def _obey(pipe: "Connection[Round | None, Order]") -> None:
    crowds: dict[str, tuple[Crowd, AsyncExitStack]] = {}
    while True:
        order = await asyncio.to_thread(pipe.recv)
        match order:
            case Sit():
                crowds[order.crowd] = await _sit(order)
                answer = None
            case Play():
                answer = await _play(crowds[order.crowd][0], order)
            case Leave():
                crowd, stack = crowds.pop(order.crowd)
                crowd.leave()
                await stack.aclose()
                answer = None
            case _:
                assert_never(order)
        pipe.send(answer)


async def _sit(order: Sit) -> tuple[Crowd, AsyncExitStack]:
    crowd, stack = Crowd(), AsyncExitStack()
    if order.kind == "echo":
        seats = echo_seats(crowd, order.url.replace("http", "ws", 1), order.sockets)
    else:
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=order.url, timeout=60, cookies=_no_cookies()))
        seats = table_seats(crowd, http, order.sockets)
    await crowd.sit_down(seats)
    gc.collect()
    gc.freeze()
    return crowd, stack


def _no_cookies() -> CookieJar:
    """Every guest speaks by its own token."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=[]))


async def _play(crowd: Crowd, order: Play) -> Round:
    used = time.process_time()
    tally = await (crowd.paced(order.seconds) if order.paced else crowd.flat_out(order.seconds))
    return _round(tally, time.process_time() - used)


def _round(tally: Tally, used: float) -> Round:
    seconds = tally.last - tally.began
    return Round(
        answers=tally.answers,
        seconds=seconds,
        size=tally.size,
        latencies_ms=tally.latencies_ms,
        missed=tally.missed,
        share=used / seconds,
    )
