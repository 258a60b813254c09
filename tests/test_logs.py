"""server.logs: whatever somebody slips into a text, a line of the log stays one line that can be seen whole."""

import json
import logging

import pytest

from server.logs import JsonLines, PlainLines

HOSTILE = {
    "a line of their own": "/x\n2026-12-01 INFO server: all is well",
    "a return": "/x\rall is well",
    "colours": "/x\x1b[2J\x1b[31m",
    "another way to say colours": "/x\x9b31m",
    "a bell and a backspace": "/x\x07\x08\x7f\0",
    "right to left": "/x\u202egnp.exe\u2066",
    "nothing to see": "/x\u200b\ufeff\u00ad",
    "a line of Unicode's": "/x\u2028\u2029\x85y",
    "half a character": "/x\ud800",
}
FORMS = (PlainLines(), JsonLines())


def _record(text: str, error: BaseException | None = None) -> logging.LogRecord:
    told = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("server.request", logging.INFO, "", 0, "GET %s 404", (text,), told)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_line_stays_one_line_that_can_be_seen(form: logging.Formatter, text: str) -> None:
    line = form.format(_record(text))
    assert line.isprintable(), repr(line)
    assert "GET /x" in line


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_json_gives_the_text_back(text: str) -> None:
    assert json.loads(JsonLines().format(_record(text)))["message"] == f"GET {text} 404"


@pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_so_does_every_line_of_a_traceback(form: logging.Formatter, text: str) -> None:
    try:
        raise ValueError(text)
    except ValueError as error:
        first, *others = form.format(_record("/x", error)).split("\n")
    assert first.isprintable()
    assert all(line.isprintable() and line.startswith("  ") for line in others), others
    assert any("ValueError" in line for line in (first, *others))


def test_what_can_be_seen_is_left_as_it_is() -> None:
    assert PlainLines().format(_record("/players/Zoë ♠ 王")).endswith("server.request: GET /players/Zoë ♠ 王 404")
