"""server.protocol: every message as its JSON, what is none, the schema, and nothing hidden in any of them."""

import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server import protocol
from server.contest.attempt import Attempt, AttemptOver, Kind
from server.contest.chain import chain_head
from server.contest.result import Outcome, Result
from server.protocol import (
    About,
    BadFrame,
    ClientMessage,
    Ended,
    GiveUp,
    Going,
    LiveMessage,
    Notice,
    Ping,
    PlaceMessage,
    PlayersMessage,
    PlayMove,
    Pong,
    ProgressMessage,
    Refused,
    ResultMessage,
    Scored,
    ServerMessage,
    Sync,
    decode,
    decode_server,
    encode,
    moved_message,
    table_message,
)
from server.rules import NAMES, IllegalMove, InvalidMove, Rule, Table, VisiblePile, VisibleTable
from tests.playing import dealt, played, played_by_chance, ranked, shuffled, winning
from tests.rules.by_hand import table

VARIANT_KEYS = ("chinaman", "chinese-torture", "whitehorse", "kansas")
Json = dict[str, Any]

ABOUT = About(
    attempt=184,
    kind=Kind.RANKED,
    game="2026-12-01/kansas",
    player="quiet otter",
    final_at=datetime(2026, 12, 2, 2, tzinfo=UTC),
)
CONSTANT = {
    "attempt": 184,
    "kind": "ranked",
    "game": "2026-12-01/kansas",
    "player": "quiet otter",
    "final_at": "2026-12-02T02:00:00Z",
}

FROM_CLIENTS: list[tuple[Json, ClientMessage]] = [
    ({"t": "move", "ply": 12, "move": "T3:2-T5"}, PlayMove(12, "T3:2-T5")),
    ({"t": "give_up", "ply": 12}, GiveUp(12)),
    ({"t": "sync"}, Sync()),
    ({"t": "ping"}, Ping()),
]

FROM_SERVER: list[tuple[Json, ServerMessage]] = [
    (
        {"t": "refused", "ply": 12, "code": "illegal", "rule": "space", "why": "Only kings go in an empty column."},
        Refused(ply=12, code="illegal", rule=Rule.SPACE, why="Only kings go in an empty column."),
    ),
    (
        {"t": "refused", "ply": None, "code": "bad_move", "rule": None, "why": "Send one JSON object."},
        Refused(ply=None, code="bad_move", why="Send one JSON object."),
    ),
    (
        {
            "t": "ended",
            "attempt": 184,
            "outcome": "given_up",
            "result": {"outcome": "given_up", "home": 3, "moves": 12, "elapsed_ms": 4200},
            "rank": 41,
            "of": 318,
            "chain": "ab" * 32,
        },
        Ended(
            attempt=184,
            outcome=Outcome.GIVEN_UP,
            result=Result(outcome=Outcome.GIVEN_UP, home=3, moves=12, elapsed_ms=4200),
            rank=41,
            of=318,
            chain="ab" * 32,
        ),
    ),
    ({"t": "notice", "notice": "draining"}, Notice(notice="draining")),
    ({"t": "pong"}, Pong()),
]

GOING: Json = {"player": "quiet otter", "home": 3, "moves": 12, "elapsed_ms": 4200}
FROM_A_GAME: list[tuple[Json, LiveMessage]] = [
    ({"t": "players", "players": [GOING]}, PlayersMessage(players=[Going(**GOING)])),
    ({"t": "progress", "players": [GOING]}, ProgressMessage(players=[Going(**GOING)])),
    (
        {"t": "result", "standings": [{"rank": 1, "attempt": 184, **GOING}]},
        ResultMessage(standings=[Scored(rank=1, attempt=184, **GOING)]),
    ),
    ({"t": "place", "rank": 41, "of": 318}, PlaceMessage(rank=41, of=318)),
]


# The messages one by one


