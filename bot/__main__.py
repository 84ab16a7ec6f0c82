"""The command line: `countersign run`, and what an operator does beside it."""

import asyncio
import logging
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from bot.logs import fault, set_up_logs
from bot.settings import Settings, read_settings
from core.errors import CountersignError

if TYPE_CHECKING:
    from adapters.store.database import Database

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Countersign: a résumé assistant that changes nothing until its owner presses Approve.",
    epilog="Settings come from the environment and from .env; `countersign doctor` looks at all of them.",
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
FORMATS = ("json", "pdf", "docx", "md", "txt", "jsonresume")
"""What `export` writes."""

parked = typer.Typer(add_completion=False, rich_markup_mode=None)
app.add_typer(parked, name="parked")


@contextmanager
def _plainly() -> Iterator[None]:
    """A problem is one sentence on stderr and exit code 1; of a fault of ours no more than its place."""
    try:
        yield
    except typer.Exit:
        raise
    except CountersignError as problem:
        _fail(problem.message)
    except OSError as problem:
        _fail(f"{problem.filename or 'The system'}: {problem.strerror or type(problem).__name__}.")
    except Exception as problem:
        told = fault(problem)
        _fail(f"Something went wrong on our side ({told['code']}, {told['at']}).")


def _fail(words: str) -> NoReturn:
    typer.echo(words, err=True)
    raise typer.Exit(1) from None


def _with(work: Coroutine[Any, Any, None]) -> None:
    with _plainly():
        asyncio.run(work)


def _settings(level: int = logging.WARNING) -> Settings:
    with _plainly():
        settings = read_settings()
    set_up_logs(settings.log_format, level)
    return settings


def _with_database(work: "Callable[[Database], Awaitable[None]]") -> None:
    """Run `work` on the database, which may be in use by a running program beside us."""
    settings = _settings()

    async def open_and_work() -> None:
        from bot.storing import open_database

        database = await open_database(settings)
        try:
            await work(database)
        finally:
            await database.close()

    _with(open_and_work())


@app.command()
def run() -> None:
    """Start the program, and print the link of its page.

    Stops at Ctrl-C or SIGTERM, after what is in hand.
    """
    settings = _settings(logging.INFO)
    _with(_run(settings))


async def _run(settings: Settings) -> None:
    from bot.running import running

    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with running(settings) as lines:
        for line in lines:
            typer.echo(line)
        await stopped.wait()


@app.command()
def web(
    new_link: Annotated[
        bool, typer.Option("--new-link", help="Renew the key; old links stop working.")
    ] = False,
) -> None:
    """Print the page's link (its key is kept in the data folder)."""
    from adapters.web.address import in_url, to_address
    from adapters.web.token import LinkToken

    settings = _settings()
    with _plainly():
        token = LinkToken(settings.data_dir / "web.token")
        value = token.renew() if new_link else token.value
        host, port = to_address(settings.web_address or "127.0.0.1")
        typer.echo(f"http://{in_url(host)}:{port}/?token={value}")


@app.command()
def doctor() -> None:
    """Say what has to be mended before the program can run.

    Looks at settings, data folder, database, keys, model and ports. A line each, "ok: …" or "mend: …". Exit
    code 1 if anything has to be mended. Changes nothing.
    """
    set_up_logs("text", logging.CRITICAL)
    _with(_doctor())


async def _doctor() -> None:
    from bot.doctor import examine

    mends = 0
    async for finding in examine():
        typer.echo(str(finding))
        mends += finding.mend
    if mends:
        raise typer.Exit(1)


@app.command()
def resumes() -> None:
    """List the résumés of the page's person.

    A line each: id, version, title; the current one has a star.
    """
    settings = _settings()

    async def show() -> None:
        from bot.hand import list_resumes

        for line in await list_resumes(settings):
            typer.echo(line)

    _with(show())


@app.command("import")
def import_file(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A résumé: JSON, YAML, PDF, DOCX, Markdown, text, or LinkedIn's archive."
        ),
    ],
) -> None:
    """Add a résumé from a file.

    It becomes the current one on the page. The program may run meanwhile.
    """
    try:
        data = file.read_bytes()
    except OSError:
        _fail(f"I can't read the file {file}.")
    settings = _settings()
    _with(_import(settings, file, data))


