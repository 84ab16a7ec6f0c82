"""The command line: `countersign run`, `web`, `import`, `export`."""

import asyncio
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.logs import set_up_logs
from bot.settings import Settings, read_settings
from core.errors import CountersignError

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="Countersign: a résumé assistant that changes nothing until its owner presses Approve.",
    pretty_exceptions_enable=False,
)


def _with(work: Coroutine[Any, Any, None]) -> None:
    """Run to the end; a problem is one sentence on stderr and exit code 1."""
    try:
        asyncio.run(work)
    except CountersignError as problem:
        typer.echo(problem.message, err=True)
        raise typer.Exit(1) from None


def _settings() -> Settings:
    try:
        settings = read_settings()
    except CountersignError as problem:
        typer.echo(problem.message, err=True)
        raise typer.Exit(1) from None
    set_up_logs(settings.log_format)
    return settings


@app.command()
def run() -> None:
    """Start every platform that has a token; the local page when none has."""
    _with(_run(_settings()))


async def _run(settings: Settings) -> None:
    from adapters.store.database import is_postgres
    from adapters.web.connect import WebPlatform
    from bot.alone import hold_folder
    from bot.wiring import App, open_database, page

    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    database = await open_database(settings)
    platform = WebPlatform()
    program = App(settings, database, platforms=[platform])
    server = page(program, platform)
    alone = hold_folder(settings.data_dir)
    try:
        if alone and not is_postgres(settings.store_url):
            await program.take_over()
        await program.start()
        await server.start()
        typer.echo(f"Countersign is ready: {server.link}")
        await stopped.wait()
    finally:
        await server.stop()
        await program.stop()
        await database.close()
        if alone:
            alone.close()


@app.command()
def web(
    new_link: Annotated[
        bool, typer.Option("--new-link", help="Renew the key; old links stop working.")
    ] = False,
) -> None:
    """Print the page's link (its key is kept in the data folder)."""
    from adapters.web.token import LinkToken

    settings = _settings()
    token = LinkToken(settings.data_dir / "web.token")
    value = token.renew() if new_link else token.value
    address = settings.web_address or "127.0.0.1:8484"
    typer.echo(f"http://{address}/?token={value}")


@app.command("import")
def import_file(file: Annotated[Path, typer.Argument(help="A Reactive Resume 5 JSON file.")]) -> None:
    """Add a résumé from a file; it becomes the current one on the page."""
    try:
        data = file.read_bytes()
    except OSError:
        typer.echo(f"I can't read the file {file}.", err=True)
        raise typer.Exit(1) from None
    _with(_import(_settings(), file, data))


async def _import(settings: Settings, file: Path, data: bytes) -> None:
    from bot.hand import add_file

    typer.echo(await add_file(settings, file.name, data))


@app.command()
def export(
    resume: Annotated[str, typer.Argument(help="The résumé's title or id; see `countersign resumes`.")] = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Where to; else to stdout.")] = None,
    format: Annotated[str, typer.Option("--format", help="reactive-resume")] = "reactive-resume",  # noqa: A002  the option's name
) -> None:
    """Write a résumé as Reactive Resume 5 JSON."""
    if format != "reactive-resume":
        typer.echo("The only format is reactive-resume.", err=True)
        raise typer.Exit(2)
    _with(_export(_settings(), resume, output))


async def _export(settings: Settings, resume: str, output: Path | None) -> None:
    from bot.hand import read_resume

    data = await read_resume(settings, resume)
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        await asyncio.to_thread(output.write_bytes, data)


def main() -> None:
    """The entry point `countersign`."""
    app()


if __name__ == "__main__":
    main()
