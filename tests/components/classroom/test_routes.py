"""What telephones are answered: a page, what is asked, and a word about what they send in."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from components.classroom.classes import CLASSES, ClassDirectory
from components.classroom.classroom import Classroom
from components.classroom.code_guard import CodeGuard
from components.classroom.entries import NOTHING_SENT, ClassQuestion, ClassResult, EntryKind
from components.classroom.routes import ENTRY_BODY_LIMIT, routes
from components.classroom.seats import UNSEEN_LIMIT
from components.server.security_headers import SecurityHeaders

ASK = ClassQuestion(EntryKind.PAIR, "bank", "Write a sentence with “bank” <b>.", ("river", "money"))


@pytest.fixture
def classroom() -> Iterator[Classroom]:
    started = CLASSES.start()
    started.show("../which-bank?layer=2", ASK)
    yield started
    CLASSES.end(started)


@pytest.fixture
def phone() -> TestClient:
    return another_phone()


@pytest.fixture(autouse=True)
def guard(monkeypatch: pytest.MonkeyPatch) -> CodeGuard:
    """One that has counted nothing."""
    new_guard = CodeGuard()
    monkeypatch.setattr("components.classroom.routes.GUARD", new_guard)
    return new_guard


def another_phone(address: str = "192.0.2.7") -> TestClient:
    app = Starlette(routes=routes(), middleware=[Middleware(SecurityHeaders)])
    client = (address, 50_000)
    return TestClient(app, base_url="http://localhost:8501", follow_redirects=False, client=client)


def entry(text: str, name: str = "1", question: str = ASK.question_id, label: str = "") -> dict[str, str]:
    return {"id": name, "question": question, "text": text, "label": label}


def joined(phone: TestClient, classroom: Classroom) -> TestClient:
    assert phone.post(f"/join/{classroom.code}/students").status_code == 200
    return phone


def test_a_telephone_joins_once_and_sends_something_in(classroom: Classroom, phone: TestClient) -> None:
    for _ in range(3):
        page = phone.get(f"/join/{classroom.code.lower()}")
        assert page.status_code == 200
        assert f'data-code="{classroom.code}"' in page.text
        answer = phone.post(f"/join/{classroom.code}/students")
        assert answer.status_code == 200
        assert "HttpOnly" in answer.headers.get("set-cookie", "HttpOnly")
    assert classroom.students == 1
    for _ in range(2):
        assert phone.post(f"/join/{classroom.code}/entries", json=entry("The bank.", label="river")).status_code == 200
    (sent,) = classroom.entries()
    assert (sent.text, sent.label) == ("The bank.", "river")


def test_an_address_that_is_held_back_reaches_no_telephone(classroom: Classroom, phone: TestClient) -> None:
    classroom.show("../fill-the-blank?sentence=secret", ASK, held_back=True)
    answer = phone.get(f"/join/{classroom.code}/state")
    assert answer.json()["held_back"] is True
    assert "secret" not in answer.text
    classroom.show("../fill-the-blank?sentence=secret", ASK)
    assert "secret" in phone.get(f"/join/{classroom.code}/state").text


def test_keys_of_the_apps_own_reach_no_telephone(classroom: Classroom, phone: TestClient) -> None:
    classroom.show("", ClassQuestion(EntryKind.GUESS, "minilm () The [MASK].", "What is your guess? The [MASK]."))
    assert "minilm" not in phone.get(f"/join/{classroom.code}/state").text


def test_who_only_looks_at_the_link_has_not_joined(classroom: Classroom, phone: TestClient) -> None:
    for method in ("GET", "HEAD"):
        answer = phone.request(method, f"/join/{classroom.code}")
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    phone.get(f"/join/{classroom.code}/state")
    assert classroom.students == 0


@pytest.mark.thorough
def test_who_joins_over_and_over_keeps_no_phone_of_the_hall_out(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = ClassDirectory(clock=lambda: 1_000_000.0)
    monkeypatch.setattr("components.classroom.routes.CLASSES", desk)
    classroom, other = desk.start(), another_phone()
    classroom.show("", ASK)

    def join_again(count: int) -> None:
        for _ in range(count):
            other.cookies.clear()
            joined(other, classroom)

    join_again(UNSEEN_LIMIT)
    early = joined(another_phone(), classroom)
    early.get(f"/join/{classroom.code}/state")
    join_again(UNSEEN_LIMIT + 1)
    late = joined(another_phone(), classroom)
    assert classroom.students == UNSEEN_LIMIT + 1
    for phone in (early, late):
        assert phone.post(f"/join/{classroom.code}/entries", json=entry("The bank.")).status_code == 200
    assert len(classroom.entries()) == 2


def test_a_class_that_takes_nobody_else_says_so(classroom: Classroom, phone: TestClient) -> None:
    classroom.configure(joining_open=False)
    answer = phone.post(f"/join/{classroom.code}/students")
    assert answer.status_code == 200, "browsers log other statuses as errors"
    assert answer.json()["rejected"] is True
    assert "closed" in answer.json()["message"]
    assert "set-cookie" not in answer.headers


def test_codes_cannot_be_walked_through(classroom: Classroom, guard: CodeGuard) -> None:
    walker, codes = another_phone("192.0.2.1"), [f"{number:05d}" for number in range(10, 35)]  # 0 and 1 are in no code
    statuses = [walker.get(f"/join/{code}/state").status_code for code in codes]
    assert statuses == [404] * 20 + [429] * 5
    assert walker.get(f"/join/{codes[0]}/state").status_code == 404, "the same code counts once"
    for path in (f"/join/{classroom.code}", f"/join/{classroom.code}/state"):
        assert walker.get(path).status_code == 429, "a code that exists is no answer either"
    assert walker.post(f"/join/{classroom.code}/students").status_code == 429
    assert another_phone("192.0.2.2").get(f"/join/{classroom.code}/state").status_code == 200


def test_codes_cannot_be_walked_through_from_ever_new_addresses_of_a_site(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.classroom.routes.GUARD", CodeGuard(clock=lambda: 1_000_000.0))
    statuses = [
        another_phone(f"2001:db8:0:{number:x}::1").get(f"/join/{number:05d}/state").status_code for number in range(210)
    ]
    assert statuses == [404] * 200 + [429] * 10
    assert another_phone("2001:db8:1::1").get(f"/join/{classroom.code}/state").status_code == 200


def test_one_who_walks_through_codes_does_not_shut_out_the_hall(classroom: Classroom, guard: CodeGuard) -> None:
    first = joined(another_phone("192.0.2.1"), classroom)
    for number in range(10, 35):
        first.get(f"/join/{number:05d}/state")
    assert first.get(f"/join/{classroom.code}/state").status_code == 200
    joined(another_phone("192.0.2.1"), classroom)


def test_it_is_told_whether_a_class_was_ended_and_what_has_ended_counts_as_no_guess(
    classroom: Classroom, guard: CodeGuard
) -> None:
    hall = another_phone("192.0.2.1")
    CLASSES.end(classroom)
    for _ in range(30):
        assert hall.get(f"/join/{classroom.code}/state").json()["ended"] is True
    assert hall.get("/join/00000/state").json()["ended"] is False


def test_a_telephone_is_told_what_is_asked_and_nothing_twice(classroom: Classroom, phone: TestClient) -> None:
    state = phone.get(f"/join/{classroom.code}/state").json()
    assert state["ask"] == {
        "kind": "pair",
        "question": ASK.question_id,
        "note": "",
        "shown": ASK.text,
        "counts_once": False,
        "labels": ["river", "money"],
        "longest": 200,
        "nothing": NOTHING_SENT[EntryKind.PAIR],
    }
    assert (state["shows"], state["held_back"]) == ("../which-bank?layer=2", False)
    again = phone.get(f"/join/{classroom.code}/state?known={state['version']}")
    assert (again.status_code, again.content) == (204, b"")
    classroom.close()
    assert phone.get(f"/join/{classroom.code}/state?known={state['version']}").json()["open"] is False


def test_a_telephone_that_is_loaded_again_learns_what_it_has_sent(classroom: Classroom, phone: TestClient) -> None:
    joined(phone, classroom)
    classroom.show("../", ASK)
    for name, text in (("a", "The bank."), ("b", "The shore.")):
        phone.post(
            f"/join/{classroom.code}/entries",
            json={"id": name, "question": ASK.question_id, "text": text, "label": "river"},
        )
    address = f"/join/{classroom.code}/state?known=0"
    assert phone.get(address).json()["sent"] == [["The bank.", "river"], ["The shore.", "river"]]
    assert another_phone().get(address).json()["sent"] == [], "nobody else's"


def test_a_telephone_learns_its_scores_at_the_end_of_a_tour(classroom: Classroom, phone: TestClient) -> None:
    joined(phone, classroom)
    result = ClassResult("tour 7", "Quiz 1 of 3. Which?", "river", "", (("river", 1),), 1, frozenset({1}))
    classroom.show("../", None, result=result)
    address = f"/join/{classroom.code}/state"
    assert (phone.get(address).json()["scores"], phone.get(address).json()["finished"]) == ([], False)
    classroom.show("../tours", None, scored=("tour 7", "tour 8"))
    assert another_phone().get(address).json()["finished"] is True, "also for who has answered nothing"
    assert phone.get(address).json()["scores"] == [["Quiz", 1, 1], ["All questions", 1, 1]]
    card = phone.get(address).json()["card"]
    assert (card["fooled"], card["sentence"], card["score"], card["questions"]) == (False, "", 1, 1)
    assert [another_phone().get(address).json()[name] for name in ("scores", "card")] == [[], None], "nobody else's"
    classroom.show("../tours", None, scored=())
    assert phone.get(address).json()["scores"] == [["All questions", 1, 1]]


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
    assert phone.get("/join?code=//evil.example/../x").headers["location"] == "join/EVILE"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b"[" * 3_000, 400),
        (b'{"id": 1, "question": "bank", "text": "a", "label": ""}', 400),
        (b'{"id": "1", "question": "bank", "text": "' + b"a" * ENTRY_BODY_LIMIT + b'", "label": ""}', 400),
        (b'{"id": "1", "question": "%s", "text": "  ", "label": ""}' % ASK.question_id.encode(), 200),
        (b'{"id": "1", "question": "bank", "text": "a", "label": ""}', 200),
        (b'{"id": "1", "question": "%s", "text": "\\ud800", "label": "x"}' % ASK.question_id.encode(), 200),
    ],
    ids=range(8),
)
def test_what_cannot_be_taken_gets_a_sentence(
    classroom: Classroom, phone: TestClient, body: bytes, status: int
) -> None:
    joined(phone, classroom)
    answer = phone.post(f"/join/{classroom.code}/entries", content=body)
    assert answer.status_code == status
    assert answer.json()["message"]
    assert answer.json().get("rejected", False) is (status == 200)
    assert not classroom.entries()


def test_an_answer_that_comes_too_late_is_told_apart(classroom: Classroom, phone: TestClient) -> None:
    joined(phone, classroom)
    address, late = f"/join/{classroom.code}/entries", entry("The bank.", label="river")
    classroom.show("", ClassQuestion(EntryKind.WORD, "another", "Which?"))
    for reason in ("new question", "closed"):
        answer = phone.post(address, json=late)
        assert (answer.status_code, answer.json()["rejected"], answer.json()["late"]) == (200, True, True)
        assert reason in answer.json()["message"]
        classroom.show("", None)
    classroom.show("", ASK)
    answer = phone.post(address, json=entry(" "))
    assert (answer.json()["rejected"], answer.json()["late"]) == (True, False)
    assert phone.post(address, json=late).json() == {}


@pytest.mark.parametrize(
    "sent",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:8501"},
        {"Origin": "http://elsewhere.example"},
        {"Origin": "http://localhost:8502"},
        {"Origin": "null"},
        {"Origin": ""},
    ],
)
def test_another_site_may_not_send_anything(classroom: Classroom, phone: TestClient, sent: dict[str, str]) -> None:
    joined(phone, classroom)
    for address in (f"{classroom.code}/entries", f"{classroom.code}/students", f"{classroom.code}/lecturer", "keep"):
        answer = phone.post(f"/join/{address}", json=entry("a"), headers=sent)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    assert not classroom.entries()


@pytest.mark.parametrize(
    "sent", [{"Origin": "http://localhost:8501"}, {"Origin": "https://outer.example", "Sec-Fetch-Site": "same-origin"}]
)
def test_own_pages_may_send(classroom: Classroom, phone: TestClient, sent: dict[str, str]) -> None:
    joined(phone, classroom)
    assert phone.post(f"/join/{classroom.code}/entries", json=entry("a"), headers=sent).status_code == 200


def test_who_never_joined_may_not_send_anything(classroom: Classroom) -> None:
    assert another_phone().post(f"/join/{classroom.code}/entries", json=entry("a")).status_code == 401
    assert not classroom.entries()


def test_a_lecturers_browser_keeps_the_class_where_no_script_reads_it(phone: TestClient) -> None:
    response = phone.post("/join/keep", content=b"ABCDE.k-e_y")
    assert response.status_code == 204
    cookie = response.headers["set-cookie"]
    assert cookie.startswith("riverbank-class=ABCDE.k-e_y;")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Max-Age=0" in phone.post("/join/keep", content=b"").headers["set-cookie"]


@pytest.mark.parametrize(
    "body", [b"ABCDE", b"ABCDE.", b".key", b"AB CD.key", b"ABCDE.k;y", b"\xff.key", b"a." + b"b" * 300]
)
def test_nothing_else_is_kept(phone: TestClient, body: bytes) -> None:
    answer = phone.post("/join/keep", content=body)
    assert answer.status_code == 400
    assert "set-cookie" not in answer.headers
    elsewhere = phone.post("/join/keep", content=b"ABCDE.key", headers={"Sec-Fetch-Site": "cross-site"})
    assert elsewhere.status_code == 403


def test_the_page_of_a_telephone_may_load_nothing_but_its_own_files(classroom: Classroom, phone: TestClient) -> None:
    for address in ("/join", f"/join/{classroom.code}"):
        policy = phone.get(address).headers["Content-Security-Policy"]
        directives = dict(each.split(" ", 1) for each in policy.split("; "))
        assert directives["default-src"] == "'none'"
        assert {value for name, value in directives.items() if name not in ("default-src", "base-uri")} == {"'self'"}


def test_a_telephone_is_told_that_its_answer_waits_for_the_lecturer(classroom: Classroom, phone: TestClient) -> None:
    joined(phone, classroom)
    entries = f"/join/{classroom.code}/entries"
    assert phone.post(entries, json=entry("A good answer.", "1")).json() == {}
    classroom.block_words(["sweary"])
    assert phone.post(entries, json=entry("A sweary answer.", "2")).json()["waits"]
    classroom.configure(approve_first=True)
    assert phone.post(entries, json=entry("Another answer.", "3")).json()["waits"]
    assert [each.text for each in classroom.entries()] == ["A good answer."]
