"""The lecturer's cookies, which no script can read: the code of a class and a key, joined by a dot.

One is of the browser that started a class, with the key of the class. The other is of a phone that the lecturer uses as
a remote control, with a key of its own.
"""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from components.classroom.classes import CLASSES
from components.classroom.store import StoreUnreachable

COOKIE_PATH = "keep"  # the address, below that of the class routes
COOKIE, REMOTE_COOKIE = "riverbank-class", "riverbank-remote"
COOKIE_S = 12 * 3600
BODY_LIMIT = 200


async def store_class_cookie(request: Request) -> Response:
    """Set the cookie to the request body, ``code.key``, or delete it if the body is empty.

    The pair is not checked here: it opens a class only if the key is right.
    """
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return Response(status_code=403)
    body = await read_body(request)
    if body is None:
        return Response(status_code=400)
    code, _, key = body.partition(".")
    if body and not (code.isalnum() and key.replace("-", "").replace("_", "").isalnum()):
        return Response(status_code=400)
    answer = Response(status_code=204, headers={"Cache-Control": "no-store"})
    set_lecturer_cookie(answer, request, COOKIE, body)
    return answer


async def read_body(request: Request) -> str | None:
    """The body of a request as ASCII text; None if it is too long or something else."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_LIMIT:
            return None
    return body.decode("ascii") if body.isascii() else None


def set_lecturer_cookie(answer: Response, request: Request, name: str, value: str) -> None:
    """Set a cookie in an answer, or delete it if the value is empty."""
    secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    age = COOKIE_S if value else 0
    answer.set_cookie(name, value, max_age=age, httponly=True, samesite="strict", secure=secure)


def split_cookie(value: str) -> tuple[str, str]:
    """The code and the key in a cookie's value, or two empty strings."""
    code, _, key = value.partition(".")
    return (code, key) if key and code.isalnum() else ("", "")


def holds_class(cookies: Mapping[str, str]) -> bool:
    """Whether a browser's cookies contain a lecturer's key to a running class. May wait for the shared store."""
    code, key = split_cookie(cookies.get(COOKIE, ""))
    remote_code, remote_key = split_cookie(cookies.get(REMOTE_COOKIE, ""))
    try:
        return bool(key and CLASSES.find_owned(code, key)) or bool(
            remote_key and CLASSES.find_remote(remote_code, remote_key)
        )
    except StoreUnreachable:
        return False
