"""How long this disk takes to keep a small write."""

import os
import tempfile
import time
from pathlib import Path

PAGE = b"\0" * 8192


def fdatasync_ms(folder: Path, times: int) -> list[float]:
    """Milliseconds of each of so many writes of a page to a file in this folder, fdatasync included."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        file.write(PAGE * times)
        os.fsync(file.fileno())
        file.seek(0)
        return [_write(file.fileno()) for _ in range(times)]


def _write(file: int) -> float:
    began = time.perf_counter()
    os.write(file, PAGE)
    os.fdatasync(file)
    return (time.perf_counter() - began) * 1000
