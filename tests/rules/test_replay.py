"""server.rules.replay"""

from server.rules import NAMES, VARIANTS, IllegalMove, InvalidMove, Rule, deal, parse_deck, parse_move, replay
from tests.rules.by_hand import after

CHINAMAN = VARIANTS["chinaman"]
DECK = parse_deck(list(NAMES))
DEAL = deal(CHINAMAN, DECK)


def test_without_moves_there_is_the_deal() -> None:
    played = replay(CHINAMAN, DECK, [])
    assert played.tables == (DEAL,)
    assert played.final == DEAL
    assert played.failure is None


def test_every_table_on_the_way_is_given() -> None:
    """T1 is AC: it goes home, and the turn shows 3H 4H 5H (Chinaman, deal order)."""
    played = replay(CHINAMAN, DECK, ["T1-F", "S-W"])
    assert played.tables == (DEAL, after(DEAL, "T1-F"), after(DEAL, "T1-F", "S-W"))
    assert played.final == played.tables[-1]


def test_moves_may_be_text_or_values() -> None:
    assert replay(CHINAMAN, DECK, [parse_move("T1-F")]) == replay(CHINAMAN, DECK, iter(["T1-F"]))


def test_it_stops_at_the_first_illegal_move() -> None:
    played = replay(CHINAMAN, DECK, ["T1-F", "T1-F", "S-W"])
    assert played.final == after(DEAL, "T1-F")
    assert played.failure is not None
    assert (played.failure.index, played.failure.move) == (1, "T1-F")
    assert isinstance(played.failure.error, IllegalMove)
    assert played.failure.error.code is Rule.EMPTY


def test_it_stops_at_what_is_no_move() -> None:
    played = replay(CHINAMAN, DECK, ["S-W", "T1-f"])
    assert played.final == after(DEAL, "S-W")
    assert played.failure is not None
    assert (played.failure.index, played.failure.move) == (1, "T1-f")
    assert isinstance(played.failure.error, InvalidMove)


def test_an_undo_is_not_for_the_rules() -> None:
    """undo is the attempt's business (it has the history)"""
    played = replay(CHINAMAN, DECK, ["T1-F", "U"])
    assert played.failure is not None
    assert isinstance(played.failure.error, IllegalMove)
    assert played.failure.error.code is Rule.NO_UNDO
