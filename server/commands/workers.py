"""Several processes on one listening socket; one that dies is replaced."""

import logging
import multiprocessing
import os
import signal
import socket
import tempfile
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from prometheus_client.multiprocess import mark_process_dead

from server.logs import set_up_logs
from server.settings import Settings

Serve = Callable[[Settings, socket.socket], None]

_log = logging.getLogger(__name__)
_processes = multiprocessing.get_context("spawn")


def serve_by_workers(settings: Settings, listener: socket.socket, serve: Serve) -> None:
    """Runs `settings.workers` processes until a signal comes; then they drain, and it returns when all have stopped."""
    with tempfile.TemporaryDirectory(prefix="samedeal-metrics-") as metrics:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics
        workers = [_start(settings, listener, serve) for _ in range(settings.workers)]
        try:
            while True:
                _replace_ended(workers, lambda: _start(settings, listener, serve))
        finally:
            for worker in workers:
                worker.terminate()
            for worker in workers:
                worker.join()


def _replace_ended(workers: list[BaseProcess], start: Callable[[], BaseProcess]) -> None:
    wait([worker.sentinel for worker in workers])
    for i, worker in enumerate(workers):
        if worker.exitcode is not None:
            _log.error("Worker %s has ended with code %s; another one takes over.", worker.pid, worker.exitcode)
            mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]
            workers[i] = start()


def _start(settings: Settings, listener: socket.socket, serve: Serve) -> BaseProcess:
    worker = _processes.Process(target=_work, args=(settings, listener, serve))
    worker.start()
    return worker


def _work(settings: Settings, listener: socket.socket, serve: Serve) -> None:
    set_up_logs()
    signal.signal(signal.SIGTERM, lambda *_: exit_now())
    serve(settings, listener)


def exit_now() -> None:
    """Leaves as after a finished drain."""
    raise SystemExit(0)
