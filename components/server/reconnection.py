"""A page whose session is gone starts anew at its next word, and does not look alive while it is deaf.

A page that lost its socket connects again by itself. Where its session is gone, since the process was restarted or
the page slept for more than two minutes, Streamlit gives it a new one and waits to be asked. What a page then asks for
is one fragment, by a name that only the old session knew, and Streamlit passes over that in silence: the page stands
there, and whatever its visitor types changes nothing. So the first question of every socket is made one for the whole
page. It brings all that a visitor has chosen along, and so does the link.
"""

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg


class ForceFullRerun:
    """Middleware that has the first run of every socket be one of the whole page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        has_rerun = False

        async def receive_full_rerun() -> Message:
            nonlocal has_rerun
            message = await receive()
            if not has_rerun and message["type"] == "websocket.receive" and message.get("bytes"):
                message["bytes"], has_rerun = to_full_rerun(message["bytes"])
            return message

        await self._app(scope, receive_full_rerun, send)


def to_full_rerun(sent: bytes) -> tuple[bytes, bool]:
    """What a page sent, asking for all of it, and whether it asked for anything."""
    try:
        message = BackMsg.FromString(sent)
    except Exception:  # protobuf's own error is no part of its interface; Streamlit says what it thinks of this
        return sent, False
    if message.WhichOneof("type") != "rerun_script":
        return sent, False
    if not message.rerun_script.fragment_id:
        return sent, True
    message.rerun_script.fragment_id, message.rerun_script.is_auto_rerun = "", False
    return message.SerializeToString(), True
