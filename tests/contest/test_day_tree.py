"""server.contest.day_tree: RFC 6962's hashes, and no leaf but one that is in the tree."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.contest.day_tree import leaf, levels, root, root_of, siblings
from server.contest.result import Outcome, Result

RESULT = Result(outcome=Outcome.GIVEN_UP, home=3, moves=10, elapsed_ms=1000)


def by_the_book(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1: split at the largest power of two below the number of leaves."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\x01" + by_the_book(leaves[:k]) + by_the_book(leaves[k:])).digest()


def path_by_the_book(index: int, leaves: list[bytes]) -> list[bytes]:
    """RFC 6962, 2.1.1."""
    if len(leaves) == 1:
        return []
    k = 1 << (len(leaves) - 1).bit_length() - 1
    if index < k:
        return [*path_by_the_book(index, leaves[:k]), by_the_book(leaves[k:])]
    return [*path_by_the_book(index - k, leaves[k:]), by_the_book(leaves[:k])]


def hashes(size: int) -> list[bytes]:
    return [hashlib.sha256(bytes([0, i])).digest() for i in range(size)]


def path(index: int, leaves: list[bytes]) -> list[bytes]:
    tree = levels(leaves)
    return [tree[level][place] for level, place in siblings(index, len(leaves))]


@pytest.mark.parametrize("size", range(20))
def test_root_and_paths_are_those_of_the_rfc(size: int) -> None:
    leaves = hashes(size)
    assert root(levels(leaves)) == by_the_book(leaves)
    for index in range(size):
        assert path(index, leaves) == path_by_the_book(index, leaves)
        assert root_of(leaves[index], index, size, path(index, leaves)) == by_the_book(leaves)


def test_the_tree_of_nothing() -> None:
    assert root(levels([])).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@given(st.integers(1, 40), st.data())
def test_anything_altered_leads_elsewhere(size: int, data: st.DataObject) -> None:
    leaves = hashes(size)
    index = data.draw(st.integers(0, size - 1))
    way, expected = path(index, leaves), root(levels(leaves))
    assert root_of(hashlib.sha256(b"forged").digest(), index, size, way) != expected
    if way:
        changed = data.draw(st.integers(0, len(way) - 1))
        assert root_of(leaves[index], index, size, [*way[:changed], bytes(32), *way[changed + 1 :]]) != expected
        with pytest.raises(ValueError, match="nowhere"):
            root_of(leaves[index], index, size, way[:-1])
    with pytest.raises(ValueError, match="nowhere"):
        root_of(leaves[index], index, size, [*way, bytes(32)])


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0), (5, 2)])
def test_there_is_no_such_leaf(index: int, size: int) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        root_of(bytes(32), index, size, [])


def test_a_leaf_is_attempt_game_result_and_chain() -> None:
    text = b"\x00samedeal-leaf/1|184|2026-12-01/kansas|given_up|3|10|1000|" + b"ab" * 32
    assert leaf(184, "2026-12-01/kansas", RESULT, "ab" * 32) == hashlib.sha256(text).digest()
