"""What a page sends over its websocket: binary messages that Streamlit understands, and nothing else.

Streamlit logs a traceback for each message that it cannot read, so that a visitor could fill the log. Here the socket
is closed without a word in the log; Streamlit's own page never sends such a message.
"""

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

UNREADABLE = 1003  # of a websocket: https://www.iana.org/assignments/websocket


def read_message(sent: bytes) -> BackMsg | None:
    """A message of a page; None if it is malformed."""
    message = BackMsg()
    try:
        message.ParseFromString(sent)
    except Exception:  # protobuf's error class is not public
        return None
    return message


def requests_rerun(sent: bytes) -> bool:
    """Whether a message of a page requests that its script is run."""
    message = read_message(sent)
    return message is not None and message.WhichOneof("type") == "rerun_script"


class MessageCheck:
    """ASGI middleware that closes the socket of a page that sends text or malformed messages."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        is_closed = False

        async def receive_readable() -> Message:
            nonlocal is_closed
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            sent = message.get("bytes")
            if sent is not None and read_message(sent) is not None:
                return message
            is_closed = True
            await send({"type": "websocket.close", "code": UNREADABLE, "reason": "The server cannot read that."})
            return {"type": "websocket.disconnect", "code": UNREADABLE}

        async def send_while_open(message: Message) -> None:
            if not is_closed:  # a script that still runs may have something to say
                await send(message)

        await self._app(scope, receive_readable, send_while_open)
