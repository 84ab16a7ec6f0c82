"""Running: the whole program from its settings, for as long as it is wanted."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from adapters.store.database import is_postgres
from adapters.web.connect import WebPlatform
from bot.alone import hold_folder
from bot.metrics import Metrics
from bot.page import page
from bot.platforms import Chats
from bot.settings import Settings, to_http_address
from bot.storing import make_folder, open_database
from bot.watch import Watch
from bot.wiring import App


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[list[str]]:
    """Everything started, and stopped again in the other order; gives the lines that say where it is.

    Raises SettingsError, StoreError, and PersonError where a platform doesn't take its token.
    """
    async with AsyncExitStack() as stack:
        make_folder(settings)
        alone = hold_folder(settings.data_dir)
        if alone is not None:
            stack.enter_context(alone)
        database = await open_database(settings)
        stack.push_async_callback(database.close)
        metrics = None if settings.http_address is None else Metrics()
        web = WebPlatform()
        chats = Chats(settings, database)
        platforms = [*([web] if settings.has_page else []), *chats.platforms]
        program = App(settings, database, platforms=platforms, watch=Watch(metrics))
        chats.attach(program)
        if alone is not None and not is_postgres(settings.store_url):
            await program.take_over()
        stack.push_async_callback(program.stop)
        await program.start()
        lines = []
        if settings.has_page:
            server = page(program, web)
            stack.push_async_callback(server.stop)
            await server.start()
            lines.append(f"Countersign is ready: {server.link}")
        if metrics is not None and settings.http_address is not None:
            from bot.health import HealthServer

            address = to_http_address(settings.http_address)

            async def fault() -> str:
                return await chats.fault() if program.is_running else "loop_ended"

            health = HealthServer(address, database, metrics, fault, chats.routes())
            stack.push_async_callback(health.stop)
            host, port = await health.start()
            lines.append(f"Health and metrics: http://{host}:{port}/healthz and /metrics")
        stack.push_async_callback(chats.stop)
        lines += await chats.start()
        yield lines