@pytest.mark.parametrize(("written", "message"), FROM_CLIENTS)
def test_a_clients_message(written: Json, message: ClientMessage) -> None:
    assert json.loads(encode(message)) == written
    assert decode(json.dumps(written)) == decode(json.dumps(written).encode()) == message


@pytest.mark.parametrize(("written", "message"), FROM_SERVER)
def test_a_servers_message(written: Json, message: ServerMessage) -> None:
    assert json.loads(encode(message)) == written
    assert decode_server(json.dumps(written)) == message


@pytest.mark.parametrize(("written", "message"), FROM_A_GAME)
def test_a_message_of_a_game_under_way(written: Json, message: LiveMessage) -> None:
    assert json.loads(encode(message)) == written


def test_the_table() -> None:
    start = table(
        "kansas", ["9H 8C", "KS", "5D"], base="J", home="QS JD", stock="2C 3C", waste="4S", reserve="6H 7H AS"
    )
    assert json.loads(encode(table_message(ABOUT, Attempt(Kind.RANKED, start), 4200))) == {
        "t": "table",
        **CONSTANT,
        "variant": "kansas",
        "ply": 0,
        "base": "J",
        "piles": {
            "T1": {"down": 0, "up": ["9H", "8C"]},
            "T2": {"down": 0, "up": ["KS"]},
            "T3": {"down": 0, "up": ["5D"]},
            "F": {"C": None, "D": "JD", "H": None, "S": "QS"},
            "W": {"up": ["4S"]},
            "S": {"down": 2},
            "R": {"down": 2, "up": ["AS"]},
        },
        "legal": ["T2-F", "W-T3", "S-W"],
        "undo": False,
        "moves": 0,
        "elapsed_ms": 4200,
        "home": 3,
        "pass": {"n": 1, "of": 1},
        "blocked": False,
        "stale_pass": False,
        "finish": [],
    }


def test_a_move() -> None:
    attempt = Attempt(Kind.RANKED, table("chinaman", ["KS 9H", "JD | TC"], stock="2C"))
    (step,) = played(attempt, ["T1-T2"], pause_ms=700)
    written = json.loads(encode(moved_message(ABOUT, attempt, step)))
    assert written["piles"].pop("T7") == {"down": 0, "up": []}
    assert written == {
        "t": "moved",
        **CONSTANT,
        "variant": "chinaman",
        "ply": 0,
        "move": "T1-T2",
        "events": [{"event": "moved", "cards": ["9H"], "from": "T1", "to": "T2"}],
        "base": "A",
        "piles": {
            "T1": {"down": 0, "up": ["KS"]},
            "T2": {"down": 1, "up": ["TC", "9H"]},
            **{f"T{i}": {"down": 0, "up": []} for i in range(3, 7)},
            "F": {"C": None, "D": None, "H": None, "S": None},
            "W": {"up": []},
            "S": {"down": 1},
        },
        "legal": written["legal"],
        "undo": True,
        "moves": 1,
        "elapsed_ms": 700,
        "home": 0,
        "pass": {"n": 1, "of": 2},
        "blocked": False,
        "stale_pass": False,
        "finish": [],
    }
    assert "T1-T3" in written["legal"]
    assert {"S-W"} <= set(written["legal"])


@pytest.mark.parametrize(
    ("start", "moves", "events"),
    [
        (table("chinaman", ["KS | 2H"], home="AH"), ["T1-F"],
         [{"event": "moved", "cards": ["2H"], "from": "T1", "to": "F"},
          {"event": "revealed", "pile": "T1", "card": "KS"}]),
        (table("kansas", ["9H", "TC", "4D"], reserve="6H 7H"), ["T1-T2"],
         [{"event": "moved", "cards": ["9H"], "from": "T1", "to": "T2"},
          {"event": "filled", "pile": "T1", "card": "7H"},
          {"event": "revealed", "pile": "R", "card": "6H"}]),
        (table("whitehorse", stock="2C 9D JS 4C"), ["S-W"],
         [{"event": "turned", "cards": ["2C", "9D", "JS"], "to": "W"}]),
        (table("chinese-torture", stock="2C 9D"), ["S-T"], [{"event": "turned", "cards": ["2C", "9D"], "to": "T"}]),
        (table("whitehorse", waste="2C 9D"), ["W-S"], [{"event": "redealt", "cards": 2}]),
        (table("whitehorse", stock="2C"), ["S-W", "U"], [{"event": "undone", "move": "S-W"}]),
    ],
)  # fmt: skip
def test_what_happened(start: Table, moves: list[str], events: list[Json]) -> None:
    attempt = Attempt(Kind.PRACTICE, start)
    *_, step = played(attempt, moves)
    assert json.loads(encode(moved_message(ABOUT, attempt, step)))["events"] == events


