"""What a server and its projection worker say to each other over pipes: a line of JSON, and arrays.

A message is its head's length and its body's (eight bytes each, big-endian), the head as JSON and the body as npz. No
pickles: what is read can only be numbers and text.
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
    """``kind`` says what it is, ``number`` which request it belongs to."""

    kind: str
    number: int
    head: Mapping[str, Any] = field(default_factory=dict)
    arrays: NamedArrays = field(default_factory=dict)


def send_message(pipe: BinaryIO, message: Message) -> None:
    """Write one message.

    Raises:
        OSError: Nobody reads at the other end any more.
    """
    head = json.dumps({"kind": message.kind, "number": message.number, "head": dict(message.head)}).encode()
    body = io.BytesIO()
    if message.arrays:
        np.savez(body, allow_pickle=False, **message.arrays)
    pipe.write(_LENGTHS.pack(len(head), body.tell()) + head)
    pipe.write(body.getbuffer())
    pipe.flush()


def receive_message(pipe: BinaryIO) -> Message | None:
    """The next message, waited for; None when the other end is gone, even amid a message."""
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
