"""A request that stops half-way is given up, so that it holds neither a connection nor the end of the server.

A server that is told to stop waits for the requests that it is answering. One whose body never comes to its end would
keep it for ever.
"""

import asyncio

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PART_S = 10.0  # for the next part of a body


class _TooSlow(Exception):
    """No part of the body came in time."""


class RequestTimeouts:
    """Middleware that answers 408 where the next part of a body does not come in time.

    A browser that has gone away is no error of the server's either: nothing is logged for it.
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
            if whole:  # what is waited for now is that the browser goes away
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
                headers = {"Connection": "close"}  # the rest of the body may still come
                await PlainTextResponse("The request was not completed in time.", 408, headers)(scope, receive, send)
        except ClientDisconnect:
            pass
