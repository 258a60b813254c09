"""The pages and the files they load, as they are but for notes: read once, named by content, never cached wrongly."""

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from .addresses import NUMBER

PAGES = {
    "/": "index.html",
    "/play/{date}/{variant}": "play.html",
    f"/play/{NUMBER}": "play.html",
    f"/replay/{NUMBER}": "replay.html",
    "/practice": "practice.html",
    "/practice/{variant}": "practice.html",
    "/how-to-play": "how-to-play.html",
    "/how-to-play/{variant}": "how-to-play.html",
    "/fairness": "fairness.html",
    "/account": "account.html",
    "/players/{name}": "profile.html",
    "/leaderboards": "leaderboards.html",
    "/leaderboards/{variant}": "leaderboards.html",
    "/leaderboards/{variant}/{date}": "leaderboards.html",
}

_FOREVER = "public, max-age=31536000, immutable"
_IMPORT = re.compile(r"""^import\s[^'";]*['"](\.[^'"]+)['"]""", re.MULTILINE)
_ENTRY = re.compile(r'<script type="module" src="/static/([^"]+)">')
_NOTE = re.compile(rb"^[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".ts": "text/plain"}


def page_routes(web: Path, made: Mapping[str, str]) -> list[Route]:
    """The routes of all pages, and of the files under `web` they load, at addresses that carry the content's hash.

    `made`: the HTML of pages that are no files, by address.
    """
    files = _Files(web)
    pages = {path: files.page(name) for path, name in PAGES.items()} | {path: files.made(made[path]) for path in made}
    routes = [Route(path, page, methods=["GET"]) for path, page in pages.items()]
    return [*routes, Route("/favicon.ico", files.favicon), Route("/static/{version}/{path:path}", files.static)]


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is sent, plain and compressed."""

    plain: bytes
    packed: bytes
    kind: str

    @classmethod
    def of(cls, content: bytes, name: str) -> "_File":
        kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return cls(content, gzip.compress(content, mtime=0), kind)

    def answer(self, request: Request, cache: str) -> Response:
        headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=self.kind, headers=headers)
        return Response(self.packed, media_type=self.kind, headers={**headers, "Content-Encoding": "gzip"})


class _Files:
    """All files of the web folder in memory, under one version made from their content."""

    def __init__(self, web: Path) -> None:
        self._content = {path.relative_to(web).as_posix(): _content_of(path) for path in _below(web)}
        self._version = _hash_of(self._content)
        self._files = {name: _File.of(content, name) for name, content in self._content.items()}

    def page(self, name: str) -> "_Endpoint":
        """An endpoint that gives one page, with its files at their versioned addresses."""
        return self.made(self._content[name].decode())

    def made(self, html: str) -> "_Endpoint":
        """The same of a page that is no file."""
        return _Endpoint(_File.of(self._linked(html).encode(), "page.html"))

    async def static(self, request: Request) -> Response:
        """One file; only the present version exists."""
        file = self._files.get(request.path_params["path"])
        if file is None or request.path_params["version"] != self._version:
            raise HTTPException(404)
        return file.answer(request, _FOREVER)

    async def favicon(self, _request: Request) -> Response:
        """Browsers that look for the old name are shown the new one."""
        return RedirectResponse(f"/static/{self._version}/icon.svg", 308)

    def _linked(self, html: str) -> str:
        entry = _ENTRY.search(html)
        links = [f'<link rel="modulepreload" href="/static/{module}">' for module in self._modules(entry)]
        html = html.replace("</head>", "\n".join([*links, "</head>"]))
        return html.replace('"/static/', f'"/static/{self._version}/')

    def _modules(self, entry: re.Match[str] | None) -> list[str]:
        """The modules an entry module loads, directly or through others, in the order in which they are met."""
        met = [entry[1]] if entry else []
        for module in met:
            met.extend(path for path in self._imports(module) if path not in met)
        return met[1:]

    def _imports(self, module: str) -> list[str]:
        found = dict.fromkeys(_IMPORT.findall(self._content[module].decode()))
        return [_joined(module, path) for path in found]


class _Endpoint:
    """Answers a page's address; a page is asked for anew each time, its files never."""

    def __init__(self, file: _File) -> None:
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._file.answer(Request(scope), "no-cache")(scope, receive, send)


def _below(web: Path) -> Iterator[Path]:
    return (path for path in sorted(web.rglob("*")) if path.is_file() and not path.name.startswith("."))


def _content_of(path: Path) -> bytes:
    """A file without its notes, which are a quarter of it and for readers of the source; lines keep their numbers."""
    content = path.read_bytes()
    if path.suffix not in {".js", ".css"}:
        return content
    return _NOTE.sub(lambda note: b"\n" * note[0].count(b"\n"), content)


def _hash_of(content: dict[str, bytes]) -> str:
    digest = hashlib.sha256()
    for name, file in content.items():
        digest.update(hashlib.sha256(name.encode() + b"\0" + file).digest())
    return digest.hexdigest()[:16]


def _joined(module: str, path: str) -> str:
    """The address of a module imported as `path` by another: `js/board/view.js`, `../html.js` -> `js/html.js`."""
    parts = [*module.split("/")[:-1]]
    for part in path.split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