@pytest.mark.parametrize(
    ("variant", "redeals", "running"),
    [
        ("chinaman", 0, {"n": 1, "of": 2}),
        ("chinaman", 1, {"n": 2, "of": 2}),
        ("whitehorse", 7, {"n": 8, "of": None}),
        ("kansas", 0, {"n": 1, "of": 1}),
        ("chinese-torture", 0, None),
    ],
)
def test_the_running_pass(variant: str, redeals: int, running: Json | None) -> None:
    attempt = Attempt(Kind.RANKED, table(variant, stock="2C", redeals=redeals))
    assert json.loads(encode(table_message(ABOUT, attempt, 0)))["pass"] == running


def test_what_can_go_home_by_itself_is_offered_until_it_is_over() -> None:
    attempt = Attempt(Kind.RANKED, table("whitehorse", ["QS"], home="KC KD KH JS", waste="KS"))
    assert table_message(ABOUT, attempt, 0).finish == ["T1-F", "W-F"]
    attempt.advance(attempt.close(0, Outcome.GIVEN_UP, 0))
    over = table_message(ABOUT, attempt, 0)
    assert (over.finish, over.legal, over.undo) == ([], [], False)


# What is no message


@given(st.binary(max_size=80) | st.text(max_size=80))
def test_only_bad_frame_escapes(text: bytes | str) -> None:
    for decoder in (decode, decode_server):
        with pytest.raises(BadFrame):
            decoder(text)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.fixed_dictionaries(
        {"t": st.sampled_from(["move", "give_up", "sync", "ping"])},
        optional={"ply": json_values | st.integers(-2, 10**6), "move": json_values, "more": json_values},
    )
)
def test_what_looks_like_a_message_is_one_or_a_bad_frame(written: Json) -> None:
    try:
        message = decode(json.dumps(written))
    except BadFrame:
        return
    assert isinstance(message, ClientMessage)
    assert getattr(message, "ply", 0) in range(100_001)
    assert len(getattr(message, "move", "")) <= 16


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '"move"',
        "{}",
        '{"t":"table"}',
        '{"t":"moved"}',
        '{"t":"move"}',
        '{"t":"move","ply":0}',
        '{"t":"move","ply":-1,"move":"S-W"}',
        '{"t":"move","ply":1.5,"move":"S-W"}',
        '{"t":"move","ply":"1","move":"S-W"}',
        '{"t":"move","ply":true,"move":"S-W"}',
        '{"t":"move","ply":100001,"move":"S-W"}',
        '{"t":"move","ply":1' + "0" * 4000 + ',"move":"S-W"}',
        '{"t":"move","ply":0,"move":"' + "S" * 17 + '"}',
        '{"t":"move","ply":0,"move":["S-W"]}',
        '{"t":"move","ply":0,"move":"\\ud800"}',
        '{"t":"give_up"}',
        '{"t":"sync"}{"t":"sync"}',
        '{"t":"sync"',
        '{"x":' + "[" * 100_000,
        b'\xff{"t":"sync"}',
        b'{"t":"move","ply":0,"move":"\xff"}',
    ],
    ids=range(24),
)
def test_no_message(text: str | bytes) -> None:
    with pytest.raises(BadFrame) as bad:
        decode(text)
    assert len(str(bad.value)) < 300


