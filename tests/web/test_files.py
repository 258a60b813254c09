"""The files of the pages: how heavy, how served, and that no rule of patience is in them."""

import gzip
import re
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from server.api.pages import PAGES, page_routes
from tests.serving import LiveServer
from tests.web.types import FILE, declarations

WEB = Path(__file__).parents[2] / "web"
KILO = 1024
PAGES_SEEN = sorted(re.sub(r"\{\w+(:\w+)?\}", "1", path) for path in PAGES)
RULE_WORDS = re.compile(r"\b(kings?|queens?|aces?|alternat(?:e|ing))\b", re.IGNORECASE)


@pytest.mark.parametrize("page", PAGES_SEEN)
async def test_40_a_first_visit_is_light(live_server: LiveServer, page: str) -> None:
    async with httpx.AsyncClient(base_url=live_server.url) as client:
        html = await client.get(page)
        addresses = set(re.findall(r'"(/static/[^"]+)"', html.text))
        sizes = {address: int((await client.get(address)).headers["content-length"]) for address in addresses}
    scripts = sum(size for address, size in sizes.items() if address.endswith(".js"))
    styles = sum(size for address, size in sizes.items() if address.endswith(".css"))
    assert int(html.headers["content-length"]) <= 4 * KILO
    assert scripts <= 45 * KILO
    assert styles <= 8 * KILO
    assert sum(sizes.values()) <= 60 * KILO


async def test_files_are_kept_for_ever_and_pages_asked_for_anew(live_server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=live_server.url) as client:
        html = await client.get("/")
        assert html.headers["cache-control"] == "no-cache"
        address = re.findall(r'"(/static/[^"]+\.js)"', html.text)[0]
        script = await client.get(address)
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        plain = await client.get(address, headers={"Accept-Encoding": "identity"})
        assert plain.content == script.content
        version = address.split("/")[2]
        outside = f"/static/{version}/%2e%2e/pyproject.toml"
        for gone in (address.replace(version, "0" * 16), outside, f"/static/{version}/nothing.js"):
            assert (await client.get(gone)).status_code == 404


async def test_every_module_is_loaded_ahead(live_server: LiveServer) -> None:
    async with httpx.AsyncClient(base_url=live_server.url) as client:
        ahead = re.findall(r'modulepreload" href="([^"]+)"', (await client.get("/play/1")).text)
        assert len(ahead) == len(set(ahead)) > 10
        assert all([(await client.get(address)).status_code == 200 for address in ahead])


async def test_a_changed_file_changes_every_address(tmp_path: Path) -> None:
    for name in set(PAGES.values()):
        (tmp_path / name).write_text('<head><link href="/static/a.css"></head>')
    pages = []
    for style in ("a {}", "b {}"):
        (tmp_path / "a.css").write_text(style)
        transport = httpx.ASGITransport(Starlette(routes=list(page_routes(tmp_path, {}))))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            page = (await client.get("/")).text
            assert (await client.get(page.split('"')[1])).text == style
            pages.append(page)
    assert pages[0] != pages[1]


def test_the_shapes_the_pages_read_are_the_servers() -> None:
    assert FILE.read_text() == declarations(), "Run: python -m tests.web.types"


def test_no_rule_of_patience_is_in_the_scripts() -> None:
    scripts = [path for path in (WEB / "js").rglob("*.js") if path.name != "copy.js" and path.parent.name != "copy"]
    assert len(scripts) > 20
    assert {path.name: found for path in scripts if (found := RULE_WORDS.findall(path.read_text()))} == {}


def test_39_the_scripts_need_nothing_from_elsewhere_and_never_write_html() -> None:
    for path in (WEB / "js").rglob("*.js"):
        text = path.read_text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text), path
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), path
        assert len(text.splitlines()) < 400, path
        assert text.startswith("// @ts-check"), path


def test_pages_hold_no_script_or_style_of_their_own() -> None:
    for path in WEB.glob("*.html"):
        text = path.read_text()
        assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]+src=)", text), path
        assert len(gzip.compress(text.encode())) < 4 * KILO
