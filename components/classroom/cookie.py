"""Has a lecturer's browser remember which class it started: in a cookie that no script can read."""

from starlette.requests import Request
from starlette.responses import Response

COOKIE_PATH = "keep"  # the address, in the folder of the class's routes
COOKIE = "riverbank-class"
COOKIE_S = 12 * 3600
BODY_LIMIT = 200


async def store_class_cookie(request: Request) -> Response:
    """Keep what was sent, a code and the key of its class, or forget it where nothing was sent.

    What is kept opens a class only if it is the key; so anything may be kept, as in any cookie of a browser.
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
