"""Health: `/healthz` and `/metrics` on an address of their own, beside what platforms are answered at."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from aiohttp import web

from adapters.store.database import Database
from bot.metrics import CONTENT_TYPE, Metrics
from core.errors import CountersignError, SettingsError

PATIENCE: Final = 5.0
"""Seconds for the database to answer before it counts as gone."""


class HealthServer:
    """Answers monitors. `fault` tells what of loops and platforms isn't at work, by a code; "" if all is."""

    def __init__(
        self,
        address: tuple[str, int],
        database: Database,
        metrics: Metrics,
        fault: Callable[[], Awaitable[str]],
        routes: Sequence[web.RouteDef] = (),
    ) -> None:
        self._routes = routes
        self._address = address
        self._database = database
        self._metrics = metrics
        self._fault = fault
        self._runner: web.AppRunner | None = None

    async def start(self) -> tuple[str, int]:
        """Listen; gives the actual host and port. Raises SettingsError when the port can't be had."""
        app = web.Application()
        app.router.add_routes(self._routes)
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._text)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        host, port = self._address
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError:
            await runner.cleanup()
            raise SettingsError(
                "COUNTERSIGN_HTTP_ADDRESS",
                f"COUNTERSIGN_HTTP_ADDRESS: {host}:{port} is taken or can't be opened; name another.",
            ) from None
        self._runner = runner
        return host, int(runner.addresses[0][1])

    async def stop(self) -> None:
        """Close the port."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _healthz(self, _: web.Request) -> web.Response:
        code = await self._fault() or await self._count()
        return web.json_response(
            {"status": "failing", "code": code} if code else {"status": "ok"}, status=503 if code else 200
        )

    async def _text(self, _: web.Request) -> web.Response:
        await self._count()  # where the database is gone, the last counts stand
        return web.Response(body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    async def _count(self) -> str:
        """Read how much waits into the gauges; the code of what went wrong, "" if nothing did."""
        try:
            async with asyncio.timeout(PATIENCE):
                inbox = await self._database.rows("inbox_counts", {})
                jobs = await self._database.rows("job_counts", {})
        except CountersignError as problem:
            return problem.code
        except TimeoutError:
            return "store_slow"
        events = {row["state"]: row["number"] for row in inbox}
        for state in ("waiting", "parked"):
            self._metrics.inbox.labels(state).set(events.get(state, 0))
        open_jobs = {row["state"]: row["number"] for row in jobs}
        for state in ("waiting", "running"):
            self._metrics.open_jobs.labels(state).set(open_jobs.get(state, 0))
        return ""
