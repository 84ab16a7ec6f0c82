"""The page's own address: loopback and nothing else."""

import ipaddress
from typing import Final

from core.errors import SettingsError

VARIABLE: Final = "COUNTERSIGN_WEB_ADDRESS"
HOST: Final = "127.0.0.1"
PORT: Final = 8484


def to_address(text: str) -> tuple[str, int]:
    """Host and port of `host`, `host:port` or `[::1]:port`. No port means 8484, port 0 any free one.

    `localhost` becomes 127.0.0.1: what a name means is for the hosts file to change, this is not.
    Raises SettingsError for a bad port, and for every host that other machines could reach.
    """
    host, port = _split(text.strip())
    if host.lower() == "localhost":
        host = HOST
    if not _is_loopback(host):
        raise SettingsError(VARIABLE, f"{VARIABLE} must stay on this machine: 127.0.0.1, localhost or [::1].")
    return host, port


def to_hosts(host: str, port: int) -> frozenset[str]:
    """Every `Host` header under which a browser on this machine may call the page."""
    names = {"localhost", in_url(host), "[::1]" if host == "::1" else HOST}
    plain = names if port == 80 else set()  # a browser leaves out the scheme's own port
    return frozenset(f"{name}:{port}" for name in names) | plain


def in_url(host: str) -> str:
    """A host as it stands in an address line (RFC 3986 §3.2.2: IPv6 in brackets)."""
    return f"[{host}]" if ":" in host else host


def _split(text: str) -> tuple[str, int]:
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":")
    elif text.count(":") > 1:
        host, port = text, ""
    else:
        host, _, port = text.partition(":")
    if not port:
        return host, PORT
    if not (port.isascii() and port.isdigit()) or int(port) > 65535:
        raise SettingsError(VARIABLE, f"{VARIABLE} needs a port between 0 and 65535, as in 127.0.0.1:8484.")
    return host, int(port)


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    # An IPv4 address dressed as IPv6 is refused: whether it counts as loopback depends on the Python version.
    return address.is_loopback and getattr(address, "ipv4_mapped", None) is None
