"""Days, games, and the variants they are dealt in."""

from datetime import date

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from server.contest.game import Status, closes_at, final_at, opens_at, status
from server.protocol import piles_of
from server.rules import RANKS, VARIANTS, Base, Example, Variant, examples, rules_in_words
from server.store.games import Game
from server.store.players import Player

from .answers import (
    ColumnBody,
    DayBody,
    ExampleBody,
    ExamplesBody,
    GameBody,
    PlayerBody,
    VariantBody,
    VariantsBody,
    answer,
    attempt_body,
)
from .identity import player_of
from .parts import Parts, parts
from .problems import not_found


async def variants(request: Request) -> Response:
    """GET /api/variants: the data a client needs."""
    keys = parts(request).settings.variant_keys
    return answer(VariantsBody([_variant_body(VARIANTS[key]) for key in keys]), Cache_Control="public, max-age=300")


async def variant_examples(request: Request) -> Response:
    """GET /api/variants/{variant}/examples: a table for each line of a variant's rules."""
    variant = request.path_params["variant"]
    if variant not in parts(request).settings.variant_keys:
        raise not_found("variant")
    shown = [_example_body(one) if one else None for one in examples(VARIANTS[variant])]
    return answer(ExamplesBody(shown), Cache_Control="public, max-age=86400")


async def day(request: Request) -> Response:
    """GET /api/days/{date}: the games of a day; `today` makes those that are missing."""
    here = parts(request)
    asked = asked_day(request)
    games = await here.clockwork.games_of(asked)
    if not games:
        raise not_found("day")
    player = await player_of(request)
    shown = sorted(games, key=lambda game: list(VARIANTS).index(game.variant))
    root = await here.days.root(asked)
    body = DayBody(
        date=asked,
        now=here.clock(),
        opens_at=opens_at(asked),
        closes_at=closes_at(asked),
        final_at=final_at(asked),
        previous=await here.games.newest_before(asked),
        player=PlayerBody(name=player.name, kept=player.kept) if player else None,
        root=root.hex() if root else None,
        games=[await _game_body(here, game, player) for game in shown],
    )
    return answer(body)


async def game(request: Request) -> Response:
    """GET /api/games/{date}/{variant}: a game of a day; its secret once it is final."""
    return answer(await _game_body(parts(request), await asked_game(request), await player_of(request)))


def asked_day(request: HTTPConnection) -> date:
    """The date in the address. Raises Problem when there is no such day."""
    text = request.path_params["date"]
    if text == "today":
        return parts(request).clock().date()
    return named_day(text)


def named_day(text: str) -> date:
    """The day of `2026-12-01`. Raises Problem when there is none of that name."""
    try:
        asked = date.fromisoformat(text)
    except ValueError:
        raise not_found("day") from None
    if asked.isoformat() != text:
        raise not_found("day")
    return asked


async def asked_game(request: HTTPConnection) -> Game:
    """The game in the address. Raises Problem when there is none."""
    variant = request.path_params["variant"]
    for game in await parts(request).clockwork.games_of(asked_day(request)):
        if game.variant == variant:
            return game
    raise not_found("game")


async def _game_body(here: Parts, game: Game, player: Player | None) -> GameBody:
    players, won = await here.games.counts(game.id)
    mine = await here.attempts.of_player(player.id, [game.id]) if player else ()
    stands = status(game.day, here.clock(), decided=game.decided_at is not None)
    shown = stands is not Status.PROVING
    final = stands is Status.FINAL
    return GameBody(
        variant=game.variant,
        title=VARIANTS[game.variant].title,
        date=game.day,
        status=stands,
        opens_at=opens_at(game.day),
        closes_at=closes_at(game.day),
        final_at=final_at(game.day),
        commitment=game.commitment.hex(),
        solver_version=game.solver_version,
        node_budget=game.node_budget,
        players=players,
        won=won,
        yours=attempt_body(mine[0]) if mine else None,
        secret=(await here.games.secret(game.id)).hex() if final else None,
        deal=game.deal_number if final else None,
        winnable=game.winnable if shown else None,
        par=game.par if shown else None,
        stars=game.stars if shown else None,
        solution=game.solution.split() if final and game.solution else None,
    )


def _example_body(example: Example) -> ExampleBody:
    table = example.table
    return ExampleBody(
        base=RANKS[table.base],
        home=table.home,
        piles=piles_of(table.visible()),
        moves=[str(move) for move in example.moves],
    )


def _variant_body(variant: Variant) -> VariantBody:
    return VariantBody(
        key=variant.key,
        title=variant.title,
        inventor=variant.inventor,
        columns=[ColumnBody(down, up) for down, up in variant.columns],
        piles=list(variant.piles),
        reserve=variant.reserve,
        base="A" if variant.base is Base.ACE else None,
        space=variant.space.value,
        stock=variant.stock,
        turn=variant.turn,
        turn_to=variant.turn_to.value,
        redeals=variant.redeals,
        stock_name=variant.stock_name,
        words=list(rules_in_words(variant)),
    )
