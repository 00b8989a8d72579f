"""The lecturer's cookie, which no script can read: the code and key of the class that this browser started."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from components.classroom.classes import CLASSES
from components.classroom.store import StoreUnreachable

COOKIE_PATH = "keep"  # the address, below that of the class routes
COOKIE = "riverbank-class"
COOKIE_S = 12 * 3600
BODY_LIMIT = 200


async def store_class_cookie(request: Request) -> Response:
    """Set the cookie to the request body, ``code.key``, or delete it if the body is empty.

    The pair is not checked here: it opens a class only if the key is right.
    """
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return Response(status_code=403)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_LIMIT:
            return Response(status_code=400)
    code, _, key = body.decode("ascii", "replace").partition(".")
    if body and not (code.isalnum() and key.replace("-", "").replace("_", "").isalnum() and body.isascii()):
        return Response(status_code=400)
    answer = Response(status_code=204, headers={"Cache-Control": "no-store"})
    secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    age = COOKIE_S if body else 0
    answer.set_cookie(COOKIE, body.decode("ascii"), max_age=age, httponly=True, samesite="strict", secure=secure)
    return answer


def holds_class(cookies: Mapping[str, str]) -> bool:
    """Whether a browser's cookies contain the key of a running class. May wait for the shared store."""
    code, _, key = cookies.get(COOKIE, "").partition(".")
    try:
        return bool(key) and CLASSES.find_owned(code, key) is not None
    except StoreUnreachable:
        return False
