"""Days, games and variants: what everybody may know, and from when (product.md, the day)."""

import hashlib
from datetime import timedelta

import pytest

from server.rules import VARIANTS
from tests.api.by_the_book import columns_of, shuffled
from tests.api.service import NOON, TODAY, Guest, Service

KEYS = ["chinaman", "chinese-torture", "whitehorse", "kansas"]
NO_DATES = [
    "2026-02-30",
    "9999-12-31",
    "2026-12-09",
    "today%00",
    "0001-01-01",
    "2026-11-30",
    "20261201",
    "2026-W49-2",
    "Today",
    "%F0%9F%82%A1",
    "today%0A",
    "-1",
]


async def test_today_has_a_game_of_every_variant(service: Service) -> None:
    async with service.visitor() as http:
        day = (await http.get("/api/days/today")).json()
    assert [game["variant"] for game in day["games"]] == KEYS
    assert (day["date"], day["now"]) == ("2026-12-01", "2026-12-01T12:00:00Z")
    times = ("2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z", "2026-12-02T02:00:00Z")
    for shown in [day, *day["games"]]:
        assert (shown["opens_at"], shown["closes_at"], shown["final_at"]) == times
    assert {game["status"] for game in day["games"]} == {"open"}


async def test_a_day_that_begins_gets_the_games_it_misses_and_keeps_those_it_has(service: Service) -> None:
    far = TODAY + timedelta(days=300)
    with service.clock.at(NOON + timedelta(days=300)):
        async with service.visitor() as http:
            first, again = [(await http.get("/api/days/today")).json() for _ in range(2)]
    assert first == again
    assert (first["date"], len(first["games"])) == (str(far), 4)
    assert len({game["commitment"] for game in first["games"]}) == 4


async def test_a_day_names_who_asks_and_the_last_day_before_that_had_games(service: Service, guest: Guest) -> None:
    async with service.visitor() as http:
        today = (await http.get("/api/days/today")).json()
        tomorrow = (await http.get(f"/api/days/{TODAY + timedelta(days=1)}")).json()
    assert (today["player"], today["previous"], tomorrow["previous"]) == (None, None, str(TODAY))
    mine = (await guest.http.get("/api/days/today")).json()
    assert mine["player"] == {"name": guest.name, "kept": False}


@pytest.mark.parametrize("variant", KEYS)
async def test_a_commitment_binds_the_secret_the_day_the_solver_and_its_budget(service: Service, variant: str) -> None:
    async with service.visitor() as http:
        shown = (await http.get(f"/api/games/2026-12-01/{variant}")).json()
    secret = await service.games.secret((await service.game(variant)).id)
    bound = f"{variant}|2026-12-01|{shown['solver_version']}|{shown['node_budget']}|{secret.hex()}"
    assert shown["commitment"] == hashlib.sha256(f"samedeal-commit/1|{bound}".encode()).hexdigest()


async def test_commitments_of_the_coming_week_are_public(service: Service) -> None:
    async with service.visitor() as http:
        for ahead in range(1, 8):
            games = (await http.get(f"/api/days/{TODAY + timedelta(days=ahead)}")).json()["games"]
            assert [(game["status"], len(game["commitment"])) for game in games] == [("proving", 64)] * 4


@pytest.mark.parametrize("day", NO_DATES)
async def test_there_is_no_such_day(service: Service, day: str) -> None:
    async with service.visitor() as http:
        for path in (f"/api/days/{day}", f"/api/games/{day}/kansas", f"/api/games/{day}/kansas/leaderboard"):
            answer = await http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    assert await service.rows("SELECT day FROM games WHERE day > '2026-12-08' AND extract(year FROM day) <> 2027") == []


@pytest.mark.parametrize("variant", ["klondike", "Kansas", "kansas%00", "%20kansas"])
async def test_there_is_no_such_variant(guest: Guest, variant: str) -> None:
    answers = [
        await guest.http.get(f"/api/games/today/{variant}"),
        await guest.http.get(f"/api/games/today/{variant}/leaderboard"),
        await guest.http.get(f"/api/games/today/{variant}/leaderboard/around/me"),
        await guest.http.get(f"/api/games/today/{variant}/histogram"),
        await guest.http.get(f"/api/games/today/{variant}/pace"),
        await guest.http.post(f"/api/games/today/{variant}/attempts"),
        await guest.http.post(f"/api/practice/{variant}"),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "not_found")] * len(answers)