# The schema


def validator(way: str) -> jsonschema.Draft202012Validator:
    schema = protocol.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator({**schema, "$ref": f"#/$defs/{way}"})


CLIENT, SERVER, LIVE = validator("client"), validator("server"), validator("live")


@pytest.mark.parametrize(
    ("schema", "written"),
    [(CLIENT, w) for w, _ in FROM_CLIENTS]
    + [(SERVER, w) for w, _ in FROM_SERVER]
    + [(LIVE, w) for w, _ in FROM_A_GAME],
)
def test_the_schema_knows_every_message(schema: jsonschema.Draft202012Validator, written: Json) -> None:
    schema.validate(written)
    for missing in written.keys() - {"rule"}:
        assert not schema.is_valid({name: part for name, part in written.items() if name != missing}), missing
    assert not schema.is_valid({**written, "t": "nonsense"})


@settings(max_examples=25)
@given(st.sampled_from(Kind), st.sampled_from(VARIANT_KEYS), st.randoms(use_true_random=False))
def test_the_schema_knows_every_table_and_every_move(kind: Kind, variant: str, random: Random) -> None:
    attempt = Attempt(kind, dealt(variant, shuffled(random)))
    moves = [step.entry.move for step in played_by_chance(attempt, random, 15)]
    told = [json.loads(text) for text in _told(Attempt(kind, attempt.dealt), moves)]
    for written in told:
        SERVER.validate(written)
    written = told[0]
    for name, wrong in (("ply", "0"), ("legal", [1]), ("piles", {"T1": {"up": [5]}}), ("kind", "serious"), ("pass", 1)):
        assert not SERVER.is_valid({**written, name: wrong}), name


@pytest.mark.parametrize("variant", VARIANT_KEYS)
def test_the_schema_knows_every_message_of_a_win(variant: str) -> None:
    attempt = ranked(variant, winning(variant)[0])
    for text in _told(attempt, winning(variant)[1]):
        SERVER.validate(json.loads(text))


@pytest.mark.parametrize(
    "wrong",
    [
        {"t": "move", "ply": -1, "move": "S-W"},
        {"t": "move", "ply": 100_001, "move": "S-W"},
        {"t": "move", "ply": 0, "move": "S" * 17},
        {"t": "give_up", "ply": "0"},
        {"t": "pong"},
        {},
        [],
    ],
)
def test_schema_and_decoder_refuse_the_same(wrong: object) -> None:
    assert not CLIENT.is_valid(wrong)
    with pytest.raises(BadFrame):
        decode(json.dumps(wrong))


# Hidden means hidden

SEEDS = range(25)


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("variant", VARIANT_KEYS)
def test_deals_that_agree_on_all_visible_cards_give_the_same_bytes(variant: str, kind: Kind) -> None:
    assert [seed for seed in SEEDS if _tells_apart(variant, kind, seed)] == []


