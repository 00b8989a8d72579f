"""Abort requests whose body stops arriving.

Such a request would hold its connection, and a server that shuts down would wait for it forever.
"""

import asyncio

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PART_S = 10.0  # to wait for the next part of a body


class _TooSlow(Exception):
    """The next part of the body did not arrive in time."""


class RequestTimeouts:
    """ASGI middleware that answers 408 if the next part of a body does not arrive in time.

    A browser that disconnects is not an error of the server: nothing is logged for it.
    """

    def __init__(self, app: ASGIApp, part_s: float = PART_S) -> None:
        self._app, self._part_s = app, part_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        whole = started = False

        async def receive_in_time() -> Message:
            nonlocal whole
            if whole:  # only the disconnect is still to come
                return await receive()
            try:
                async with asyncio.timeout(self._part_s):
                    message = await receive()
            except TimeoutError:
                raise _TooSlow from None
            whole = not message.get("more_body", False)
            return message

        async def noted_send(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive_in_time, noted_send)
        except _TooSlow:
            if not started:
                headers = {"Connection": "close"}  # the rest of the body may still arrive
                await PlainTextResponse("The request was not completed in time.", 408, headers)(scope, receive, send)
        except ClientDisconnect:
            pass
