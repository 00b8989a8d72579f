"""Limit the uploaded bytes of one session, and of all sessions of one address.

Streamlit accepts uploads for any session, whether its page has an uploader or not, and keeps them in memory until the
session ends. The limits count files that are stored now and uploads in progress; a removed file frees its bytes.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config, runtime

SESSION_BYTES = 20 * 1024 * 1024
ADDRESS_BYTES = 400 * 1024 * 1024  # allows for a lecture hall that shares one address
_UPLOAD = re.compile(r"/_stcore/upload_file/(?P<session>[^/]+)/[^/]+")

Stored = Callable[[str], int]


def stored_bytes(session: str) -> int:
    """Bytes of the files that the server stores for a session."""
    if not runtime.exists():
        return 0
    files: Mapping[str, Mapping[str, Any]] = getattr(runtime.get_instance().uploaded_file_mgr, "file_storage", {})
    return sum(len(file.data) for file in files.get(session, {}).values())


class UploadLimits:
    """ASGI middleware that rejects uploads over the limits.

    Args:
        app: The application to wrap.
        session_limit: Bytes for a session.
        address_limit: Bytes for all sessions of an address.
        stored: Returns the bytes that are stored for a session.
    """

    def __init__(
        self,
        app: ASGIApp,
        session_limit: int = SESSION_BYTES,
        address_limit: int = ADDRESS_BYTES,
        stored: Stored = stored_bytes,
    ) -> None:
        self._app, self._stored = app, stored
        self._session_limit, self._address_limit = session_limit, address_limit
        self._in_progress: Counter[str] = (
            Counter()
        )  # bytes by session; both are changed only by the server's event loop
        self._sessions: defaultdict[str, set[str]] = defaultdict(set)  # by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        upload = _UPLOAD.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if upload is None:
            await self._app(scope, receive, send)
            return
        session, size = upload["session"], announced_size(scope)
        address = str(scope["client"][0]) if scope.get("client") else ""
        if not self._fits(session, address, size):
            text = "These files are too large for one page together. Remove some, or reload the page."
            await PlainTextResponse(text, 413)(scope, receive, send)
            return
        self._in_progress[session] += size
        self._sessions[address].add(session)
        try:
            await self._app(scope, receive, send)
        finally:
            self._in_progress[session] -= size
            self._in_progress += Counter()  # drops zero counts

    def _fits(self, session: str, address: str, size: int) -> bool:
        if self._bytes(session) + size > self._session_limit:
            return False
        sizes = {each: self._bytes(each) for each in self._sessions[address] | {session}}
        self._sessions[address] = {each for each, held_bytes in sizes.items() if held_bytes}
        return sum(sizes.values()) + size <= self._address_limit

    def _bytes(self, session: str) -> int:
        return self._stored(session) + self._in_progress[session]


def announced_size(scope: Scope) -> int:
    """The content length of a request; the maximum upload size if it has none."""
    announced = Headers(scope=scope).get("content-length", "")
    return int(announced) if announced.isdecimal() else int(config.get_option("server.maxUploadSize")) * 1024 * 1024
