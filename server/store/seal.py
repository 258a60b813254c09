"""Secrets of games that are not final, encrypted with a key that the database never sees.

AES-256-GCM, a fresh nonce before each, bound to its game: a row copied to another game does not open. The key is 64
hexadecimal digits in a file of its own; whoever has both the file and the database knows the coming deals.
"""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
NONCE_BYTES = 12


class BadKey(Exception):
    """The secrets cannot be opened; the text tells the operator why, and what to do."""


class Seal:
    """Closes secrets, and opens them again, with one key of 32 bytes."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    @classmethod
    def read(cls, file: Path) -> Self:
        """The key in a file. Raises BadKey."""
        try:
            text = file.read_text(encoding="ascii").strip()
            key = bytes.fromhex(text)
        except FileNotFoundError:
            raise BadKey(
                f"The key to the coming games is missing: put {file} back, or name another file with SAMEDEAL_KEY_FILE."
            ) from None
        except OSError as error:
            raise BadKey(f"You can't read the key to the coming games in {file}: {error.strerror}.") from None
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            raise BadKey(f"There is no key in {file}: it has to hold {KEY_BYTES * 2} hexadecimal digits.")
        return cls(key)

    def close(self, secret: bytes, game: str) -> bytes:
        """A secret encrypted for this game alone, named like `2026-12-01/kansas`."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, secret, game.encode())

    def open(self, sealed: bytes, game: str) -> bytes:
        """The secret again. Raises BadKey when it was closed with another key or for another game."""
        try:
            return self._cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], game.encode())
        except InvalidTag:
            raise BadKey(
                f"This key does not open the secret of {game}: give SAMEDEAL_KEY_FILE the key it was made with."
            ) from None


def make_key(file: Path) -> None:
    """Writes a new key that only its owner may read; one that is there stays. Raises BadKey when it can't."""
    if file.exists():
        return
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=file.parent, prefix=f".{file.name}-", encoding="ascii") as new:
            new.write(f"{secrets.token_hex(KEY_BYTES)}\n")
            new.flush()
            os.fsync(new.fileno())
            with suppress(FileExistsError):  # whole or not at all, and the first of several processes wins
                os.link(new.name, file)
    except OSError as error:
        raise BadKey(
            f"You can't keep the key to the coming games in {file} ({error.strerror}): "
            "name another file with SAMEDEAL_KEY_FILE."
        ) from None
