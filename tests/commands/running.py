"""Commands run in this process, and what they printed."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.__main__ import main


@dataclass(frozen=True)
class Ran:
    """The exit code of a command, and the lines it printed and complained with."""

    code: int
    printed: list[str]
    complained: list[str]


class Runner:
    """Runs commands on files in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Ran:
        self._capsys.readouterr()
        try:
            code = main(arguments)
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        printed, complained = self._capsys.readouterr()
        return Ran(code, printed.splitlines(), complained.splitlines())

    def file(self, name: str, *records: object, indent: int | None = None) -> str:
        """Writes records, one a line or over several; gives the path."""
        return self.text(name, "".join(json.dumps(record, indent=indent) + "\n" for record in records))

    def text(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text)
        return str(path)
