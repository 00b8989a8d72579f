"""The protocol between a server and its projection worker: JSON and arrays over pipes.

A message consists of the lengths of head and body (eight bytes each, big-endian), the head as JSON and the body as npz.
Nothing is pickled, so a message can only hold numbers and text.
"""

import io
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import numpy as np

from components.senses.model.projection_results import NamedArrays

_LENGTHS = struct.Struct(">QQ")


@dataclass(frozen=True)
class Message:
    """A message in either direction.

    Attributes:
        kind: From the server "fit" or "stop"; from the worker "progress", "done", "refused" or "failed".
        number: Number of the request that it belongs to.
        head: JSON values, such as settings or an error message.
        arrays: Named arrays, such as vectors or a projection.
    """

    kind: str
    number: int
    head: Mapping[str, Any] = field(default_factory=dict)
    arrays: NamedArrays = field(default_factory=dict)


def send_message(pipe: BinaryIO, message: Message) -> None:
    """Write one message.

    Raises:
        OSError: The other end of the pipe is closed.
    """
    head = json.dumps({"kind": message.kind, "number": message.number, "head": dict(message.head)}).encode()
    body = io.BytesIO()
    if message.arrays:
        np.savez(body, allow_pickle=False, **message.arrays)
    pipe.write(_LENGTHS.pack(len(head), body.tell()) + head)
    pipe.write(body.getbuffer())
    pipe.flush()


def receive_message(pipe: BinaryIO) -> Message | None:
    """Wait for the next message; None when the other end is closed, even in the middle of a message."""
    lengths = pipe.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    head_length, body_length = _LENGTHS.unpack(lengths)
    head, body = pipe.read(head_length), pipe.read(body_length)
    if len(head) < head_length or len(body) < body_length:
        return None
    arrays: NamedArrays = {}
    if body:
        with np.load(io.BytesIO(body), allow_pickle=False) as opened:
            arrays = {name: opened[name] for name in opened.files}
    return Message(**json.loads(head), arrays=arrays)
