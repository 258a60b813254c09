"""Good records as JSON objects, which a test can alter."""

import json
from dataclasses import asdict
from random import Random
from typing import Any

from server.contest.attempt import Attempt, Kind
from server.contest.chain import chain_head
from server.contest.game import NO_SOLVER, commitment, game_name
from server.contest.record import parse_record
from server.contest.result import Outcome
from server.contest.verification import Verdict, verify
from server.rules import RULES_VERSION
from tests.playing import SECRET, dealt, played, played_by_chance, winning
from tests.store.worlds import DAY

Json = dict[str, Any]

PUBLISHED = commitment("whitehorse", DAY, NO_SOLVER, 0, SECRET).hex()


def won(variant: str) -> Json:
    """A win in practice at a deck of its own, with every claim such a record makes."""
    deck, line = winning(variant)
    attempt = Attempt(Kind.PRACTICE, dealt(variant, deck))
    played(attempt, line)
    return {"deck": list(deck), **_claims(attempt, 7, None, None)}


def given_up() -> Json:
    """Forty moves of a ranked attempt at the game of SECRET, with every claim such a record makes."""
    attempt = Attempt(Kind.RANKED, dealt("whitehorse"))
    played_by_chance(attempt, Random(1), 40)
    attempt.advance(attempt.close(attempt.ply, Outcome.GIVEN_UP, 10**6))
    game = game_name(DAY, "whitehorse")
    claims = _claims(attempt, 184, game, PUBLISHED)
    return {"secret": SECRET.hex(), "deal": 0, "game": game, "commitment": PUBLISHED, **claims}


def judged(record: Json) -> Verdict:
    """The verdict on a record as it is read. Raises InvalidRecord."""
    return verify(parse_record(json.dumps(record)))


def _claims(attempt: Attempt, number: int, game: str | None, published: str | None) -> Json:
    assert attempt.result is not None
    return {
        "format": "samedeal-record/1",
        "variant": attempt.table.variant.key,
        "rules_version": RULES_VERSION,
        "kind": attempt.kind,
        "moves": [move for move, _ in attempt.timed_moves],
        "at_ms": [at_ms for _, at_ms in attempt.timed_moves],
        "result": asdict(attempt.result),
        "player": "quiet otter",
        "attempt": number,
        "chain": chain_head(number, game, published, RULES_VERSION, attempt.timed_moves),
    }