async def _import(settings: Settings, file: Path, data: bytes) -> None:
    from bot.hand import add_file

    typer.echo(await add_file(settings, file.name, data))


@app.command()
def export(
    resume: Annotated[
        str, typer.Argument(metavar="RESUME", help="Its title or id; see `countersign resumes`.")
    ] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where to; else to stdout.")] = None,
    format: Annotated[  # noqa: A002  the option's name
        str, typer.Option("--format", help="json (Reactive Resume 5), pdf, docx, md, txt or jsonresume.")
    ] = "json",
) -> None:
    """Write a résumé to a file.

    Without a name, the one that is current on the page.
    """
    if format not in FORMATS:
        typer.echo(f"The formats are {', '.join(FORMATS)}.", err=True)
        raise typer.Exit(2)
    settings = _settings()
    _with(_export(settings, resume, format, output))


async def _export(settings: Settings, resume: str, form: str, output: Path | None) -> None:
    from bot.hand import read_resume

    data = await read_resume(settings, resume, form)
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        await asyncio.to_thread(output.write_bytes, data)


@parked.callback(invoke_without_command=True)
def list_parked(context: typer.Context) -> None:
    """List events that were set aside, or hand one back.

    An event is set aside when handling it failed three times, or when it can't be read. A line each: number,
    when it came, when it was parked, platform, tries, the last code. No content.
    """
    if context.invoked_subcommand is not None:
        return

    async def show(database: "Database") -> None:
        from bot.parked import list_parked

        lines = await list_parked(database)
        for line in lines or ["Nothing is parked."]:
            typer.echo(line)

    _with_database(show)


@parked.command("replay")
def replay(
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The event's number in the list.")],
) -> None:
    """Hand a parked event back to its lane, once its cause is mended.

    A running program takes it up within two seconds, else the next start does.
    """

    async def hand_back(database: "Database") -> None:
        from bot.clock import SystemClock
        from bot.parked import replay

        await replay(database, number, SystemClock().now())
        typer.echo(f"Event {number} is handed back.")

    _with_database(hand_back)


@app.command()
def trace(
    name: Annotated[
        str, typer.Argument(metavar="ID", help="An event's key or number, or a proposal, job or résumé id.")
    ],
) -> None:
    """Follow one id through the store, without content.

    Tells of an event, of what it changed and of what was posted, with times and outcomes (UTC).
    """

    async def show(database: "Database") -> None:
        from bot.trace import trace

        for line in await trace(database, name):
            typer.echo(line)

    _with_database(show)


@app.command()
def backup(file: Annotated[Path, typer.Argument(metavar="FILE", help="The new file to write.")]) -> None:
    """Copy the SQLite database to one new file.

    The program may run meanwhile. The key that seals it (secret.key in the data folder, or
    COUNTERSIGN_SECRET_KEY) is not in the copy: keep it too, in another place. For PostgreSQL use pg_dump.
    """
    from adapters.store.database import is_postgres, sqlite_path
    from bot.backup import backup

    settings = _settings()
    if is_postgres(settings.store_url):
        _fail("The database is PostgreSQL: copy it with pg_dump.")
    with _plainly():
        backup(sqlite_path(settings.store_url), file)
    sealed = "COUNTERSIGN_SECRET_KEY" if settings.secret_key else str(settings.data_dir / "secret.key")
    typer.echo(f"Copied to {file}. It can be read only with the key: keep {sealed} too, in another place.")


@app.command()
def migrate() -> None:
    """Bring the database's tables up to date.

    Every other command that opens the database does so too.
    """
    from adapters.store.migrate import HEAD, migrate_now
    from bot.storing import make_folder

    settings = _settings()
    with _plainly():
        make_folder(settings)
        changed = migrate_now(settings.store_url)
    typer.echo(f"The database is {'now' if changed else 'already'} at schema {HEAD}.")


def main() -> None:
    """The entry point `countersign`."""
    app()


if __name__ == "__main__":
    main()
