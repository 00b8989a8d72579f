"""HTTP routes for phones: a small page, the current question, joining, and sending entries; and the lecturer's phone.

Phones do not open the app itself, which is a hundred times as large and needs a session each: one process serves three
hundred phones on bad Wi-Fi beside everything else.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from components.classroom.changes import ChangeWatch
from components.classroom.check.questions import QUESTIONS
from components.classroom.classes import CLASSES, normalise_code
from components.classroom.classroom import Classroom
from components.classroom.code_guard import CodeGuard
from components.classroom.cookie import (
    COOKIE_PATH,
    REMOTE_COOKIE,
    read_body,
    read_key,
    set_lecturer_cookie,
    store_class_cookie,
)
from components.classroom.entries import NOTHING_SENT, ClassQuestion, Standing, StudentCard
from components.classroom.errors import AnsweredTooLate, ClassroomError, NotJoined, TryLater
from components.classroom.outcome import is_right_answer, standing_verdict
from components.classroom.same_origin import own_pages_only
from components.classroom.store import StoreUnreachable

FOLDER = "join"
ENTRY_BODY_LIMIT = 4_096  # bytes of an entry's request body
COOKIE_S = 12 * 3600
WAIT_S = 8.0  # for which a request for the state stays open, shorter than proxies allow
COUNTS_LIMIT = 6  # answers of the class that a phone shows
SCRIPTS = (
    *(
        "answers.js",
        "card.js",
        "check.js",
        "join.js",
        "keepsake.js",
        "lecturer.js",
        "linked_png.js",
        "pair.js",
        "parts.js",
    ),
    *("projector.js", "results.js", "storage.js"),
)
ASSETS = {**dict.fromkeys(SCRIPTS, "text/javascript"), "join.css": "text/css"}
LECTURER = "lecturer"  # the address below that of a class, for the lecturer's own phone
_HERE = Path(__file__).parent / "phone"
_PAGE, _LECTURER_PAGE = ((_HERE / name).read_text(encoding="utf-8") for name in ("join.html", "lecturer.html"))
NO_SUCH_CLASS = "There is no class with this code. Check the code, or ask whether the class has ended."
CLASS_ENDED = "This class has ended. Thank you!"
# Only files and requests of this server; the frame shows the projector's page.
POLICY = "; ".join(
    (
        "default-src 'none'",
        *(f"{what}-src 'self'" for what in ("script", "style", "img", "connect", "frame")),
        "form-action 'self'",
        "base-uri 'none'",
    )
)
TOO_MANY_CODES = "Too many wrong codes from your network. Wait a minute and try again."
GUARD = CodeGuard()
CHECK_ITEMS = [[question.text, [option.text for option in question.options]] for question in QUESTIONS]


def _version(code: str) -> int | None:
    """The version of what phones of a class show; None if there is no class, or the store does not answer."""
    try:
        classroom = CLASSES.find(code)
    except StoreUnreachable:
        return None
    return None if classroom is None else classroom.phone_state.version


CHANGES = ChangeWatch(_version)


def routes() -> list[Route]:
    """All routes for phones."""
    return [
        Route(f"/{FOLDER}", _code_page),
        Route(f"/{FOLDER}/assets/{{name}}", _asset),
        Route(f"/{FOLDER}/{COOKIE_PATH}", store_class_cookie, methods=["POST"]),
        Route(f"/{FOLDER}/{{code}}", _open),
        Route(f"/{FOLDER}/{{code}}/state", _state),
        Route(f"/{FOLDER}/{{code}}/students", _join, methods=["POST"]),
        Route(f"/{FOLDER}/{{code}}/entries", _send, methods=["POST"]),
        Route(f"/{FOLDER}/{{code}}/{LECTURER}", _lecturer_page, methods=["GET"]),
        Route(f"/{FOLDER}/{{code}}/{LECTURER}", _connect_lecturer, methods=["POST"]),
    ]


class NoClass(Exception):
    """No class answers this request. The message says why.

    Args:
        message: Shown to the student.
        status: The HTTP status of the response.
        ended: Whether the lecturer ended the class.
    """

    def __init__(self, message: str, status: int, *, ended: bool = False) -> None:
        super().__init__(message)
        self.status, self.ended = status, ended


def _classroom(request: Request) -> Classroom:
    """The class that a request names.

    Raises:
        NoClass: There is no such class, or its address has tried too many unknown codes.
        StoreUnreachable: The store does not answer.
    """
    code, address = request.path_params["code"], _address(request)
    classroom = CLASSES.find(code)
    if classroom is None:
        if CLASSES.has_ended(code):
            raise NoClass(CLASS_ENDED, 404, ended=True)
        raise (
            NoClass(NO_SUCH_CLASS, 404)
            if GUARD.record_unknown(address, normalise_code(code))
            else NoClass(TOO_MANY_CODES, 429)
        )
    # An address that guesses codes learns nothing of existing ones either, except for phones already in the class.
    if GUARD.blocks(address) and not _is_inside(request, classroom):
        raise NoClass(TOO_MANY_CODES, 429)
    return classroom


async def _code_page(request: Request) -> Response:
    """The page where students type a code, or a redirect to the class of that code."""
    code = normalise_code(request.query_params.get("code", ""))
    return RedirectResponse(f"{FOLDER}/{code}") if code else _page("", root=FOLDER)


async def _asset(request: Request) -> Response:
    kind = ASSETS.get(request.path_params["name"])
    if kind is None:
        return Response(status_code=404)
    return FileResponse(_HERE / request.path_params["name"], media_type=kind, headers={"Cache-Control": "max-age=3600"})


def _is_inside(request: Request, classroom: Classroom) -> bool:
    """Whether this phone has joined, or others from its address have."""
    return classroom.has_joined(_token(request, classroom.code)) or classroom.is_used_from(_address(request))


def _open(request: Request) -> Response:
    """The page of a class. It does not join by itself, since link previews request it, too."""
    try:
        return _page(_classroom(request).code)
    except NoClass as none:
        return _page("", message=str(none), status=none.status)
    except StoreUnreachable as error:
        return _page("", message=str(error), status=503)


async def _state(request: Request) -> Response:
    """The current question, or 204 if the phone already has this version.

    A phone that asks with ``wait`` is answered when there is another version, or after :data:`WAIT_S`.
    """
    answer = await run_in_threadpool(_state_now, request)
    if answer.status_code != 204 or "wait" not in request.query_params:
        return answer
    await CHANGES.wait(normalise_code(request.path_params["code"]), int(request.query_params["known"]), WAIT_S)
    return await run_in_threadpool(_state_now, request)


def _state_now(request: Request) -> Response:
    try:
        classroom = _classroom(request)
        state = classroom.phone_state
        known = request.query_params.get("known") == str(state.version)
        token = _token(request, classroom.code)
        classroom.note_asking(token, _address(request))
        standing = None if known or not state.about else classroom.standing(token)
        scores = None if known or state.scored is None else classroom.scores(token)
        card = None if known or not (state.about or state.scored is not None) else classroom.card(token)
        sent = () if known else classroom.own_answers(token)
        about = state.question.question_id if state.question else ""
        check = None if known else classroom.check.progress(token, about)
    except NoClass as none:
        return _json_response({"open": False, "ended": none.ended, "message": str(none)}, none.status)
    except StoreUnreachable as error:
        return _json_response({"message": str(error)}, 503)
    if known:
        return Response(status_code=204, headers={"Cache-Control": "no-store"})
    question = None if state.question is None else _question_data(state.question)
    projector = {"shows": state.shows, "held_back": state.held_back}
    result = None if standing is None else _standing_data(standing)
    totals = () if scores is None else zip(("Quiz", "All questions"), scores, strict=True)
    lines = [
        [f"{name} since you joined" if score.missed_count else name, score.right, score.question_count]
        for name, score in totals
        if score.question_count
    ]
    return _json_response(
        {
            "version": state.version,
            "open": state.open,
            "ask": question,
            "sent": [[entry.text, entry.label] for entry in sent],
            "result": result,
            "scores": lines,
            "card": None if card is None else _card_data(card),
            "check": None if check is None else {**asdict(check), "items": CHECK_ITEMS},
            "finished": state.scored is not None,
            **projector,
        }
    )


@own_pages_only
async def _join(request: Request) -> Response:
    """Let a phone join and set its token, unless it has one."""
    return await run_in_threadpool(_join_class, request)


def _join_class(request: Request) -> Response:
    def let_in() -> Response:
        classroom = _classroom(request)
        answer = _json_response({})
        if not classroom.has_joined(_token(request, classroom.code)):
            token, name = classroom.join(_address(request)), _cookie(classroom.code)
            answer.set_cookie(name, token, max_age=COOKIE_S, httponly=True, samesite="lax", secure=_secure(request))
        return answer

    return _response_or_error(let_in)


@own_pages_only
async def _send(request: Request) -> Response:
    entry = await _read(request)
    if entry is None:
        return _json_response({"message": "The server could not read that. Reload this page."}, 400)
    return await run_in_threadpool(_store_entry, request, entry)


def _store_entry(request: Request, entry: dict[str, str]) -> Response:
    def take_in() -> Response:
        classroom = _classroom(request)
        waits = classroom.send(
            _token(request, classroom.code),
            entry["id"],
            entry["question"],
            entry["text"],
            entry["label"],
            address=_address(request),
        )
        check = classroom.check.progress(_token(request, classroom.code), entry["question"])
        reply = {} if check is None else {"check": asdict(check)}
        return _json_response(reply | ({"waits": True} if waits else {}))

    return _response_or_error(take_in)


def _response_or_error(act: Callable[[], Response]) -> Response:
    """The response of ``act``, or an error response with the message of what it raised."""
    try:
        return act()
    except NoClass as none:
        return _json_response({"message": str(none)}, none.status)
    except NotJoined as error:
        return _json_response({"message": str(error)}, 401)
    except TryLater as error:
        return _json_response({"message": str(error)}, 429)
    except ClassroomError as error:
        # A success for HTTP: this is part of a lecture, and browsers log every other status as an error.
        late = isinstance(error, AnsweredTooLate)
        return _json_response({"rejected": True, "late": late, "message": str(error)})
    except StoreUnreachable as error:
        return _json_response({"message": str(error)}, 503)


def _lecturer_page(request: Request) -> Response:
    """The page that a lecturer's phone opens. It uses nothing up: link previews request it, too.

    The secret is behind the address's ``#``, so that it is in no request and no log until the page's button sends it.
    """
    try:
        return _html(_LECTURER_PAGE, {"code": _classroom(request).code, "root": ".."})
    except NoClass as none:
        return _page("", message=str(none), status=none.status, root="..")
    except StoreUnreachable as error:
        return _page("", message=str(error), status=503, root="..")


@own_pages_only
async def _connect_lecturer(request: Request) -> Response:
    """Give the phone that sends a valid secret its cookie."""
    secret = await read_key(request)
    return await run_in_threadpool(_use_remote_pass, request, secret or "")


def _use_remote_pass(request: Request, secret: str) -> Response:
    def let_in() -> Response:
        classroom = _classroom(request)
        key, answer = classroom.remotes.use_pass(secret), _json_response({})
        set_lecturer_cookie(answer, request, REMOTE_COOKIE, f"{classroom.code}.{key}")
        return answer

    return _response_or_error(let_in)


async def _read(request: Request) -> dict[str, str] | None:
    """The four fields of an entry, or None if the body is too long, late or malformed."""
    body = await read_body(request, ENTRY_BODY_LIMIT)
    try:
        content = json.loads(body or b"")
        entry = {name: content[name] for name in ("id", "question", "text", "label")}
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return entry if all(isinstance(each, str) for each in entry.values()) and len(entry["id"]) <= 64 else None


def _question_data(question: ClassQuestion) -> dict[str, Any]:
    return {
        "kind": question.kind.value,
        "question": question.question_id,
        "note": question.note,
        "shown": question.text,
        "counts_once": question.kind.counts_once,
        "labels": list(question.labels),
        "longest": question.text_limit,
        "nothing": NOTHING_SENT[question.kind],
    }


def _standing_data(standing: Standing) -> dict[str, Any]:
    result = standing.result
    return {
        "shown": result.text,
        "right": "" if result.labels else result.right,
        "explanation": result.explanation,
        "counts": [
            [answer, count, not result.labels and is_right_answer(answer, result.right)]
            for answer, count in result.counts[:COUNTS_LIMIT]
        ],
        "total": result.answered,
        "answer": standing.answer,
        "verdict": standing_verdict(standing),
        "score": standing.score.right,
        "questions": standing.score.question_count,
        "missed": standing.score.missed_count,
        "fooled": bool(result.labels) and standing.was_right,
    }


def _card_data(card: StudentCard) -> dict[str, Any]:
    return {**asdict(card), "score": card.score.right, "questions": card.score.question_count}


def _json_response(content: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(content, status, headers={"Cache-Control": "no-store"})


def _page(code: str, *, message: str = "", status: int = 200, root: str = ".") -> HTMLResponse:
    """The phone's page. ``root`` is the relative path of the routes, since a proxy may add a base path."""
    door = root if root == FOLDER else f"{root}/../{FOLDER}"
    return _html(_PAGE, {"code": code, "told": message, "root": root, "door": door}, status)


def _html(page: str, values: Mapping[str, str], status: int = 200) -> HTMLResponse:
    """A page with these values in place of their names in double braces."""
    for name, value in values.items():
        page = page.replace(f"{{{{{name}}}}}", escape(value))
    return HTMLResponse(page, status, headers={"Cache-Control": "no-store", "Content-Security-Policy": POLICY})


def _address(request: Request) -> str:
    """The client's IP address, as forwarded by a trusted proxy; "" if unknown."""
    return request.client.host if request.client else ""


def _cookie(code: str) -> str:
    return f"riverbank-student-{code}"


def _token(request: Request, code: str) -> str:
    return request.cookies.get(_cookie(code), "")


def _secure(request: Request) -> bool:
    return request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
