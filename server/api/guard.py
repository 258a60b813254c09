"""What every request passes on its way in, and every answer on its way out (web.md, 6.2)."""

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .problems import Problem, answer_problem

LARGEST_BODY = 64 * 1024
SECURE = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
HTTPS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}


class Guarded:
    """Wraps an app: nothing big comes in, and every answer carries the headers that keep browsers strict."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the app answer, adds to the answer's head what it has not set itself; sockets have no such head."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        secure = _SECURE_BY_HTTPS if scope["scheme"] == "https" else _SECURE

        async def send_secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in secure if one[0] not in own)]
            await send(message)

        app = _too_large if int(Headers(scope=scope).get("content-length", 0)) > LARGEST_BODY else self._app
        await app(scope, receive, send_secured)


def require_small(length: int) -> None:
    """Raises Problem when a body of so many bytes is too big."""
    if length > LARGEST_BODY:
        raise _problem()


def _problem() -> Problem:
    return Problem(413, "too_large", f"Send at most {LARGEST_BODY} bytes.")


async def _too_large(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers by the length alone, before anything is read or done."""
    await answer_problem(Request(scope), _problem())(scope, receive, send)


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


_SECURE = _encoded(SECURE)
_SECURE_BY_HTTPS = _encoded(SECURE | HTTPS_ONLY)
