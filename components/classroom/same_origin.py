"""Answer only requests that pages of this server send: another site's page must not act in a visitor's name."""

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

WRONG_SITE = "This page is not part of the class. Open the class link again."

Endpoint = Callable[[Request], Awaitable[Response]]


def is_from_elsewhere(request: Request) -> bool:
    """Whether the page of another site sent this request.

    Browsers say so in ``Sec-Fetch-Site``, but to https and localhost only; a lecture room's server often has plain
    http. ``Origin`` is in every POST request of a browser, and no page can set it. Other programs may leave out both.
    """
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None:
        return site != "same-origin"
    return origin is not None and origin.partition("://")[2] != request.headers.get("host")


def own_pages_only(endpoint: Endpoint) -> Endpoint:
    """An endpoint for POST requests that answers 403 to those of other sites' pages."""

    @wraps(endpoint)
    async def guarded(request: Request) -> Response:
        if is_from_elsewhere(request):
            return JSONResponse({"message": WRONG_SITE}, 403, headers={"Cache-Control": "no-store"})
        return await endpoint(request)

    return guarded
