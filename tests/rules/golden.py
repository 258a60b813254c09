"""Whole stretches of play as text, to be read: `python -m tests.rules.golden` writes them anew.

Look at the difference before you keep it: a stretch that changed is a rule that changed.
"""

from hashlib import sha256
from pathlib import Path

from server.rules import (
    VARIANTS,
    Event,
    Filled,
    Move,
    Moved,
    Redealt,
    Revealed,
    Table,
    Turned,
    Variant,
    deal,
    deck_for,
    events,
    legal_moves,
    pile_name,
    play,
)
from tests.rules.by_hand import names, written

FOLDER = Path(__file__).parent / "playthroughs"
NUMBERS = (1, 2)
PLIES = 60
PLIES_BETWEEN_TABLES = 12


def file_of(variant: Variant, number: int) -> Path:
    """Where a stretch is kept."""
    return FOLDER / f"{variant.key}-{number}.txt"


def playthrough(variant: Variant, number: int) -> str:
    """A deal and up to 60 moves: each with what it did and what may be done next, every twelfth with the table."""
    table = deal(variant, deck_for(sha256(f"playthrough {number}".encode()).digest(), variant, 0))
    lines = [f"{variant.title}, playthrough {number}", "", written(table), "", f"may: {_legal(table)}"]
    for ply in range(PLIES):
        moves = legal_moves(table)
        if not moves:
            break
        move = _choice(moves, f"{variant.key} {number} {ply}")
        before, table = table, play(table, move)
        lines.append(f"{ply + 1:>2} {move!s}: {_told(before, move, table)}; may: {_legal(table)}")
        if ply % PLIES_BETWEEN_TABLES == PLIES_BETWEEN_TABLES - 1:
            lines += ["", written(table), ""]
    return "\n".join(lines).rstrip() + "\n"


def _choice(moves: tuple[Move, ...], name: str) -> Move:
    """A card home in two cases of three where one can go; else any move, drawn by the name's hash."""
    drawn = int.from_bytes(sha256(name.encode()).digest()[:8], "big")
    home = tuple(move for move in moves if str(move).endswith("-F"))
    chosen = home if home and drawn % 3 else moves
    return chosen[drawn // 3 % len(chosen)]


def _told(before: Table, move: Move, table: Table) -> str:
    return ", ".join(map(_in_words, events(before, move, table)))


def _in_words(event: Event) -> str:
    match event:
        case Moved(cards, source, target):
            return f"{names(cards)} from {pile_name(source)} to {pile_name(target)}"
        case Filled(pile, card):
            return f"{card} fills {pile_name(pile)}"
        case Revealed(pile, card):
            return f"{card} turns up in {pile_name(pile)}"
        case Turned(cards, target):
            return f"{names(cards)} turned to {pile_name(target)}"
        case Redealt(number):
            return f"{number} cards redealt"


def _legal(table: Table) -> str:
    return " ".join(map(str, legal_moves(table))) or "nothing"


def main() -> None:
    """Write every file."""
    FOLDER.mkdir(exist_ok=True)
    for variant in VARIANTS.values():
        for number in NUMBERS:
            file_of(variant, number).write_text(playthrough(variant, number))


if __name__ == "__main__":
    main()
