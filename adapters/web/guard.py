"""The page's guard: who may ask, from where, and what every answer forbids the browser to do."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from aiohttp import web

from adapters.web.token import LinkToken

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

OWN_HEADER: Final = "X-Countersign"
"""A header that no form and no foreign page can send without a preflight, which is never answered."""
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep any cookie."""

_HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "font-src 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "no-referrer",
    "Server": "Countersign",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_CLOSED: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Countersign</title></head>
<body><h1>This page is locked</h1>
<p>Open the link that <code>countersign web</code> prints in your terminal.
If it no longer works, <code>countersign web --new-link</code> makes a new one.</p>
<p lang="zh">请打开终端中 <code>countersign web</code> 打印的链接。
如果链接已失效，请运行 <code>countersign web --new-link</code>。</p></body></html>
"""


class Guard:
    """Lets a request through only from this machine's own page, in a browser that opened the link."""

    def __init__(self, token: LinkToken, hosts: frozenset[str], port: int) -> None:
        self._token = token
        self._hosts = hosts
        # Cookies know no ports: two pages on one machine must not overwrite each other's.
        self._cookie = f"countersign-{port}"

    @web.middleware
    async def check(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Host and Origin first, then the link or the cookie, then what a write needs."""
        refusal = self._wrong_place(request)
        if refusal is not None:
            return refusal
        if request.path == "/" and "token" in request.query:
            return self._open_link(request)
        if not self.is_open(request):
            return _locked(request)
        if request.method not in ("GET", "HEAD"):
            refusal = _not_our_page(request)
            if refusal is not None:
                return refusal
        return await handler(request)

    def is_open(self, request: web.Request) -> bool:
        """Does the request carry the cookie of the token that holds now?"""
        return self._token.is_session(request.cookies.get(self._cookie, ""))

    def _wrong_place(self, request: web.Request) -> web.Response | None:
        """A name other than this machine's own is a rebound one (DNS rebinding); so is another Origin."""
        host = request.headers.get("Host", "").lower()
        if len(request.headers.getall("Host", [])) != 1 or host not in self._hosts:
            return refuse(403, "wrong_host", "This page answers only under its own address on this machine.")
        origin = request.headers.get("Origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return refuse(403, "wrong_origin", "This page answers only to itself.")
        return None

    def _open_link(self, request: web.Request) -> web.Response:
        """Swap the token of the link for the cookie, and lead to an address without it."""
        is_right = self._token.opens(request.query["token"])
        if not is_right and not self.is_open(request):
            return _locked(request)
        response = web.Response(status=303, headers={"Location": "/"})
        if is_right:
            response.set_cookie(
                self._cookie,
                self._token.session,
                max_age=COOKIE_SECONDS,
                path="/",
                httponly=True,
                samesite="Strict",
            )
        return response


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """What every answer tells the browser, refusals too."""
    response.headers.update(_HEADERS)


def refuse(status: int, code: str, sentence: str) -> web.Response:
    """A refusal: a stable code, and a sentence that the page can show."""
    return web.json_response({"error": sentence, "code": code}, status=status)


def _locked(request: web.Request) -> web.Response:
    """The page that says where the link is.

    A browser holds a Strict cookie back while it follows a link out of another site's page, so in that
    case it is asked to come again by itself, once: then the request is this site's own.
    """
    headers = {}
    if request.headers.get("Sec-Fetch-Site") == "cross-site" and request.method == "GET":
        headers["Refresh"] = "0; url=/"
    return web.Response(status=401, text=_CLOSED, content_type="text/html", headers=headers)


def _not_our_page(request: web.Request) -> web.Response | None:
    """A write comes from our own script: its header, JSON, and the browser's word that it is same-origin."""
    site = request.headers.get("Sec-Fetch-Site")
    is_ours = request.headers.get(OWN_HEADER) == "1" and (
        site == "same-origin" if site is not None else "Origin" in request.headers
    )
    if not is_ours:
        return refuse(403, "not_our_page", "This page takes writes only from itself.")
    if request.content_type != "application/json":
        return refuse(415, "not_json", "This page takes JSON only.")
    return None
