"""`samedeal serve` and `samedeal migrate`: what stops them is said in a sentence, and they stop in order."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from server.client import Client
from server.protocol import SUBPROTOCOL, Notice, TableMessage, decode_server
from server.settings import Settings, variable
from server.store.embedded import EmbeddedPostgres
from tests.commands.running import Runner
from tests.conftest import at, complete, execute
from tests.serving import UNLIMITED, launched, serving

NOBODY = "postgresql://127.0.0.1:9/samedeal"


def refused(*options: str, database_url: str | None = None, **environment: str) -> tuple[int, str]:
    """The exit code of a serve that does not come to serving, and all that it says."""
    with launched(*options, database_url=database_url, **environment) as process:
        said, _ = process.communicate(timeout=60)
        return process.returncode, said


@pytest.fixture
def empty_database_url(postgres: EmbeddedPostgres) -> Iterator[str]:
    """A database without tables."""
    with _empty(postgres.url) as url:
        yield url


@contextmanager
def _empty(url: str) -> Iterator[str]:
    complete(execute(at(url, "postgres"), "CREATE DATABASE never_migrated"))
    yield at(url, "never_migrated")
    complete(execute(at(url, "postgres"), "DROP DATABASE never_migrated WITH (FORCE)"))


def test_help_lists_every_setting(samedeal: Runner) -> None:
    ran = samedeal("serve", "--help")
    words = " ".join(" ".join(ran.printed).split())
    assert ran.code == 0
    for setting in fields(Settings):
        assert f"--{setting.name.replace('_', '-')} " in words
        assert variable(setting.name) in words
        if setting.default not in (None, ""):
            assert f"default {setting.default}" in words.replace("- ", "-")


def test_a_bad_setting(samedeal: Runner) -> None:
    assert refused(SAMEDEAL_WORKERS="none") == (
        1,
        "SAMEDEAL_WORKERS has to be a whole number from 1 to 1000000, not none.\n",
    )
    assert samedeal("serve", "--nonsense", "1").code == 2


def test_a_port_that_is_taken(database_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        says = f"Can't listen on 127.0.0.1:{port}: Address already in use.\n"
        assert refused("--port", str(port), database_url=database_url) == (1, says)


def test_an_address_that_is_not_ours(database_url: str) -> None:
    code, said = refused("--host", "192.0.2.1", database_url=database_url)
    assert (code, said) == (1, "Can't listen on 192.0.2.1:0: Cannot assign requested address.\n")
    code, said = refused("--host", "no-such-host.invalid", database_url=database_url)
    assert code == 1
    assert said.startswith("Can't listen on no-such-host.invalid:0: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("url", [NOBODY, "postgresql://user@localhost/nowhere?host=/nowhere"])
def test_a_database_that_does_not_answer(url: str) -> None:
    code, said = refused(database_url=url)
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("The database does not answer: ")


@pytest.mark.parametrize("url", ["mysql://127.0.0.1/samedeal", "nonsense", "postgresql://127.0.0.1:port/samedeal"])
def test_an_address_that_is_no_database(url: str) -> None:
    code, said = refused(database_url=url)
    assert (code, said.count("\n")) == (1, 1)
    assert said.startswith("DATABASE_URL ")


def test_a_database_that_was_not_migrated(empty_database_url: str) -> None:
    says = "The database is not up to date. Run: samedeal migrate\n"
    assert refused(database_url=empty_database_url) == (1, says)
    migrated = subprocess.run(
        [sys.executable, "-m", "server", "migrate"],
        env=os.environ | {"DATABASE_URL": empty_database_url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (migrated.returncode, migrated.stdout) == (0, "")
    with serving(database_url=empty_database_url) as server:
        server.stop()
        assert server.process.returncode == 0


def test_two_on_the_same_data(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    with serving(*data) as first:
        code, said = refused(*data)
        assert (code, said.count("\n")) == (1, 1)
        assert str(tmp_path / "data") in said
        first.stop()
        assert first.process.returncode == 0


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_sigterm_tells_everybody_and_leaves_in_order(database_url: str, workers: str) -> None:
    with serving(*UNLIMITED, "--workers", workers, database_url=database_url) as server:
        async with Client(server.url) as client:
            await client.become_guest()
            attempt = await client.practise("kansas")
            address = f"ws{server.url.removeprefix('http')}/api/attempts/{attempt}/table"
            token = {"Authorization": f"Bearer {client.token}"}
            async with connect(address, subprotocols=[Subprotocol(SUBPROTOCOL)], additional_headers=token) as table:
                assert isinstance(decode_server(await table.recv()), TableMessage)
                server.process.send_signal(signal.SIGTERM)
                assert decode_server(await table.recv()) == Notice(notice="draining")
                with pytest.raises(ConnectionClosed) as closed:
                    await table.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4503
        assert server.process.wait(30) == 0


def test_it_stops_when_asked_with_nobody_there(database_url: str) -> None:
    with serving(database_url=database_url) as server:
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) in (0, 130)


def test_ctrl_c_is_no_fault_while_games_are_proven(database_url: str) -> None:
    with serving(database_url=database_url) as server:
        while not server.children("server.proving"):
            assert server.process.poll() is None
        os.killpg(server.process.pid, signal.SIGINT)
        assert server.process.wait(30) in (0, 130)
        assert "Traceback" not in server.stop()