@pytest.mark.parametrize(
    ("leak", "variants"),
    [
        ("columns", ["chinaman", "chinese-torture"]),
        ("reserve", ["kansas"]),
        ("stock", VARIANT_KEYS),
        ("order", VARIANT_KEYS),
    ],
)
def test_a_leak_would_be_found(leak: str, variants: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Table.visible
    monkeypatch.setattr(Table, "visible", lambda lying: LEAKS[leak](lying, honest(lying)))
    for variant in variants:
        assert any(_tells_apart(variant, Kind.RANKED, seed) for seed in SEEDS), variant


def _whole_columns(lying: Table, seen: VisibleTable) -> VisibleTable:
    return seen._replace(columns=tuple(VisiblePile(0, column) for column in lying.columns))


def _whole_reserve(lying: Table, seen: VisibleTable) -> VisibleTable:
    return seen._replace(reserve=VisiblePile(0, lying.reserve))


def _next_of_the_stock(lying: Table, seen: VisibleTable) -> VisibleTable:
    return seen._replace(base=int(lying.stock[0]) % 13 if lying.stock else seen.base)


def _whether_the_stock_is_sorted(lying: Table, seen: VisibleTable) -> VisibleTable:
    return seen._replace(stock=seen.stock + (lying.stock[-1:] > lying.stock[:1]))


LEAKS = {
    "columns": _whole_columns,
    "reserve": _whole_reserve,
    "stock": _next_of_the_stock,
    "order": _whether_the_stock_is_sorted,
}


def _tells_apart(variant: str, kind: Kind, seed: int) -> bool:
    """Whether any message of a game by chance says how the cards lie that nobody has seen."""
    random = Random(seed)
    deck = shuffled(random)
    moves, unseen = _played(Attempt(kind, dealt(variant, deck)), random)
    places = [place for place, card in enumerate(deck) if card in unseen]
    exchanged = deck.copy()
    for place, other in zip(places, random.sample(places, len(places)), strict=True):
        exchanged[place] = deck[other]
    return _everything(kind, variant, deck, moves) != _everything(kind, variant, exchanged, moves)


def _played(attempt: Attempt, random: Random) -> tuple[list[str], set[str]]:
    """The moves of a game by chance, and the cards that lay on no table of it."""
    unseen = set(NAMES) - _seen(attempt.dealt)
    moves: list[str] = []
    for _ in range(random.randint(0, 40)):
        for step in played_by_chance(attempt, random, 1):
            moves.append(step.entry.move)
            unseen -= _seen(step.position.table)
    return moves, unseen


def _seen(lying: Table) -> set[str]:
    """The cards face up, known from the table itself, whatever `visible` says."""
    columns = [card for column, down in zip(lying.columns, lying.down, strict=True) for card in column[down:]]
    tops = [suit * 13 + (lying.base + count - 1) % 13 for suit, count in enumerate(lying.foundations) if count]
    return {NAMES[card] for card in [*columns, *tops, *lying.waste, *lying.reserve[-1:]]}


def _everything(kind: Kind, variant: str, deck: list[str], moves: list[str]) -> list[str]:
    """All that a player could be told: every table and move, every refusal, and the end."""
    attempt = Attempt(kind, dealt(variant, deck))
    told = [*_told(attempt, []), *_refusals(attempt), *_told(attempt, moves), *_refusals(attempt)]
    if attempt.outcome is None:
        attempt.advance(attempt.close(attempt.ply, Outcome.GIVEN_UP, 10**6))
    return [*told, *_told(attempt, []), encode(_ended(attempt))]


def _told(attempt: Attempt, moves: Iterable[str]) -> Iterator[str]:
    """The table, and every move with the table after it."""
    yield encode(table_message(ABOUT, attempt, 0))
    for move in moves:
        (step,) = played(attempt, [move])
        yield encode(moved_message(ABOUT, attempt, step))
        yield encode(table_message(ABOUT, attempt, 0))


def _refusals(attempt: Attempt) -> Iterator[str]:
    """What is said to every move that could be spelled and may not be made."""
    columns = [f"T{i}" for i in range(1, 9)]
    lifts = [*columns, *(f"{column}:{n}" for column in columns for n in range(2, 14)), "W", "R"]
    for move in (*(f"{lift}-{to}" for lift in lifts for to in (*columns, "F")), "S-W", "S-T", "W-S", "U"):
        try:
            attempt.step(attempt.ply, move, 0)
        except InvalidMove as invalid:
            yield str(invalid)
        except IllegalMove as illegal:
            yield encode(Refused(ply=attempt.ply, code="illegal", rule=illegal.code, why=illegal.why))
        except AttemptOver as over:
            yield str(over)


def _ended(attempt: Attempt) -> Ended:
    result = attempt.result
    assert result is not None
    chain = chain_head(ABOUT.attempt, ABOUT.game, None, 1, attempt.timed_moves)
    return Ended(attempt=ABOUT.attempt, outcome=result.outcome, result=result, rank=None, of=None, chain=chain)
