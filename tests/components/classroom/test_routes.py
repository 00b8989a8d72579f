"""What telephones are answered: a page, what is asked, and a word about what they send in."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from components.classroom.classroom import Classroom
from components.classroom.desk import DESK
from components.classroom.entries import Ask, Kind
from components.classroom.routes import MOST_BYTES, routes
from components.server.security_headers import SecurityHeaders

ASK = Ask(Kind.SENTENCE, "bank", "Write a sentence with “bank” <b>.", ("river", "money"))


@pytest.fixture
def classroom() -> Iterator[Classroom]:
    found = DESK.start()
    found.show("../which-bank?layer=2", ASK)
    yield found
    DESK.end(found)


@pytest.fixture
def phone() -> TestClient:
    return another_phone()


def another_phone() -> TestClient:
    app = Starlette(routes=routes(), middleware=[Middleware(SecurityHeaders)])
    return TestClient(app, base_url="http://localhost:8501", follow_redirects=False)


def entry(text: str, name: str = "1", about: str = ASK.about, label: str = "") -> dict[str, str]:
    return {"id": name, "about": about, "text": text, "label": label}


def test_a_telephone_joins_once_and_sends_something_in(classroom: Classroom, phone: TestClient) -> None:
    for _ in range(3):
        page = phone.get(f"/join/{classroom.code.lower()}")
        assert page.status_code == 200
        assert f'data-code="{classroom.code}"' in page.text
    assert classroom.students == 1
    assert "HttpOnly" in phone.get(f"/join/{classroom.code}").headers.get("set-cookie", "HttpOnly")
    for _ in range(2):
        assert phone.post(f"/join/{classroom.code}/entries", json=entry("The bank.", label="river")).status_code == 200
    (sent,) = classroom.entries()
    assert (sent.text, sent.label) == ("The bank.", "river")


def test_a_telephone_is_told_what_is_asked_and_nothing_twice(classroom: Classroom, phone: TestClient) -> None:
    told = phone.get(f"/join/{classroom.code}/state").json()
    assert told["ask"] == {
        "kind": "sentence", "about": "bank", "shown": ASK.shown, "labels": ["river", "money"], "longest": 200,
    }  # fmt: skip
    assert told["shows"] == "../which-bank?layer=2"
    again = phone.get(f"/join/{classroom.code}/state?known={told['version']}")
    assert (again.status_code, again.content) == (204, b"")
    classroom.close()
    assert phone.get(f"/join/{classroom.code}/state?known={told['version']}").json()["open"] is False


def test_a_code_that_is_none_gets_a_sentence(phone: TestClient) -> None:
    page = phone.get("/join/%3Cscript%3E")
    assert page.status_code == 404
    assert "no class with this code" in page.text
    assert "<script>" not in page.text
    assert phone.get("/join/XXXX/state").status_code == 404
    assert phone.post("/join/XXXX/entries", json=entry("a")).status_code == 404
    assert phone.get("/join/assets/routes.py").status_code == 404
    assert phone.get("/join/assets/%2e%2e%2froutes.py").status_code == 404


def test_a_code_is_typed_at_the_door(classroom: Classroom, phone: TestClient) -> None:
    assert 'action="join"' in phone.get("/join").text
    assert phone.get(f"/join?code={classroom.code.lower()}").headers["location"] == f"join/{classroom.code}"
    assert phone.get("/join?code=//evil.example/../x").headers["location"] == "join/EVIL"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b"[" * 3_000, 400),
        (b'{"id": 1, "about": "bank", "text": "a", "label": ""}', 400),
        (b'{"id": "1", "about": "bank", "text": "' + b"a" * MOST_BYTES + b'", "label": ""}', 400),
        (b'{"id": "1", "about": "bank", "text": "  ", "label": ""}', 409),
        (b'{"id": "1", "about": "river", "text": "a", "label": ""}', 409),
        (b'{"id": "1", "about": "bank", "text": "\\ud800", "label": "x"}', 409),
    ],
    ids=range(8),
)
def test_what_cannot_be_taken_gets_a_sentence(
    classroom: Classroom, phone: TestClient, body: bytes, status: int
) -> None:
    phone.get(f"/join/{classroom.code}")
    answer = phone.post(f"/join/{classroom.code}/entries", content=body)
    assert answer.status_code == status
    assert answer.json()["message"]
    assert not classroom.entries()


def test_another_site_may_not_send_anything(classroom: Classroom, phone: TestClient) -> None:
    phone.get(f"/join/{classroom.code}")
    answer = phone.post(f"/join/{classroom.code}/entries", json=entry("a"), headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert not classroom.entries()


def test_who_never_joined_may_not_send_anything(classroom: Classroom) -> None:
    assert another_phone().post(f"/join/{classroom.code}/entries", json=entry("a")).status_code == 409
    assert not classroom.entries()
