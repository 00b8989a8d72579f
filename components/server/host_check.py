"""One rule for who may ask this server for what, on every path.

Streamlit holds its socket to ``server.allowedHosts`` and serves everything else to any name, so a page of somebody
else's that resolves to this machine (DNS rebinding) could read it. Here every request is held to that list. What is
cached and how much, at ``/_stcore/metrics``, is told to this machine only.
"""

from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

METRICS_PATH = "/_stcore/metrics"
FORWARDED_HEADERS = ("forwarded", "x-forwarded-for", "x-real-ip")  # a proxy's visitors come from elsewhere
WRONG_HOST = "This server does not accept that host name. Its operator can add it: see server.allowedHosts."
METRICS_ARE_LOCAL = "Metrics can be read only on the machine that runs this server."


class HostCheck:
    """Middleware that turns away requests for foreign hosts, and requests for metrics from other machines."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Websockets are left to Streamlit, which also looks at where they come from."""
        if scope["type"] == "http" and (refusal := error_response(scope)) is not None:
            await refusal(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def error_response(scope: Scope) -> PlainTextResponse | None:
    """What a request is answered with instead, or None where it may pass."""
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
