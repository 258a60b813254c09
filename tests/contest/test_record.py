"""server.contest.record: what a record is, and what is none."""

import json
from datetime import date

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.contest.record import InvalidRecord, Record, parse_record
from server.rules import VARIANTS, deck_for
from tests.contest.records import Json, given_up, won
from tests.playing import SECRET

DECK = won("kansas")["deck"]
LEAST = {"format": "samedeal-record/1", "variant": "kansas", "rules_version": 1, "deck": DECK, "moves": []}


def parsed(record: Json) -> Record:
    return parse_record(json.dumps(record))


def changed(**parts: object) -> Json:
    """The least record with these parts; None leaves one out."""
    return {name: part for name, part in {**LEAST, **parts}.items() if part is not None}


def test_the_least_there_can_be() -> None:
    record = parsed(LEAST)
    assert [str(card) for card in record.cards] == DECK
    assert record.rules is VARIANTS["kansas"]
    assert (record.at_ms, record.result, record.chain) == (None, None, None)


def test_secret_and_deal_number_give_the_deck() -> None:
    record = parsed(changed(deck=None, secret=SECRET.hex(), deal=3))
    assert record.cards == deck_for(SECRET, VARIANTS["kansas"], 3)


@pytest.mark.parametrize("record", [LEAST, won("chinaman"), given_up()])
def test_reading_and_writing_round_trips(record: Json) -> None:
    once = parsed(record)
    assert parse_record(msgspec.json.encode(once)) == once


def test_what_is_not_known_of_is_passed_over() -> None:
    assert parsed(changed(comment="by another program")) == parsed(LEAST)


@pytest.mark.parametrize(
    ("record", "says"),
    [
        (changed(format="samedeal-record/2"), "not a samedeal-record/1"),
        (changed(format=None), "format"),
        (changed(moves=None), "moves"),
        (changed(moves="S-W"), "moves"),
        (changed(moves=[1]), r"moves\[0\]"),
        (changed(at_ms=[1.5]), r"at_ms\[0\]"),
        (changed(at_ms=["1"]), r"at_ms\[0\]"),
        (changed(kind="serious"), "kind"),
        (changed(result={"outcome": "lost"}), r"result.outcome"),
        (changed(rules_version="1"), "rules_version"),
        (changed(variant="klondike"), "There is no variant 'klondike'. There are chinaman"),
        (changed(deck=DECK[:51]), "A deck has 52 cards; you gave 51."),
        (changed(deck=[*DECK[:51], DECK[0]]), "twice"),
        (changed(deck=[*DECK[:51], "1X"]), "There is no card '1X'"),
        (changed(deck=None), "needs `deck`, or `secret` and `deal`"),
        (changed(deck=None, secret="00" * 32), "needs `deck`, or `secret` and `deal`"),
        (changed(deck=None, deal=0), "needs `deck`, or `secret` and `deal`"),
        (changed(deck=None, secret="00" * 31, deal=0), "64 hexadecimal digits"),
        (changed(deck=None, secret="xy" * 32, deal=0), "64 hexadecimal digits"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_it_is_said(record: Json, says: str) -> None:
    with pytest.raises(InvalidRecord, match=says):
        parsed(record)


@pytest.mark.parametrize("game", ["2026-12-01", "2026-13-01/kansas", "2026-12-01/chinaman", "kansas", "", None])
def test_a_game_is_a_date_and_this_variant(game: str | None) -> None:
    with pytest.raises(InvalidRecord, match="2026-12-01/kansas"):
        _ = parsed(changed(game=game)).day


def test_the_day_of_its_game() -> None:
    assert parsed(changed(game="2026-12-01/kansas")).day == date(2026, 12, 1)


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_anything_else_is_an_invalid_record(text: str | bytes) -> None:
    with pytest.raises(InvalidRecord):
        parse_record(text)


@pytest.mark.parametrize(
    "text", ['{"x":' + "[" * 100_000, "[" * 100_000, '{"x":"\\ud800"}', "﻿{}", '{"moves":["\\ud800"]}']
)
def test_nasty_json_is_an_invalid_record(text: str) -> None:
    with pytest.raises(InvalidRecord):
        parse_record(text)
