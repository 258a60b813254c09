"""The service's measures: real games over real sockets, beside a bare echo and the disk of the same run."""

import asyncio
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from threading import Thread

from tests.serving import UNLIMITED, LiveServer, serving

from .disk import fdatasync_ms
from .echo import Echo, echoing
from .load import Load, Round, generating
from .measures import Figure, Finding, Measure
from .openings import LONG_GAME, opening_times
from .processes import cpu_seconds, memory_kb


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How thoroughly it is measured."""

    rounds: int = 5
    seconds: float = 3.0
    paced_seconds: float = 10.0
    idle_sockets: int = 5000
    openings: int = 400
    starts: int = 5
    generators: int = 1


QUICK = Extent(rounds=3, seconds=1.0, paced_seconds=3.0, idle_sockets=500, openings=100, starts=2)

WARM_UP_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Pair:
    """A round of moves and the round of echoes before it, with the processor time of the servers."""

    echo: Round
    moves: Round
    echo_cpu: float
    moves_cpu: float

    @property
    def rate(self) -> float:
        """Moves a second, of the echo's."""
        return self.moves.rate / self.echo.rate

    @property
    def cost(self) -> float:
        """Processor time of a move, of an echo's."""
        return (self.moves_cpu / self.moves.answers) / (self.echo_cpu / self.echo.answers)


def flat_out(extent: Extent) -> Iterator[Finding]:
    """Durable moves a second and what they cost, with 100 and with 1,000 sockets that never wait."""
    few, many = _pairs(extent, 100), _pairs(extent, 1000)
    yield Measure(what="moves/s, 100 sockets flat out, of the echo's", value=_median(few, _rate), must=0.4, aim=0.7)
    yield Measure(what="moves/s, 1,000 sockets flat out, of the echo's", value=_median(many, _rate), must=0.35, aim=0.6)
    yield Measure(
        what="server CPU of a move, of an echo's", value=_median(few, _cost), must=3, aim=1.6, less=True, unit="×"
    )
    for sockets, pairs in (("100", few), ("1,000", many)):
        yield Figure(f"moves/s, {sockets} sockets", _median(pairs, lambda pair: pair.moves.rate), "/s")
        yield Figure(f"echoes/s, {sockets} sockets", _median(pairs, lambda pair: pair.echo.rate), "/s")
        yield Figure(f"server CPU of a move, {sockets} sockets", _median(pairs, _move_cpu), "µs")
    yield Figure("server CPU of an echo", _median(few, lambda pair: pair.echo_cpu / pair.echo.answers * 1e6), "µs")
    yield Figure("size of an answer", few[0].moves.size / few[0].moves.answers, "bytes")
    yield Figure("generator's processor share, moves", _median(few, lambda pair: pair.moves.share * 100), "%")
    yield Figure("generator's processor share, echoes", _median(few, lambda pair: pair.echo.share * 100), "%")


def paced(extent: Extent) -> Iterator[Finding]:
    """How long 1,000 players who each move once a second wait for an answer."""
    with _tables(extent, 1000) as (load, _, folder), _echo_beside(load, 1000):
        rounds, echoes, disk = [], [], []
        for _ in range(extent.rounds):
            disk += fdatasync_ms(folder, 100)
            echoes.append(load.paced("echo", extent.paced_seconds))
            rounds.append(load.paced("table", extent.paced_seconds))
    sync = median(disk)
    yield Measure(
        what="ack p99, 1,000 players at 1 move/s each",
        value=median(map(_p99, rounds)),
        must=8 + 2 * sync,
        aim=2.2 + sync,
        unit="ms",
        less=True,
    )
    yield Figure("ack p50, 1,000 players at 1 move/s each", median(median(one.latencies_ms) for one in rounds), "ms")
    yield Figure("echo p99, 1,000 sockets at 1/s each", median(map(_p99, echoes)), "ms")
    yield Figure("moves left out, because the answer took more than a second", sum(one.missed for one in rounds), "")
    yield Figure("fdatasync of 8 kB, median", sync, "ms")
    yield Figure("fdatasync of 8 kB, p99", quantiles(disk, n=100)[98], "ms")


def idle(extent: Extent) -> Iterator[Finding]:
    """What a table with a socket costs in memory while nobody moves."""
    with _tables(extent, 100) as (load, server, _):
        load.flat_out("table", WARM_UP_SECONDS)
        before = memory_kb(server.process.pid)
        load.sit("idle", "table", server.url, extent.idle_sockets)
        sitting = memory_kb(server.process.pid)
        played = load.flat_out("idle", WARM_UP_SECONDS)
        after = memory_kb(server.process.pid)
    yield Measure(
        what=f"server memory of an idle table socket, at {extent.idle_sockets:,}",
        value=(sitting - before) / extent.idle_sockets,
        must=60,
        aim=35,
        unit="kB",
        less=True,
    )
    yield Figure("server memory of a move made", (after - sitting) / played.answers, "kB")
    yield Figure("server memory with 100 sockets", before / 1000, "MB")


