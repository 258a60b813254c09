"""Logs: a line of text on a terminal, a JSON object elsewhere, each with the request and attempt it belongs to."""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
ATTEMPT: ContextVar[int | None] = ContextVar("attempt", default=None)


def set_up_logs() -> None:
    """Sends what this process logs to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(PlainLines() if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


class PlainLines(logging.Formatter):
    """A line of text; nothing somebody may have slipped into it can steer the terminal, or look like another line."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        """The line."""
        return printable(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # noqa: N802
        """The lines of a traceback, set in: none of them begins as one of the log does."""
        return "\n".join(f"  {printable(line)}" for line in super().formatException(ei).split("\n"))


def printable(text: str) -> str:
    """A text with all that cannot be seen written out, like \\x1b or \\u202e."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in text)


class JsonLines(logging.Formatter):
    """One JSON object a line; JSON escapes whatever somebody may have slipped into a text."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            "request": REQUEST.get(),
            "attempt": ATTEMPT.get(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        text = json.dumps({name: value for name, value in line.items() if value is not None})
        return text.replace("\x7f", "\\u007f")
