"""Passphrases, hashed by argon2 in threads of their own: nobody who plays waits for somebody who signs in."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from .problems import Problem

SHORTEST, LONGEST = 8, 256
AT_ONCE = 2

T = TypeVar("T")


class Passphrases:
    """Hashes and checks at most so many at once."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._nobodys = self._hasher.hash("nobody has this passphrase")
        self._free = asyncio.Semaphore(AT_ONCE)

    async def hash(self, passphrase: str) -> str:
        """What is stored of it. Raises Problem when it is too short or too long."""
        if not SHORTEST <= len(passphrase) <= LONGEST:
            title = f"A passphrase has {SHORTEST} to {LONGEST} characters. A few words are good."
            raise Problem(422, "bad_passphrase", title)
        return await self._aside(lambda: self._hasher.hash(passphrase))

    async def matches(self, hashed: str | None, passphrase: str) -> bool:
        """Whether this was hashed so; takes as long when there is nothing to compare with."""
        known = self._nobodys if hashed is None else hashed
        return await self._aside(lambda: self._verify(known, passphrase[: LONGEST + 1])) and hashed is not None

    def _verify(self, hashed: str, passphrase: str) -> bool:
        try:
            return self._hasher.verify(hashed, passphrase)
        except (VerifyMismatchError, InvalidHashError):
            return False

    async def _aside(self, work: Callable[[], T]) -> T:
        async with self._free:
            return await asyncio.to_thread(work)
