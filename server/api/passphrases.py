"""Passphrases, hashed by argon2 in a few threads that give way: nobody who plays waits for somebody who signs in."""

import asyncio
import os
import sys
import threading
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from server.live.limits import TooMany

from .problems import Problem

SHORTEST, LONGEST = 8, 256
AT_ONCE = 2
MOST_WAITING = 20
NICENESS = 5
KIBIBYTES, TIMES, CORES = 19 * 1024, 2, 1
"""OWASP, Password Storage Cheat Sheet: Argon2id."""

T = TypeVar("T")


class Passphrases:
    """Hashes and checks `AT_ONCE` at a time; when `MOST_WAITING` wait, one more is told to come back (TooMany)."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=TIMES, memory_cost=KIBIBYTES, parallelism=CORES)
        self._nobodys = self._hasher.hash("nobody has this passphrase")
        self._threads = ThreadPoolExecutor(AT_ONCE, "passphrases", initializer=_give_way)
        self._waiting = 0

    async def hash(self, passphrase: str) -> str:
        """What is stored of it. Raises Problem when it is too short or too long, TooMany."""
        composed = unicodedata.normalize("NFC", passphrase)
        if not SHORTEST <= len(composed) <= LONGEST:
            title = f"A passphrase has {SHORTEST} to {LONGEST} characters. A few words are good."
            raise Problem(422, "bad_passphrase", title)
        return await self._aside(lambda: self._hasher.hash(composed))

    async def matches(self, hashed: str | None, passphrase: str) -> bool:
        """Whether this was hashed so; takes as long when there is nothing to compare with. Raises TooMany."""
        known = self._nobodys if hashed is None else hashed
        composed = unicodedata.normalize("NFC", passphrase)[: LONGEST + 1]
        return await self._aside(lambda: self._verify(known, composed)) and hashed is not None

    def _verify(self, hashed: str, passphrase: str) -> bool:
        try:
            return self._hasher.verify(hashed, passphrase)
        except (VerifyMismatchError, InvalidHashError):
            return False

    async def _aside(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise TooMany("Many people are signing in right now. Please try again in a moment.", 5)
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1


def _give_way() -> None:
    """Linux alone has a niceness for each thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
