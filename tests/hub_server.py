"""A server on this machine that speaks the part of the hub's protocol which a download uses, and misbehaves on request.

``HEAD`` and ``GET /<owner>/<name>/resolve/<revision>/<file>`` answer with the headers that ``huggingface_hub`` reads.
"""

import hashlib
import json
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

REPOSITORY = "river/tiny"
REVISION = "0123456789abcdef0123456789abcdef01234567"
SHORT = REVISION[:7]  # the hub takes what a commit begins with for it
SERVED = "model.safetensors"


def weights(count: int = 400_000) -> bytes:
    """A safetensors file with one tensor of ``count`` bytes."""
    header = json.dumps({"t": {"dtype": "U8", "shape": [count], "data_offsets": [0, count]}}).encode()
    return struct.pack("<Q", len(header)) + header + bytes(i * 7 % 251 for i in range(count))


@dataclass
class HubServer:
    """The served files and the switches. ``sent`` counts the bytes of each file's bodies."""

    files: dict[str, bytes]
    endpoint: str = ""
    status: int = 200  # another one is given to every request
    cut_after: int | None = None  # bytes of the weights after which the connection ends
    hold_after: int | None = None  # bytes of the weights after which the server waits for ``released``
    spoilt: bool = False  # the weights' bytes are other than their etag says
    short: bool = False  # the weights end early, and the length says so
    ranges: bool = True
    elsewhere: bool = False  # the weights are on another host, as the hub's large files are
    commit: str = REVISION
    released: threading.Event = field(default_factory=threading.Event)
    holding: threading.Event = field(default_factory=threading.Event)
    sent: dict[str, int] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)  # the Authorization headers that came


def tiny_files() -> dict[str, bytes]:
    """A whole model's files; the weights are no real model."""
    return {"config.json": b"{}", "tokenizer.json": b'{"version": "1.0"}', SERVED: weights()}


@contextmanager
def hub_server() -> Iterator[HubServer]:
    """A running server, shut down at the end."""
    hub = HubServer(tiny_files())
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(hub))
    server.daemon_threads = True
    hub.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        hub.released.set()
        server.shutdown()
        server.server_close()


def _etag(name: str, body: bytes) -> str:
    if name == SERVED:
        return hashlib.sha256(body).hexdigest()
    return hashlib.sha1(b"blob %d\0" % len(body) + body).hexdigest()


def _handler(hub: HubServer) -> type[BaseHTTPRequestHandler]:
    class HubHandler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *arguments: object) -> None:
            """Nothing on the screen."""

        def do_HEAD(self) -> None:
            self._answer(body=False)

        def do_GET(self) -> None:
            self._answer(body=True)

        def _answer(self, *, body: bool) -> None:
            hub.requests.append(f"{self.command} {self.path}")
            hub.tokens.extend(self.headers.get_all("Authorization", []))
            name = self.path.rpartition("/")[2]
            paths = (*(f"/{REPOSITORY}/resolve/{index}/{name}" for index in (REVISION, SHORT)), f"/store/{name}")
            known = self.path in paths and name in hub.files
            if hub.status != 200 or not known:
                self._nothing(404 if hub.status == 200 and self.path != "/" else hub.status)
                return
            content = hub.files[name]
            etag = _etag(name, content)
            if name == SERVED and hub.elsewhere and self.path != paths[-1]:
                self._redirect(etag, len(content))
                return
            if name == SERVED and body:
                content = content[: len(content) // 2] if hub.short else content
                content = bytes(len(content)) if hub.spoilt else content
            start = self._start() if body else 0
            self.send_response(206 if start else 200)
            self.send_header("ETag", f'"{etag}"')
            self.send_header("X-Repo-Commit", hub.commit)
            self.send_header("X-Linked-Size", str(len(content)))
            self.send_header("Content-Length", str(len(content) - start))
            if start:
                self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
            self.end_headers()
            if body:
                self._send(name, content, start)

        def _redirect(self, etag: str, size: int) -> None:
            port = hub.endpoint.rpartition(":")[2]
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{port}/store/{SERVED}")
            self.send_header("ETag", '"of the redirect"')
            self.send_header("X-Linked-Etag", f'"{etag}"')
            self.send_header("X-Linked-Size", str(size))
            self.send_header("X-Repo-Commit", hub.commit)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _nothing(self, status: int) -> None:
            self.send_response(status)
            if status == 404:
                self.send_header("X-Error-Code", "EntryNotFound")
            self.send_header("X-Repo-Commit", hub.commit)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _start(self) -> int:
            wanted = self.headers.get("Range", "")
            return int(wanted.removeprefix("bytes=").rstrip("-")) if wanted and hub.ranges else 0

        def _send(self, name: str, content: bytes, start: int) -> None:
            for position in range(start, len(content), 4096):
                if name == SERVED and hub.cut_after is not None and position >= hub.cut_after:
                    self.close_connection = True
                    return
                if name == SERVED and hub.hold_after is not None and position >= hub.hold_after:
                    hub.holding.set()
                    hub.released.wait(30)
                piece = content[position : position + 4096]
                try:
                    self.wfile.write(piece)
                except OSError:  # the other side has gone
                    self.close_connection = True
                    return
                hub.sent[name] = hub.sent.get(name, 0) + len(piece)

    return HubHandler
