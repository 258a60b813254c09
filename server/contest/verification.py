"""Believing a record: every move is played again, and every claim in it is checked."""

from dataclasses import dataclass

from server.rules import RULES_VERSION, IllegalMove, InvalidMove, deal, deck_for, is_blocked

from .attempt import Attempt, AttemptOver, Kind
from .chain import chain_head
from .day_tree import leaf, root_of
from .game import NO_SOLVER, commitment
from .record import Record
from .result import Outcome, Result


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether all of a record holds, and in words what is wrong or how the attempt stands."""

    holds: bool
    says: str


def verify(record: Record) -> Verdict:
    """Plays the moves and checks every claim present (protocol.md, samedeal-record/1). Raises InvalidRecord."""
    try:
        _check_deal(record)
        attempt = _play(record)
        _check_times(record)
        _check_result(record, attempt)
        _check_chain(record)
    except _WrongError as wrong:
        return Verdict(holds=False, says=str(wrong))
    return Verdict(holds=True, says=_standing(attempt))


def belongs_to_commitment(record: Record, commitment: str) -> Verdict:
    """Whether a record that holds is of the game of this commitment in hex."""
    if record.commitment != commitment.lower():
        return Verdict(holds=False, says="its commitment is not the published one")
    return Verdict(holds=True, says="its commitment was published")


def belongs_to_root(record: Record, root: str) -> Verdict:
    """Whether a record that holds is a result of the day with this root in hex (contest.day_tree)."""
    try:
        led_to = _root(record)
    except _WrongError as wrong:
        return Verdict(holds=False, says=str(wrong))
    if led_to.hex() != root.lower():
        return Verdict(holds=False, says="its path does not lead to the published root")
    return Verdict(holds=True, says="its path leads to the published root")


class _WrongError(Exception):
    """Something the record says is not so."""


def _check_deal(record: Record) -> None:
    if record.rules_version != RULES_VERSION:
        raise _WrongError(f"rules_version is {record.rules_version}, this program knows {RULES_VERSION}")
    if record.deck is not None and record.secret is not None and record.deal is not None:
        dealt = deck_for(record.secret_bytes, record.rules, record.deal)
        if dealt != record.cards:
            raise _WrongError("the deck is not the one that secret and deal number give")
    if record.commitment is not None:
        _check_commitment(record)


def _check_commitment(record: Record) -> None:
    if record.secret is None or record.deal is None or record.game is None:
        raise _WrongError("the commitment can't be checked without the game, its secret and its deal number")
    bound = commitment(record.variant, record.day, record.solver_version, record.node_budget, record.secret_bytes)
    if bound.hex() != record.commitment:
        raise _WrongError("the commitment does not belong to this secret, day, solver and budget")
    if record.solver_version == NO_SOLVER and record.deal != 0:
        raise _WrongError(f"the game of this commitment is deal 0, not {record.deal}")


def _play(record: Record) -> Attempt:
    attempt = Attempt(record.kind or Kind.PRACTICE, deal(record.rules, record.cards))
    for ply, move in enumerate(record.moves):
        try:
            attempt.advance(attempt.step(ply, move, 0))
        except (InvalidMove, IllegalMove, AttemptOver) as error:
            raise _WrongError(f"move {ply + 1}, {move[:20]!r}: {error}") from None
    return attempt


def _check_times(record: Record) -> None:
    times = record.at_ms
    if times is None:
        return
    if len(times) != len(record.moves):
        raise _WrongError(f"at_ms has {len(times)} times for {len(record.moves)} moves")
    late = next((i for i, (a, b) in enumerate(zip([0, *times], times, strict=False)) if b < a), None)
    if late is not None:
        raise _WrongError(f"move {late + 1} is earlier than the one before it")


def _check_result(record: Record, attempt: Attempt) -> None:
    claimed = record.result
    if claimed is None:
        return
    facts = {"home": attempt.table.home, "moves": attempt.moves}
    if record.at_ms is not None:
        facts["elapsed_ms"] = record.at_ms[-1] if record.at_ms else 0
    for name, fact in facts.items():
        if getattr(claimed, name) not in (None, fact):
            raise _WrongError(f"the result says {name} {getattr(claimed, name)}, the moves give {fact}")
    if claimed.outcome is not None and not _may_be(claimed.outcome, record.kind, attempt):
        raise _WrongError(f"the result says {claimed.outcome}, the moves do not")


def _may_be(outcome: Outcome, kind: Kind | None, attempt: Attempt) -> bool:
    """Whether an attempt that stands like this can have ended so."""
    if attempt.outcome is not None:
        return outcome is attempt.outcome
    if outcome is Outcome.BLOCKED:
        return kind is None and is_blocked(attempt.table)
    return outcome in (Outcome.GIVEN_UP, Outcome.EXPIRED)


def _check_chain(record: Record) -> None:
    if record.chain is None:
        return
    if record.at_ms is None:
        raise _WrongError("the chain can't be checked without at_ms")
    moves = zip(record.moves, record.at_ms, strict=True)
    if chain_head(record.attempt, record.game, record.commitment, record.rules_version, moves) != record.chain:
        raise _WrongError("the chain does not belong to these moves and times")


def _root(record: Record) -> bytes:
    """The root its path leads to; result and chain have been checked against the moves by then."""
    path, claimed = record.path, record.result
    if path is None or record.attempt is None or record.game is None or claimed is None or record.chain is None:
        raise _WrongError("it can't be tied to a root without attempt, game, result, chain and path")
    if claimed.outcome is None or claimed.home is None or claimed.moves is None or claimed.elapsed_ms is None:
        raise _WrongError("it can't be tied to a root without its whole result")
    result = Result(outcome=claimed.outcome, home=claimed.home, moves=claimed.moves, elapsed_ms=claimed.elapsed_ms)
    try:
        hashes = [bytes.fromhex(one) for one in path.hashes]
        return root_of(leaf(record.attempt, record.game, result, record.chain), path.index, path.size, hashes)
    except ValueError as error:
        raise _WrongError(f"its path leads nowhere: {error}") from None


def _standing(attempt: Attempt) -> str:
    how = attempt.outcome.value.replace("_", " ") if attempt.outcome else "so far"
    return f"{how}, {attempt.table.home} home, {attempt.moves} moves"
