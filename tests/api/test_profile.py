"""What everybody may know of a player (product.md, players)."""

from datetime import timedelta

import pytest

from tests.api.service import NOON, Guest, Service


async def test_streaks_points_and_results_the_newest_first(guest: Guest) -> None:
    played = []
    for variant in ("chinaman", "whitehorse"):
        played.append(await guest.start(variant))
        await guest.play(played[-1], "S-W")
    seen = (await guest.http.get(f"/api/players/{guest.name}")).json()
    assert (seen["name"], seen["kept"], seen["played"], seen["points"], seen["wins"]) == (guest.name, False, 2, 0, 0)
    assert seen["streaks"] == {"played": {"current": 1, "longest": 1}, "won": {"current": 0, "longest": 0}}
    assert [result["attempt"] for result in seen["results"]] == played[::-1]
    assert (len(seen["home"]), seen["home"][0], sum(seen["home"])) == (53, 2, 2)


async def test_replays_of_an_open_game_are_the_players_own(service: Service, guest: Guest) -> None:
    attempt = await guest.start("kansas")
    await guest.play(attempt)
    async with service.visitor() as http:
        address = f"/api/players/{guest.name}"
        assert [row["replay"] for row in (await http.get(address)).json()["results"]] == [None]
        assert [row["replay"] for row in (await guest.http.get(address)).json()["results"]] == [f"/replay/{attempt}"]
        with service.clock.at(NOON + timedelta(hours=14)):
            assert [row["replay"] for row in (await http.get(address)).json()["results"]] == [f"/replay/{attempt}"]


async def test_an_attempt_under_way_and_practice_are_no_results(guest: Guest) -> None:
    await guest.start("chinaman")
    await guest.play(await guest.practise("kansas"))
    assert (await guest.http.get(f"/api/players/{guest.name}")).json()["results"] == []


@pytest.mark.parametrize("name", ["nobody", "no%00body", "%20", "x" * 300])
async def test_there_is_no_such_player(service: Service, name: str) -> None:
    async with service.visitor() as http:
        answer = await http.get(f"/api/players/{name}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
