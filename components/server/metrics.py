"""Metrics of the running server for Prometheus, on a separate port that only this machine reaches.

``RIVERBANK_METRICS_PORT=9100`` in the environment serves them at http://127.0.0.1:9100/metrics.
"""

import logging
import os
from collections.abc import Callable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PORT_VARIABLE = "RIVERBANK_METRICS_PORT"
REGISTRY = CollectorRegistry()
VISITORS = Gauge("riverbank_visitors", "Open pages.", registry=REGISTRY)
REQUESTS = Counter("riverbank_requests", "Responses by path and status.", ["part", "status"], registry=REGISTRY)
WAITING = Gauge("riverbank_waiting", "Requests waiting for a forward pass.", registry=REGISTRY)
ROWS = Histogram(
    "riverbank_batch_rows", "Sentences in a forward pass.", buckets=(1, 2, 4, 8, 16, 32), registry=REGISTRY
)
SECONDS = Histogram(
    "riverbank_answer_seconds",
    "Seconds from a request to its answer, including waiting.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=REGISTRY,
)
REFUSED = Counter("riverbank_refused", "Requests rejected because too many were waiting.", registry=REGISTRY)
STUDENTS = Gauge("riverbank_students", "Phones in running classes.", registry=REGISTRY)
_KINDS = ("join", "parcel", "ready", "_stcore", "static", "component")


class PassMetrics:
    """Counts forward passes: a :class:`~components.model.inference.batching.Watch`."""

    def on_batch(self, rows: int) -> None:
        """Record a forward pass and its batch size, ``rows``."""
        ROWS.observe(rows)

    def on_answer(self, seconds: float) -> None:
        """Count a request that was answered after this many seconds."""
        SECONDS.observe(seconds)

    def on_rejection(self) -> None:
        """Count a request that was rejected because too many were waiting."""
        REFUSED.inc()


class RequestMetrics:
    """ASGI middleware that counts open pages, and responses by kind of path and status."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or one page's websocket while it is open."""
        if scope["type"] == "websocket":
            with VISITORS.track_inprogress():
                await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._app(scope, receive, _counting(path_kind(scope["path"]), send))
        else:
            await self._app(scope, receive, send)


def path_kind(path: str) -> str:
    """The kind of a path: one of a few names, so that the number of labels stays bounded."""
    return next((part for part in _KINDS if part in path.split("/")[:3]), "page")


def serve_metrics(students: Callable[[], float], environment: Mapping[str, str] = os.environ) -> bool:
    """Serve the metrics if the environment names a port. Returns whether they are served.

    Args:
        students: Returns the number of phones in all classes.
        environment: Environment variables.
    """
    named = environment.get(PORT_VARIABLE, "")
    if not named:
        return False
    STUDENTS.set_function(students)
    try:
        start_http_server(int(named), addr="127.0.0.1", registry=REGISTRY)
    except (ValueError, OverflowError, OSError) as error:
        logging.getLogger(__name__).warning("%s=%s: figures are not served (%s).", PORT_VARIABLE, named, error)
        return False
    return True


def _counting(part: str, send: Send) -> Send:
    async def counted(message: Message) -> None:
        if message["type"] == "http.response.start":
            REQUESTS.labels(part, str(message["status"])).inc()
        await send(message)

    return counted
