"""What is fixed for a fresh clone: versions with hashes from no particular registry, and a wheel that is complete."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

CHECKOUT = Path(__file__).parent.parent
LOCKS = ("serve", "test", "node")


def lock(name: str) -> str:
    return (CHECKOUT / "requirements" / f"{name}.txt").read_text()


def locked(name: str) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+)==", lock(name), re.MULTILINE))


def named(requirements: list[str]) -> set[str]:
    return {re.split(r"[\[<>=]", requirement)[0] for requirement in requirements}


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_is_versions_and_hashes_and_nothing_else(name: str) -> None:
    versions = re.split(r"^(?=\S)", lock(name), flags=re.MULTILINE)[1:]
    one = re.compile(r"[a-z0-9-]+==\S+( ; [^\n\\]+)?( \\\n    --hash=sha256:[0-9a-f]{64})+\n")
    assert [version for version in versions if not one.fullmatch(version)] == []
    assert versions


def test_all_that_pyproject_names_is_locked() -> None:
    pyproject = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())
    groups = pyproject["dependency-groups"]
    assert named(pyproject["project"]["dependencies"] + groups["build"]) <= locked("serve")
    assert locked("serve") | named(groups["test"]) <= locked("test")
    assert named(groups["node"]) <= locked("node")


def test_npm_packages_have_hashes_and_no_address() -> None:
    packages = json.loads((CHECKOUT / "package-lock.json").read_text())["packages"]
    del packages[""]
    assert {"node_modules/axe-core", "node_modules/typescript"} <= packages.keys()
    assert all("integrity" in package and "resolved" not in package for package in packages.values())


def test_the_wheel_carries_pages_and_migrations(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=CHECKOUT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = {name for name in ZipFile(wheel).namelist() if name.startswith("server/")}
    assert names == packed("server", "server") | packed("web", "server/_web") | packed(
        "migrations", "server/_migrations"
    )


def packed(folder: str, within: str) -> set[str]:
    """The files of a folder of the checkout, as a wheel names them."""
    top = CHECKOUT / folder
    files = (path for path in top.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {f"{within}/{path.relative_to(top).as_posix()}" for path in files}