@pytest.mark.parametrize(
    ("hours", "status", "opened"),
    [(-13, "proving", False), (-12, "open", False), (11, "open", False), (12, "closed", False), (14, "final", True)],
)
async def test_the_secret_is_told_when_the_game_is_final(
    service: Service, hours: float, status: str, opened: bool
) -> None:
    secret = await service.games.secret((await service.game("kansas")).id)
    with service.clock.at(NOON + timedelta(hours=hours)):
        async with service.visitor() as http:
            shown = (await http.get("/api/games/2026-12-01/kansas")).json()
    assert shown["status"] == status
    assert (shown["secret"], shown["deal"]) == ((secret.hex(), 0) if opened else (None, None))


async def test_the_secret_is_told_from_the_millisecond_on(service: Service) -> None:
    final = NOON + timedelta(hours=14)
    async with service.visitor() as http:
        with service.clock.at(final - timedelta(milliseconds=1)):
            assert (await http.get("/api/games/2026-12-01/kansas")).json()["secret"] is None
        with service.clock.at(final):
            assert (await http.get("/api/games/2026-12-01/kansas")).json()["secret"] is not None


@pytest.mark.parametrize("variant", KEYS)
async def test_what_was_dealt_is_what_secret_and_deal_number_give(service: Service, guest: Guest, variant: str) -> None:
    attempt = await guest.start(variant)
    async with guest.at(attempt) as table:
        dealt = table.first["piles"]
    with service.clock.at(NOON + timedelta(hours=14)):
        again = await guest.practise(variant, game=f"2026-12-01/{variant}")
        async with guest.at(again) as table:
            assert table.first["piles"] == dealt
        game = (await guest.http.get(f"/api/games/2026-12-01/{variant}")).json()
    assert _shown_columns(dealt) == _dealt_columns(variant, game["secret"], game["deal"])


async def test_a_game_counts_who_plays_and_who_has_won(service: Service, guest: Guest, other: Guest) -> None:
    async with service.visitor() as http:
        before = (await http.get("/api/games/today/chinaman")).json()["players"]
        for player in (guest, other):
            await player.start("chinaman")
        shown = (await http.get("/api/games/today/chinaman")).json()
    assert (shown["players"], shown["won"], shown["yours"]) == (before + 2, 0, None)


async def test_a_game_shows_which_attempt_is_yours(guest: Guest) -> None:
    attempt = await guest.start("kansas")
    day = (await guest.http.get("/api/days/today")).json()
    yours = {game["variant"]: game["yours"] and game["yours"]["id"] for game in day["games"]}
    assert yours == {"kansas": attempt, "chinaman": None, "chinese-torture": None, "whitehorse": None}
    assert (await guest.http.get("/api/games/today/kansas")).headers["cache-control"] == "private, no-store"


async def test_the_data_of_all_variants(service: Service) -> None:
    async with service.visitor() as http:
        shown = {variant["key"]: variant for variant in (await http.get("/api/variants")).json()["variants"]}
    assert list(shown) == KEYS
    for key, variant in shown.items():
        rules = VARIANTS[key]
        assert variant["columns"] == [{"down": down, "up": up} for down, up in rules.columns]
        assert variant["piles"] == list(rules.piles)
        assert len(variant["words"]) == 4
        facts = {name: variant[name] for name in ("stock", "turn", "redeals", "reserve", "title", "stock_name")}
        assert facts == {name: getattr(rules, name) for name in facts}
    assert shown["chinese-torture"]["inventor"] == "Randy Rasa"
    assert [shown[key]["base"] for key in KEYS] == ["A", None, "A", None]


@pytest.mark.parametrize("variant", KEYS)
async def test_a_table_for_each_line_of_the_rules(service: Service, variant: str) -> None:
    async with service.visitor() as http:
        shown = (await http.get(f"/api/variants/{variant}/examples")).json()["examples"]
        unknown = await http.get("/api/variants/klondike/examples")
    assert [bool(example["moves"]) for example in shown] == [True, True, True, False]
    for example in shown:
        assert set(example["piles"]) == set(VARIANTS[variant].piles)
        assert len({move.split("-")[0] for move in example["moves"]}) <= 1
    assert unknown.status_code == 404


def _shown_columns(piles: dict[str, dict[str, list[str]]]) -> list[list[str]]:
    return [pile["up"] for name, pile in piles.items() if name.startswith("T")]


def _dealt_columns(variant: str, secret: str, deal: int) -> list[list[str]]:
    """The face-up cards after dealing by hand from the shuffle of rules.md."""
    return columns_of(variant, shuffled(bytes.fromhex(secret), variant, deal))
