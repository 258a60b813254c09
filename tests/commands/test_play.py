"""`samedeal play`: a record's moves over the socket of a real server."""

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tests.commands.running import Runner
from tests.contest.records import Json, won
from tests.serving import LiveServer

GOOD = won("kansas")
NOWHERE = "http://127.0.0.1:9"


def with_move(place: int, move: str) -> Json:
    """The good record with one move changed."""
    moves = [*GOOD["moves"][:place], move, *GOOD["moves"][place + 1 :]]
    return GOOD | {"moves": moves}


def test_a_winning_line_wins(samedeal: Runner, live_server: LiveServer) -> None:
    ran = samedeal("play", samedeal.file("won", GOOD), "--server", live_server.url)
    assert (ran.code, ran.complained, len(ran.printed)) == (0, [], 1)
    assert ran.printed[0].startswith("attempt ")
    assert ran.printed[0].endswith(f": won, 52 home, {len(GOOD['moves'])} moves")


def test_one_that_stops_early_has_not_ended(samedeal: Runner, live_server: LiveServer) -> None:
    ran = samedeal("play", samedeal.file("early", GOOD | {"moves": ["S-W"]}), "--server", live_server.url)
    assert ran.code == 0
    assert ran.printed[0].endswith(": not ended, 1 home, 1 moves")


def test_a_refused_move_is_said(samedeal: Runner, live_server: LiveServer) -> None:
    ran = samedeal("play", samedeal.file("wrong", with_move(1, "W-S")), "--server", live_server.url)
    assert ran.code == 1
    assert ran.printed[0].endswith(": move 2, W-S, is refused: Turn the rest of the stock first.")


def test_what_is_no_move_at_all_is_refused_too(samedeal: Runner, live_server: LiveServer) -> None:
    ran = samedeal("play", samedeal.file("wrong", with_move(1, "T1-T2" * 10)), "--server", live_server.url)
    assert (ran.code, len(ran.printed)) == (1, 1)
    assert ": move 2, " in ran.printed[0]


def test_many_records_by_several_guests(samedeal: Runner, live_server: LiveServer) -> None:
    early = GOOD | {"moves": ["S-W"] * 3}
    file = samedeal.file("many", *[early] * 7)
    ran = samedeal("play", file, "--server", live_server.url, "--guests", "3")
    assert (ran.code, len({line.partition(":")[0] for line in ran.printed})) == (0, 7)


@pytest.mark.parametrize("server", [NOWHERE, "nonsense", "http://[", "ftp://127.0.0.1"])
def test_a_server_that_is_none(samedeal: Runner, server: str) -> None:
    ran = samedeal("play", samedeal.file("won", GOOD), "--server", server)
    assert (ran.code, ran.printed, len(ran.complained)) == (2, [], 1)
    assert ran.complained[0].startswith(f"{server}: ")


@pytest.mark.parametrize("page", [b"<h1>Welcome</h1>", b'{"hello": "world"}', b"[]"])
def test_a_server_that_is_another(samedeal: Runner, page: bytes) -> None:
    class Stranger(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Stranger) as stranger:
        answering = Thread(target=stranger.handle_request)
        answering.start()
        ran = samedeal("play", samedeal.file("won", GOOD), "--server", f"http://127.0.0.1:{stranger.server_port}")
        answering.join()
    assert (ran.code, ran.printed) == (2, [])
    assert ": This is no Same Deal server." in ran.complained[0]


def test_a_record_that_cannot_be_read(samedeal: Runner) -> None:
    ran = samedeal("play", samedeal.text("bad", "nonsense"), "--server", NOWHERE)
    assert (ran.code, ran.printed) == (2, [])
    assert ":1: This is not a samedeal-record/1: " in ran.complained[0]


def test_at_least_one_guest_plays(samedeal: Runner) -> None:
    ran = samedeal("play", samedeal.file("won", GOOD), "--server", NOWHERE, "--guests", "0")
    assert ran.code == 2
    assert ran.complained[-1].endswith("0 is not a whole number from 1 on")
