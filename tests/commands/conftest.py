"""Commands for the tests of this folder."""

from pathlib import Path

import pytest

from tests.commands.running import Runner


@pytest.fixture
def samedeal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Runner:
    """`samedeal(...)` runs a command; `samedeal.file(...)` writes records for it."""
    return Runner(tmp_path, capsys)
