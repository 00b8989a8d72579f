"""Turn the first rerun request of every websocket into one for the whole page.

A page that lost its websocket reconnects by itself. If its session is gone (the process was restarted, or the page
slept for more than two minutes), Streamlit creates a new session and waits for a request. The page then requests a
rerun of one fragment, by an id that only the old session knew. Streamlit ignores that silently, so the page looks
connected while nothing that its visitor types has an effect. Requesting the whole page instead restarts it, with the
visitor's input: the request and the link carry all of it.
"""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.server.page_messages import read_message


class ForceFullRerun:
    """ASGI middleware that makes the first rerun of every websocket a full one."""

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
    """Make a rerun request one for the whole page.

    Args:
        sent: A serialised message of the page.

    Returns:
        The message to pass on, and whether it requests a rerun.
    """
    message = read_message(sent)
    if message is None or message.WhichOneof("type") != "rerun_script":
        return sent, False
    if not message.rerun_script.fragment_id:
        return sent, True
    message.rerun_script.fragment_id, message.rerun_script.is_auto_rerun = "", False
    return message.SerializeToString(), True