def openings(extent: Extent) -> Iterator[Finding]:
    """How long it takes to open an attempt with 300 plies, from asking for the socket to the table."""
    with _server() as (server, _):
        took = asyncio.run(opening_times(server.url, extent.openings))
    yield Measure(
        what=f"open an attempt with {LONG_GAME} plies, p99",
        value=quantiles(took, n=100)[98],
        must=25,
        aim=8,
        unit="ms",
        less=True,
    )
    yield Figure(f"open an attempt with {LONG_GAME} plies, median", median(took), "ms")


def starts(extent: Extent) -> Iterator[Finding]:
    """How long `samedeal serve` takes until it is ready: on an empty folder, and again."""
    first, again = [], []
    for _ in range(extent.starts):
        with tempfile.TemporaryDirectory() as folder:
            first.append(_seconds_to_ready(folder))
            again.append(_seconds_to_ready(folder))
    yield Measure(what="serve to ready, first time", value=median(first), must=3, aim=2, unit="s", less=True)
    yield Measure(what="serve to ready, again", value=median(again), must=1.2, aim=0.6, unit="s", less=True)


def workers(extent: Extent) -> Iterator[Finding]:
    """What a second process brings, with 200 sockets that never wait."""
    with _server() as (one, _), _server("--workers", "2") as (two, _), generating(extent.generators) as load:
        rates: dict[str, list[float]] = {}
        for crowd, server in (("one", one), ("two", two)):
            load.sit(crowd, "table", server.url, 200)
            load.flat_out(crowd, WARM_UP_SECONDS)
        for crowd in ("one", "two") * extent.rounds:
            rates.setdefault(crowd, []).append(load.flat_out(crowd, extent.seconds).rate)
    gain = median(two / one for one, two in zip(rates["one"], rates["two"], strict=True))
    yield Measure(
        what="moves/s of two workers, of one's, 200 sockets flat out", value=gain, must=0.9, aim=1.3, unit="×"
    )
    yield Figure("moves/s of one worker, 200 sockets", median(rates["one"]), "/s")
    yield Figure("moves/s of two workers, 200 sockets", median(rates["two"]), "/s")


PARTS: dict[str, Callable[[Extent], Iterable[Finding]]] = {
    "flat-out": flat_out,
    "paced": paced,
    "idle": idle,
    "openings": openings,
    "starts": starts,
    "workers": workers,
}


@contextmanager
def _server(*options: str) -> Iterator[tuple[LiveServer, Path]]:
    with tempfile.TemporaryDirectory() as folder, serving(*UNLIMITED, "--data", folder, *options) as server:
        reader = Thread(target=_read_to_end, args=(server.process,))
        reader.start()
        try:
            yield server, Path(folder)
        finally:
            server.process.terminate()
            reader.join()
            server.process.wait()


def _read_to_end(process: subprocess.Popen[str]) -> None:
    """A log that nobody reads would stop the server once the pipe is full."""
    assert process.stdout is not None
    for _ in process.stdout:
        pass


@contextmanager
def _tables(extent: Extent, sockets: int) -> Iterator[tuple[Load, LiveServer, Path]]:
    with _server() as (server, folder), generating(extent.generators) as load:
        load.sit("table", "table", server.url, sockets)
        yield load, server, folder


@contextmanager
def _echo_beside(load: Load, sockets: int) -> Iterator[Echo]:
    """An echo with as many sockets, whose answers are as long as those to moves are on average."""
    warm_up = load.flat_out("table", WARM_UP_SECONDS)
    with echoing(warm_up.size // warm_up.answers) as echo:
        load.sit("echo", "echo", echo.url, sockets)
        load.flat_out("echo", WARM_UP_SECONDS / 2)
        yield echo


def _pairs(extent: Extent, sockets: int) -> list[Pair]:
    with _tables(extent, sockets) as (load, server, _), _echo_beside(load, sockets) as echo:
        return [_pair(load, echo.pid, server.process.pid, extent.seconds) for _ in range(extent.rounds)]


def _pair(load: Load, echo: int, server: int, seconds: float) -> Pair:
    echoes, echo_cpu = _costed(echo, lambda: load.flat_out("echo", seconds))
    moves, moves_cpu = _costed(server, lambda: load.flat_out("table", seconds))
    return Pair(echoes, moves, echo_cpu, moves_cpu)


def _costed(pid: int, play: Callable[[], Round]) -> tuple[Round, float]:
    before = cpu_seconds(pid)
    return play(), cpu_seconds(pid) - before


def _median(pairs: Iterable[Pair], figure: Callable[[Pair], float]) -> float:
    return median(map(figure, pairs))


def _rate(pair: Pair) -> float:
    return pair.rate


def _cost(pair: Pair) -> float:
    return pair.cost


def _move_cpu(pair: Pair) -> float:
    return pair.moves_cpu / pair.moves.answers * 1e6


def _p99(one: Round) -> float:
    return quantiles(one.latencies_ms, n=100)[98]


def _seconds_to_ready(folder: str) -> float:
    began = time.perf_counter()
    with serving("--data", folder):
        return time.perf_counter() - began
