"""Check the host name of every request, and serve metrics only to this machine.

Streamlit checks ``server.allowedHosts`` for its websocket only, so a foreign page whose name resolves to this machine
(DNS rebinding) could read everything else. Here the list applies to every request. ``/_stcore/metrics``, which shows
what is cached, answers only requests from this machine.
"""

from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

METRICS_PATH = "/_stcore/metrics"
FORWARDED_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip")  # set by proxies: the visitor is on another machine
WRONG_HOST = "This server does not accept that host name. Its operator can add it: see server.allowedHosts."
METRICS_ARE_LOCAL = "Metrics can be read only on the machine that runs this server."


class HostCheck:
    """ASGI middleware that rejects requests for unknown hosts, and requests for metrics from other machines."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Websockets are left to Streamlit, which also checks their origin."""
        if scope["type"] == "http" and (refusal := error_response(scope)) is not None:
            await refusal(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def error_response(scope: Scope) -> PlainTextResponse | None:
    """The error response to a request that is not allowed, or None."""
    headers = Headers(scope=scope)
    if not is_host_allowed(headers.get("host")):
        return PlainTextResponse(WRONG_HOST, status_code=403)
    if scope["path"].rstrip("/").endswith(METRICS_PATH) and not _from_this_machine(scope, headers):
        return PlainTextResponse(METRICS_ARE_LOCAL, status_code=403)
    return None


def _from_this_machine(scope: Scope, headers: Headers) -> bool:
    if scope.get("client") is None or any(name in headers for name in FORWARDED_HEADERS):
        return False
    try:
        return ip_address(scope["client"][0]).is_loopback
    except ValueError:
        return False
