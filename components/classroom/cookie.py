"""The lecturer's cookies, which no script can read: the code of a class and a key, joined by a dot.

One is of the browser that started a class, with the key of the class. The other is of a phone that the lecturer uses as
a remote control, with a key of its own.
"""

import asyncio
from collections.abc import Mapping

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from components.classroom.classes import CLASSES
from components.classroom.same_origin import own_pages_only
from components.classroom.store import StoreUnreachable

COOKIE_PATH = "keep"  # the address, below that of the class routes
COOKIE, REMOTE_COOKIE = "riverbank-class", "riverbank-remote"
COOKIE_S = 12 * 3600
BODY_LIMIT = 200  # bytes of a request with a code and a key
BODY_TIMEOUT_S = 10.0  # for the whole body: bytes that trickle in do not extend it


@own_pages_only
async def store_class_cookie(request: Request) -> Response:
    """Set the cookie to the request body, ``code.key``, or delete it if the body is empty.

    The pair is not checked here: it opens a class only if the key is right.
    """
    body = await read_key(request)
    if body is None:
        return Response(status_code=400)
    code, _, key = body.partition(".")
    if body and not (code.isalnum() and key.replace("-", "").replace("_", "").isalnum()):
        return Response(status_code=400)
    answer = Response(status_code=204, headers={"Cache-Control": "no-store"})
    set_lecturer_cookie(answer, request, COOKIE, body)
    return answer


async def read_body(request: Request, limit: int = BODY_LIMIT) -> bytes | None:
    """The body of a request; None if it has more than ``limit`` bytes or is not complete in time."""
    body = b""
    try:
        async with asyncio.timeout(BODY_TIMEOUT_S):
            async for part in request.stream():
                body += part
                if len(body) > limit:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    return body


async def read_key(request: Request) -> str | None:
    """The body of a request as short ASCII text; None if it is something else."""
    body = await read_body(request)
    return body.decode("ascii") if body is not None and body.isascii() else None


def set_lecturer_cookie(answer: Response, request: Request, name: str, value: str) -> None:
    """Set a cookie in an answer, or delete it if the value is empty."""
    secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    age = COOKIE_S if value else 0
    answer.set_cookie(name, value, max_age=age, httponly=True, samesite="strict", secure=secure)


def split_cookie(value: str) -> tuple[str, str]:
    """The code and the key in a cookie's value, or two empty strings."""
    code, _, key = value.partition(".")
    return (code, key) if key and code.isalnum() else ("", "")


def held_class(cookies: Mapping[str, str]) -> str:
    """The code of the running class to which a browser's cookies contain a lecturer's key; "" if there is none.

    May wait for the shared store.
    """
    code, key = split_cookie(cookies.get(COOKIE, ""))
    remote_code, remote_key = split_cookie(cookies.get(REMOTE_COOKIE, ""))
    try:
        held = (key and CLASSES.find_owned(code, key)) or (remote_key and CLASSES.find_remote(remote_code, remote_key))
    except StoreUnreachable:
        return ""
    return held.code if held else ""
