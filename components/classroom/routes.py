"""What telephones ask the server for: a page of a few kilobytes, what is asked at the moment, and to send something in.

They do not open the app itself, which is a hundred times as large and holds a session for everybody: three hundred of
them on bad Wi-Fi are answered by one process beside everything else.
"""

import json
from html import escape
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from components.classroom.classroom import Refused
from components.classroom.desk import CODE_LENGTH, DESK
from components.classroom.entries import Ask
from components.classroom.store import Unreachable

FOLDER = "join"
MOST_BYTES = 4_096  # of what is sent in
COOKIE_S = 12 * 3600
ASSETS = {"join.js": "text/javascript", "join.css": "text/css"}
_HERE = Path(__file__).parent / "phone"
_PAGE = (_HERE / "join.html").read_text(encoding="utf-8")
NONE = "There is no class with this code. It may have ended."


def routes() -> list[Route]:
    """Where the server listens for telephones."""
    return [
        Route(f"/{FOLDER}", _door),
        Route(f"/{FOLDER}/assets/{{name}}", _asset),
        Route(f"/{FOLDER}/{{code}}", _join),
        Route(f"/{FOLDER}/{{code}}/state", _state),
        Route(f"/{FOLDER}/{{code}}/entries", _send, methods=["POST"]),
    ]


async def _door(request: Request) -> Response:
    """Where somebody types a code."""
    code = "".join(filter(str.isalnum, request.query_params.get("code", "")))[:CODE_LENGTH].upper()
    return RedirectResponse(f"{FOLDER}/{code}") if code else _page("", root=FOLDER)


async def _asset(request: Request) -> Response:
    kind = ASSETS.get(request.path_params["name"])
    if kind is None:
        return Response(status_code=404)
    return FileResponse(_HERE / request.path_params["name"], media_type=kind, headers={"Cache-Control": "max-age=3600"})


def _join(request: Request) -> Response:
    try:
        classroom = DESK.find(request.path_params["code"])
        if classroom is None:
            return _page("", told=NONE, status=404)
        if classroom.joined(_token(request, classroom.code)):
            return _page(classroom.code)
        token = classroom.join()
    except (Refused, Unreachable) as refused:
        return _page("", told=str(refused), status=503)
    page, name = _page(classroom.code), _cookie(classroom.code)
    page.set_cookie(name, token, max_age=COOKIE_S, httponly=True, samesite="lax", secure=_secure(request))
    return page


def _state(request: Request) -> Response:
    """What is asked at the moment; nothing where the telephone knows it."""
    try:
        classroom = DESK.find(request.path_params["code"])
        state = None if classroom is None else classroom.state
    except Unreachable as error:
        return _told({"message": str(error)}, 503)
    if state is None:
        return _told({"open": False, "message": NONE}, 404)
    if request.query_params.get("known") == str(state.version):
        return Response(status_code=204, headers={"Cache-Control": "no-store"})
    asked = None if state.ask is None else _asked(state.ask)
    return _told({"version": state.version, "open": state.open, "ask": asked, "shows": state.shows})


async def _send(request: Request) -> Response:
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return _told({"message": "This page does not belong to the class."}, 403)
    said = await _read(request)
    if said is None:
        return _told({"message": "That could not be read."}, 400)
    return await run_in_threadpool(_taken, request, said)


def _taken(request: Request, said: dict[str, str]) -> Response:
    try:
        classroom = DESK.find(request.path_params["code"])
        if classroom is None:
            return _told({"message": NONE}, 404)
        classroom.send(_token(request, classroom.code), said["id"], said["about"], said["text"], said["label"])
    except Refused as refused:
        return _told({"message": str(refused)}, 409)
    except Unreachable as error:
        return _told({"message": str(error)}, 503)
    return _told({})


async def _read(request: Request) -> dict[str, str] | None:
    """What was sent in, or None where it is too long or anything else than four texts."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            return None
    try:
        said = json.loads(body)
        found = {name: said[name] for name in ("id", "about", "text", "label")}
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return found if all(isinstance(each, str) for each in found.values()) and len(found["id"]) <= 64 else None


def _asked(ask: Ask) -> dict[str, Any]:
    return {
        "kind": ask.kind.value,
        "about": ask.about,
        "shown": ask.shown,
        "labels": list(ask.labels),
        "longest": ask.longest,
    }


def _told(what: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(what, status, headers={"Cache-Control": "no-store"})


def _page(code: str, *, told: str = "", status: int = 200, root: str = ".") -> HTMLResponse:
    """The page; ``root`` is where its own addresses begin, seen from its own: a proxy may serve all under a path."""
    door = root if root == FOLDER else f"../{FOLDER}"
    whole = _PAGE
    for name, value in (("code", code), ("told", told), ("root", root), ("door", door)):
        whole = whole.replace(f"{{{{{name}}}}}", escape(value))
    return HTMLResponse(whole, status, headers={"Cache-Control": "no-store"})


def _cookie(code: str) -> str:
    return f"riverbank-student-{code}"


def _token(request: Request, code: str) -> str:
    return request.cookies.get(_cookie(code), "")


def _secure(request: Request) -> bool:
    return request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
