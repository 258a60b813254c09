"""Logs: a line of text on a terminal, a JSON object elsewhere, each with the request and attempt it belongs to."""

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime

REQUEST: ContextVar[str | None] = ContextVar("request", default=None)
ATTEMPT: ContextVar[int | None] = ContextVar("attempt", default=None)


def set_up_logs() -> None:
    """Sends what this process logs to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(_TEXT) if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)


_TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


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
        return json.dumps({name: value for name, value in line.items() if value is not None})
