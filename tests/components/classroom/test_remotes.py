"""The lecturer's own phone: a pass that works once and soon, and a key that opens the notes and nothing else."""

from collections.abc import Callable

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from components.classroom.classes import CLASSES, ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.cookie import COOKIE, REMOTE_COOKIE, held_class
from components.classroom.errors import ClassroomError
from components.classroom.remote_access import PASS_S, REMOTE_LIMIT
from components.classroom.routes import routes
from components.classroom.store import ClassRegistry
from components.model.serialisation import from_json, to_json
from tests.components.classroom.conftest import Clock

Registries = Callable[[], ClassRegistry | None]


def test_a_pass_lets_one_phone_in_from_another_process(new_registry: Registries) -> None:
    here = ClassDirectory(new_registry())
    elsewhere = here if new_registry() is None else ClassDirectory(new_registry())
    classroom = here.start()
    other = elsewhere.find(classroom.code)
    assert other is not None
    secret = classroom.remotes.issue_pass()
    key = other.remotes.use_pass(secret)
    assert classroom.remotes.admits(key)
    assert classroom.remotes.count == 1
    assert here.find_remote(classroom.code, key) is not None
    assert here.find_owned(classroom.code, key) is None, "the phone is no owner of the class"
    assert here.find_remote(classroom.code, classroom.key) is None
    with pytest.raises(ClassroomError, match="used before"):
        classroom.remotes.use_pass(secret)
    assert classroom.remotes.count == 1


def test_a_pass_expires_and_a_new_one_voids_it() -> None:
    clock = Clock()
    classroom = Classroom("BCDFG", clock=clock)
    old = classroom.remotes.issue_pass()
    new = classroom.remotes.issue_pass()
    assert classroom.remotes.pass_left_s == PASS_S
    with pytest.raises(ClassroomError):
        classroom.remotes.use_pass(old)
    clock.now += PASS_S
    assert classroom.remotes.pass_left_s == 0
    with pytest.raises(ClassroomError):
        classroom.remotes.use_pass(new)
    late = classroom.remotes.issue_pass()
    clock.now += PASS_S - 1
    assert classroom.remotes.admits(classroom.remotes.use_pass(late))


@pytest.mark.parametrize("secret", ["", "wrong", "\ud800", "x" * 10_000])
def test_what_is_no_pass_lets_nobody_in(secret: str) -> None:
    classroom = Classroom("BCDFG")
    for issue in (False, True):
        if issue:
            classroom.remotes.issue_pass()
        with pytest.raises(ClassroomError):
            classroom.remotes.use_pass(secret)
    assert not classroom.remotes.admits(secret)
    assert classroom.remotes.pass_left_s, "a wrong one does not use up the right one"


def test_secrets_are_long_differ_and_are_not_stored() -> None:
    classroom = Classroom("BCDFG")
    passes = {classroom.remotes.issue_pass() for _ in range(20)}
    assert len(passes) == 20
    assert min(map(len, passes)) >= 22, "128 bits"
    secret = classroom.remotes.issue_pass()
    stored = to_json(classroom.state)
    key = classroom.remotes.use_pass(secret)
    for text in (stored, to_json(classroom.state)):
        assert secret not in text
        assert key not in text
    assert from_json(type(classroom.state), to_json(classroom.state)) == classroom.state


def test_phones_are_sent_away_and_the_oldest_gives_way() -> None:
    classroom = Classroom("BCDFG")
    keys = [classroom.remotes.use_pass(classroom.remotes.issue_pass()) for _ in range(REMOTE_LIMIT + 1)]
    assert [classroom.remotes.admits(key) for key in keys] == [False, *[True] * REMOTE_LIMIT]
    secret = classroom.remotes.issue_pass()
    classroom.remotes.disconnect()
    assert not any(map(classroom.remotes.admits, keys))
    with pytest.raises(ClassroomError):
        classroom.remotes.use_pass(secret)


def phone() -> TestClient:
    return TestClient(Starlette(routes=routes()), base_url="http://localhost:8501", follow_redirects=False)


def test_the_phones_page_uses_nothing_up_and_its_button_sets_a_cookie() -> None:
    classroom = CLASSES.start()
    try:
        secret, client = classroom.remotes.issue_pass(), phone()
        address = f"/join/{classroom.code}/lecturer"
        for _ in range(3):  # previews, and an app that scans codes
            page = client.get(address)
            assert page.status_code == 200
            assert secret not in page.text
            assert "set-cookie" not in page.headers
            assert page.headers["content-security-policy"].startswith("default-src 'none'")
        elsewhere = client.post(address, content=secret, headers={"Sec-Fetch-Site": "cross-site"})
        assert elsewhere.status_code == 403
        answer = client.post(address, content=secret)
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert client.cookies[REMOTE_COOKIE].startswith(f"{classroom.code}.")
        assert COOKIE not in client.cookies
        assert held_class(client.cookies)
        second = phone().post(address, content=secret)
        assert second.json()["rejected"] is True
        assert "used before" in second.json()["message"]
        assert "set-cookie" not in second.headers
        classroom.remotes.disconnect()
        assert not held_class(client.cookies)
    finally:
        CLASSES.end(classroom)


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"x" * 100_000])
def test_the_phones_button_is_sent_nonsense(body: bytes) -> None:
    classroom = CLASSES.start()
    try:
        classroom.remotes.issue_pass()
        assert phone().post(f"/join/{classroom.code}/lecturer", content=body).json()["rejected"] is True
        assert phone().post("/join/XXXXX/lecturer", content=body).status_code == 404
        assert "There is no class" in phone().get("/join/XXXXX/lecturer").text
        assert classroom.remotes.count == 0
    finally:
        CLASSES.end(classroom)
