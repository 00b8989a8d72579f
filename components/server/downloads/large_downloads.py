"""Data that is too large to send with a page: the browser fetches it in parts.

A page *offers* data under a name. Its address is a keyed hash of the name, with a secret of this process: the same name
always gives the same address, and nobody can guess the address of another visitor's data. Parts are made when they are
fetched. Offers hold memory, so the oldest are dropped.
"""

import hmac
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from components.model.memory_budget import DOWNLOADS_SHARE, memory_bytes

FOLDER = "parcel"


@dataclass(frozen=True)
class DownloadPart:
    """One part of an offer.

    Attributes:
        content: The bytes to send.
        media_type: Their MIME type.
        policy: A Content-Security-Policy for this response, if it is a page in a frame.
    """

    content: bytes
    media_type: str
    policy: str | None = None


PartMaker = Callable[[str], DownloadPart | None]


class LargeDownloads:
    """The offers of this process. Thread-safe.

    Args:
        limit: Bytes that all offers may hold together; None takes a share of the machine's memory.
    """

    def __init__(self, limit: int | None = None) -> None:
        self._limit = memory_bytes(DOWNLOADS_SHARE) if limit is None else limit
        self._secret = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._offers: OrderedDict[str, tuple[PartMaker, int]] = OrderedDict()

    def offer(self, name: str, make_part: PartMaker, *, size: int) -> str:
        """Offer data, or renew the offer.

        Args:
            name: Identifies the data; the same name must always mean the same content.
            make_part: Returns a part by its name, or None if there is no such part. Runs in a thread.
            size: About how many bytes ``make_part`` keeps in memory.

        Returns:
            The address below the app's root; a part is at ``f"{address}/{part}"``.
        """
        key = hmac.digest(self._secret, name.encode("utf-8", "surrogatepass"), "sha256").hex()[:32]
        with self._lock:
            self._offers.pop(key, None)
            self._offers[key] = (make_part, size)
            while len(self._offers) > 1 and sum(size for _, size in self._offers.values()) > self._limit:
                self._offers.popitem(last=False)
        return f"{FOLDER}/{key}"

    def part(self, key: str, part: str) -> DownloadPart | None:
        """A part of the offer with this key, or None if there is no such offer or part."""
        with self._lock:
            offered = self._offers.get(key)
        return offered[0](part) if offered else None

    async def serve(self, request: Request) -> Response:
        """Answer a request for a part, or 404."""
        part = await run_in_threadpool(self.part, request.path_params["key"], request.path_params["part"])
        if part is None:
            return Response(status_code=404)
        headers = {"Cache-Control": "private, max-age=600, immutable"}
        if part.policy is not None:
            headers["Content-Security-Policy"] = part.policy
        return Response(part.content, media_type=part.media_type, headers=headers)

    @property
    def route(self) -> Route:
        """The route of all offers."""
        return Route(f"/{FOLDER}/{{key}}/{{part:path}}", self.serve)


LARGE_DOWNLOADS = LargeDownloads()
