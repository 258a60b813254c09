"""docs/operations.md says what is so."""

import re

import pytest

from server.__main__ import main
from server.commands.actions import ACTIONS
from tests.settings_table import DOCUMENT, current, table


def test_the_table_of_settings_is_current() -> None:
    assert current() == table(), "Run: python -m tests.settings_table"


def test_the_actions_named_are_those_there_are() -> None:
    text = DOCUMENT.read_text()
    named = set(re.findall(r"samedeal admin ([a-z-]+)", text)) | set(re.findall(r"`(show-[a-z]+)`", text))
    assert named == set(ACTIONS)


def test_the_commands_named_are_those_there_are() -> None:
    named = set(re.findall(r"samedeal (serve|migrate|export|verify|admin)\b", DOCUMENT.read_text()))
    for command in named:
        with pytest.raises(SystemExit) as stopped:
            main([command, "--help"])
        assert stopped.value.code == 0
