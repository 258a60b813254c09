"""Beginning attempts, and looking at them."""

import secrets

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from server.contest.access import Sealed, Sight, may_record, may_replay
from server.contest.attempt import Attempt
from server.contest.game import Status, final_at, status
from server.protocol import piles_of, told
from server.rules import RANKS, VARIANTS, Card, deck_for, parse_deck
from server.store.attempts import AttemptRow
from server.store.games import Game
from server.store.players import Player

from .answers import FrameBody, PracticeBody, ReplayBody, answer, attempt_body, read_body
from .games import asked_game, named_day
from .identity import player_of, require_player
from .parts import Parts, parts
from .problems import Problem, not_found


async def start_ranked(request: Request) -> Response:
    """POST /api/games/{date}/{variant}/attempts: the one ranked attempt; 201, or 200 when it was begun before."""
    player = await require_player(request)
    here = parts(request)
    _require_staying(here)
    game = await asked_game(request)
    mine = await here.attempts.of_player(player.id, [game.id])
    if mine:
        return answer(attempt_body(mine[0]))
    _require_open(here, game, player)
    row, created = await here.attempts.start_ranked(
        player_id=player.id, game_id=game.id, variant=game.variant, now=here.clock()
    )
    return answer(attempt_body(row), 201 if created else 200)


async def start_practice(request: Request) -> Response:
    """POST /api/practice/{variant}: a random deal, a pasted one, or that of a final game."""
    player = await require_player(request)
    here = parts(request)
    _require_staying(here)
    variant = request.path_params["variant"]
    if variant not in here.settings.variant_keys:
        raise not_found("variant")
    asked = await read_body(request, PracticeBody)
    if asked.game is not None:
        game = await _final_game(here, asked.game, variant)
        row = await here.attempts.start_practice(
            player_id=player.id, variant=variant, game_id=game.id, now=here.clock()
        )
        return answer(attempt_body(row), 201)
    deck = _deck_of(asked, variant)
    row = await here.attempts.start_practice(
        player_id=player.id,
        variant=variant,
        deck=" ".join(map(str, deck)),
        pasted=asked.deck is not None or asked.secret is not None,
        now=here.clock(),
    )
    return answer(attempt_body(row), 201)


async def attempt(request: Request) -> Response:
    """GET /api/attempts/{id}: an attempt in short."""
    return answer(attempt_body(await asked_attempt(request)))


async def replay(request: Request) -> Response:
    """GET /api/attempts/{id}/replay: frames as a spectator would have seen them, with their times."""
    row = await asked_attempt(request)
    here = parts(request)
    may_replay(await sight_of(here, row, await player_of(request)), here.clock())
    return answer(ReplayBody(attempt_body(row), _frames(await here.archive.attempt(row))))


async def record(request: Request) -> Response:
    """GET /api/attempts/{id}/record: what `samedeal verify` reads."""
    row = await asked_attempt(request)
    here = parts(request)
    may_record(await sight_of(here, row, await player_of(request)), here.clock())
    attachment = f'attachment; filename="samedeal-{row.id}.json"'
    return answer(await here.archive.record(row), Content_Disposition=attachment)


async def asked_attempt(connection: HTTPConnection) -> AttemptRow:
    """The attempt in the address. Raises Problem when there is none."""
    row = await parts(connection).attempts.get(connection.path_params["id"])
    if row is None:
        raise not_found("attempt")
    return row


async def sight_of(here: Parts, row: AttemptRow, player: Player | None) -> Sight:
    """What decides whether this player, or nobody in particular, may see it."""
    mine = player is not None and player.id == row.player_id
    return Sight(
        kind=row.kind,
        day=row.day,
        mine=mine,
        ended=row.ended_at is not None,
        secret_deck=not mine and await here.archive.deck_is_secret(row, here.clock()),
    )


def _require_staying(here: Parts) -> None:
    if here.drain.begun:
        raise Problem(503, "draining", "This server is about to stop. Please try again in a moment.", retry_after=5)


def _require_open(here: Parts, game: Game, player: Player) -> None:
    if here.settings.ranked == "kept" and not player.kept:
        raise Problem(403, "keep_first", "Here only kept names are ranked. Keep yours with a passphrase first.")
    match status(game.day, here.clock(), decided=game.decided_at is not None):
        case Status.PROVING:
            raise Problem(409, "not_open", "This game has not opened yet.")
        case Status.CLOSED | Status.FINAL:
            raise Problem(409, "closed", "This game has closed. You can practise it once it is final.")


async def _final_game(here: Parts, name: str, variant: str) -> Game:
    day, _, key = name.partition("/")
    game = await here.games.find(named_day(day), variant) if key == variant else None
    if game is None:
        raise not_found("game")
    if status(game.day, here.clock()) is not Status.FINAL:
        raise Sealed("You can practise this game once it is final.", final_at(game.day))
    return game


def _deck_of(asked: PracticeBody, variant: str) -> tuple[Card, ...]:
    if asked.deck is not None:
        return parse_deck(asked.deck)
    secret = secrets.token_bytes(32) if asked.secret is None else bytes.fromhex(asked.secret)
    return deck_for(secret, VARIANTS[variant], asked.deal)


def _frames(played: Attempt) -> list[FrameBody]:
    again = Attempt(played.kind, played.dealt)
    frames = [_frame(again)]
    standing: list[int] = []
    for step in again.follow(played.log):
        if not step.is_move:
            continue
        if step.entry.move == "U":
            frames[standing.pop()].undone = True
        else:
            standing.append(len(frames))
        frames.append(
            msgspec.structs.replace(
                _frame(again),
                ply=step.entry.ply,
                move=step.entry.move,
                at_ms=step.entry.at_ms,
                events=told(step.events),
            )
        )
    return frames


def _frame(at: Attempt) -> FrameBody:
    return FrameBody(
        ply=0,
        move=None,
        at_ms=0,
        events=[],
        base=RANKS[at.table.base],
        piles=piles_of(at.table.visible()),
        home=at.table.home,
        moves=at.moves,
    )
