"""Hands the browser what is too large to send along with a page, when it asks for it.

A page *offers* something under a name; the browser fetches it, part by part, from an address made of that name and a
secret of this process: the same name always gives the same address, and nobody can guess the address of what another
visitor typed. Parts are made when they are fetched. What is offered takes memory, so the oldest offers leave.
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
    """One part of what was offered. ``policy`` is a Content-Security-Policy of its own, for a page in a frame."""

    content: bytes
    media_type: str
    policy: str | None = None


PartMaker = Callable[[str], DownloadPart | None]


class LargeDownloads:
    """What this process offers to browsers."""

    def __init__(self, limit: int | None = None) -> None:
        self._limit = memory_bytes(DOWNLOADS_SHARE) if limit is None else limit
        self._secret = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._offers: OrderedDict[str, tuple[PartMaker, int]] = OrderedDict()

    def offer(self, name: str, make_part: PartMaker, *, size: int) -> str:
        """Offer something, or offer it again.

        Args:
            name: What it is; the same name must always mean the same content.
            make_part: Makes a part from its name, or None where there is no such part. Runs on a thread of its own.
            size: About how many bytes ``make_part`` keeps in memory.

        Returns:
            The address without its last step: a part is at ``f"{address}/{part}"``.
        """
        key = hmac.digest(self._secret, name.encode("utf-8", "surrogatepass"), "sha256").hex()[:32]
        with self._lock:
            self._offers.pop(key, None)
            self._offers[key] = (make_part, size)
            while len(self._offers) > 1 and sum(size for _, size in self._offers.values()) > self._limit:
                self._offers.popitem(last=False)
        return f"{FOLDER}/{key}"

    def part(self, key: str, part: str) -> DownloadPart | None:
        """A part of what was offered under ``key``, if it still is."""
        with self._lock:
            offered = self._offers.get(key)
        return offered[0](part) if offered else None

    async def serve(self, request: Request) -> Response:
        """Answer a browser."""
        part = await run_in_threadpool(self.part, request.path_params["key"], request.path_params["part"])
        if part is None:
            return Response(status_code=404)
        headers = {"Cache-Control": "private, max-age=600, immutable"}
        if part.policy is not None:
            headers["Content-Security-Policy"] = part.policy
        return Response(part.content, media_type=part.media_type, headers=headers)

    @property
    def route(self) -> Route:
        """Where the server listens for them."""
        return Route(f"/{FOLDER}/{{key}}/{{part:path}}", self.serve)


LARGE_DOWNLOADS = LargeDownloads()
