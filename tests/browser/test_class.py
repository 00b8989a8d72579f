"""A class in real browsers: a projector, and telephones that type, follow and are told the end."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from components.classroom.cookie import COOKIE
from tests.browser.conftest import SIZE
from tests.browser.rooms_page import APP, accessibility_violations, expect_no_error, expect_page_fits, wait_until_live
from tests.browsers import Serve
from tests.components.waiting import until

pytestmark = pytest.mark.browser

MORE = "More: your phone, moderation, files"
HOSTILE = "<img src=x onerror=alert(1)> The **bank** is $x$ :red[steep]."


@pytest.fixture
def lecturer(chromium: Browser, serve: Serve) -> Iterator[Page]:
    """A browser of its own: what it remembers of a class is nobody else's."""
    with chromium.new_context(viewport=SIZE, base_url=serve(APP)) as context:
        yield context.new_page()


@pytest.fixture
def hall(chromium: Browser, serve: Serve) -> Iterator[BrowserContext]:
    """A telephone."""
    with chromium.new_context(viewport={"width": 390, "height": 844}, base_url=serve(APP)) as context:
        yield context


def started(lecturer: Page) -> str:
    lecturer.goto("/class")
    lecturer.get_by_role("button", name="Start a class").first.click()
    heading = lecturer.get_by_role("heading", name=re.compile("^Class .{5}$"))
    expect(heading).to_be_visible()
    until(lambda: has_class_cookie(lecturer))  # else the page that is opened next would not know of the class
    assert COOKIE not in lecturer.evaluate("document.cookie"), "no script reads the key"
    return heading.inner_text().split()[-1]


def has_class_cookie(lecturer: Page) -> bool:
    cookies = {cookie["name"]: cookie for cookie in lecturer.context.cookies()}  # type: ignore[typeddict-item]
    return bool(cookies.get(COOKIE, {}).get("value"))


def asks_for_sentences(lecturer: Page) -> None:
    lecturer.goto("/?tour=which-bank-in-10-minutes&stop=9&present=1")
    wait_until_live(lecturer)


def joined(hall: BrowserContext, code: str) -> Page:
    phone = hall.new_page()
    phone.goto(f"/join/{code}")
    return phone


def test_what_a_telephone_sends_lands_on_the_projector(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    phone = joined(hall, code)
    complaints: list[str] = []
    phone.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    phone.on("dialog", lambda dialog: (complaints.append(dialog.message), dialog.dismiss()))
    expect(phone.get_by_text("No question at the moment")).to_be_visible()
    asks_for_sentences(lecturer)
    expect(phone.locator("#asked")).to_contain_text("Fool the model")
    phone.get_by_role("textbox").fill(HOSTILE)
    phone.get_by_text("money", exact=True).click()
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("listitem")).to_have_text(f"“{HOSTILE}” · money")
    expect(lecturer.locator(".answered b")).to_have_text("1 of 1 phone")
    lecturer.reload()  # the browser knows whose class it is
    expect(lecturer.locator(".answered b")).to_have_text("1 of 1 phone")
    expect_no_error(lecturer)
    assert not complaints


def test_an_answer_that_comes_too_late_is_told_and_is_no_error_of_the_browser(
    lecturer: Page, hall: BrowserContext
) -> None:
    code = started(lecturer)
    lecturer.goto("/fill-the-blank?present=1&guess=1")
    wait_until_live(lecturer)
    phone = joined(hall, code)
    complaints: list[str] = []
    expect(phone.locator("#asked")).to_contain_text("What is your guess")
    hall.set_offline(True)
    phone.locator("#text").fill("river")
    phone.locator("#send").click()
    expect(phone.get_by_text("Your answer is saved here")).to_be_visible()
    asks_for_sentences(lecturer)
    phone.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    hall.set_offline(False)
    late = phone.get_by_text("Your answer came too late: there is a new question. “river” does not count.")
    expect(late).to_be_visible()
    expect(phone.locator("#asked")).to_contain_text("Fool the model")
    expect(late).to_be_visible()  # also beside the new question
    assert not [each for each in complaints if "status of" in each]


def test_a_telephone_follows_where_the_projector_goes_and_is_told_the_end(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    lecturer.goto("/fill-the-blank?present=1&guess=1")
    wait_until_live(lecturer)
    phone = joined(hall, code)
    phone.get_by_role("checkbox", name="Show it here and follow along").check()
    frame = phone.frame_locator("#frame")
    expect(phone.locator("#asked")).to_contain_text("What is your guess for the blank? ")
    expect(phone.locator("#asked")).not_to_contain_text("minilm")
    expect(phone.get_by_text("once the answer is shown")).to_be_visible()
    expect(phone.locator("#frame")).to_be_hidden()
    phone.locator("#text").fill("Bank")
    phone.locator("#send").click()
    expect(lecturer.get_by_text("1 guess so far")).to_be_visible()
    expect(lecturer.locator(".bar[data-listening]")).to_be_visible()
    lecturer.keyboard.press("g")
    expect(lecturer.get_by_text("1 guess so far")).to_have_count(0)  # the answer is shown
    expect(frame.get_by_role("heading", name="Masked words")).to_be_visible()
    lecturer.goto("/the-family?present=1")
    wait_until_live(lecturer)
    expect(frame.get_by_role("heading", name="Model family")).to_be_visible()
    expect(phone.locator("#entry")).to_be_hidden()
    lecturer.goto("/class")
    lecturer.get_by_text("End the class").click()
    lecturer.get_by_role("button", name="End class").click()
    expect(phone.get_by_text("has ended")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_telephones_and_the_page_of_a_class_are_in_nobodys_way(
    lecturer: Page, hall: BrowserContext, scheme: str
) -> None:
    code = started(lecturer)
    asks_for_sentences(lecturer)
    assert accessibility_violations(lecturer) == []
    phone = joined(hall, code)
    dark = "dark" if scheme == "dark" else "light"
    phone.emulate_media(color_scheme=dark)  # type: ignore[arg-type]
    expect(phone.get_by_role("textbox")).to_be_visible()
    phone.get_by_text("river", exact=True).click()
    assert serious_violations(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    lecturer.set_viewport_size({"width": 390, "height": 844})
    lecturer.emulate_media(color_scheme=dark)  # type: ignore[arg-type]
    lecturer.goto("/class")
    expect(lecturer.get_by_text(re.compile("joined$"))).to_be_visible()
    expect_page_fits(lecturer)
    assert accessibility_violations(lecturer) == []


def test_a_code_is_typed_at_the_door(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    phone = hall.new_page()
    phone.goto("/join/XXXXX")
    expect(phone.get_by_text("There is no class with this code")).to_be_visible()
    phone.get_by_role("textbox", name="Class code (on the projector)").fill(" ".join(code.lower()))
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text(f"class {code}")).to_be_visible()


def test_below_a_path_telephones_join_and_land_too(chromium: Browser, serve: Serve) -> None:
    address = f"{serve(APP, '--server.baseUrlPath', 'riverbank')}/riverbank"
    with chromium.new_context(viewport=SIZE) as context:
        lecturer = context.new_page()
        lecturer.goto(f"{address}/class")
        lecturer.get_by_role("button", name="Start a class").first.click()
        joining = lecturer.locator(".st-key-join-address")
        expect(joining).to_contain_text("/riverbank/join/")
        code = joining.inner_text().split("/")[-1].strip()
        with lecturer.expect_popup() as opened:
            lecturer.get_by_role("link", name="Guess a masked word").click()
        projector = opened.value
        wait_until_live(projector)
        with chromium.new_context() as hall:
            phone = hall.new_page()
            phone.goto(f"{address}/join/{code}")
            phone.get_by_role("textbox").fill("path")
            phone.get_by_role("button", name="Send").click()
            expect(phone.get_by_role("listitem")).to_have_text("path")
        expect(projector.get_by_text("1 guess so far")).to_be_visible()


def test_a_telephone_that_follows_a_tour_sees_the_answer_with_the_projector(
    lecturer: Page, hall: BrowserContext
) -> None:
    code = started(lecturer)
    phone = joined(hall, code)
    phone.get_by_text("No question at the moment").wait_for()
    lecturer.goto("/fill-the-blank?sentence=The+%5BMASK%5D+was+steep.&tour=which-bank-in-10-minutes&stop=2&present=1")
    wait_until_live(lecturer)
    expect(phone.get_by_text("once the answer is shown")).to_be_visible()
    expect(phone.locator("#open")).to_be_hidden()
    phone.get_by_role("checkbox", name="Show it here and follow along").check()
    expect(phone.locator("#frame")).to_be_hidden()
    lecturer.get_by_role("button", name="Show", exact=True).click()
    frame = phone.frame_locator("#frame")
    expect(frame.get_by_role("heading", name="Masked words")).to_be_visible()
    expect_no_error(lecturer)


def test_telephones_point_at_a_token_and_the_pin_stands_there_after_the_answer(
    lecturer: Page, hall: BrowserContext
) -> None:
    code = started(lecturer)
    phone = joined(hall, code)
    lecturer.goto(
        "/who-looks-at-whom?sentence=The+keys+to+the+old+cabinet+are+on+the+table."
        "&tour=who-looks-at-whom&stop=2&present=1"
    )
    wait_until_live(lecturer)
    expect(phone.get_by_role("radio")).to_have_count(13)
    assert not any("A. " in text for text in phone.locator("#labels label").all_inner_texts())  # tokens have no letters
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_text("Tap one of the tokens first.")).to_be_visible()
    phone.get_by_text("keys", exact=True).click()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert serious_violations(phone) == []
    phone.get_by_role("button", name="Send").click()
    expect(lecturer.locator(".answered b")).to_have_text("1 of 1 phone")
    expect(lecturer.locator(".places .right, .places i:not(:empty)")).to_have_count(0)
    lecturer.keyboard.press("g")
    expect(lecturer.locator(".places .right")).to_have_text("1keys✓ model")
    expect(phone.locator("#verdict")).to_have_text("You: keys\nModel: keys")
    lecturer.goto("/tours?finished=who-looks-at-whom&present=1")
    expect(phone.locator("#scores")).to_contain_text("All questions: 1 of 1")
    expect(phone.get_by_role("link", name="Open the tours")).to_have_attribute("href", "../tours")
    phone.get_by_role("button", name="Leave the class").click()
    expect(phone.get_by_text("You have left the class.")).to_be_visible()
    lecturer.goto("/who-looks-at-whom?tour=who-looks-at-whom&stop=1&present=1")
    wait_until_live(lecturer)
    expect(phone.get_by_role("radio")).to_have_count(0)  # it does not ask any more
    phone.reload()
    expect(phone.get_by_role("radio")).to_have_count(3)
    options = [text.strip() for text in phone.locator("#labels label").all_inner_texts()]
    assert [option[:3] for option in options] == ["A. ", "B. ", "C. "]
    tiles = lecturer.locator(".answer-tiles li")
    shown = zip(tiles.locator("b").all_inner_texts(), tiles.locator("span").all_inner_texts(), strict=True)
    assert [f"{letter}. {option}" for letter, option in shown] == options
    expect_no_error(lecturer)


def test_the_lecturers_page_moves_the_projector_and_the_code_fills_the_screen(lecturer: Page) -> None:
    lecturer.set_viewport_size({"width": 1280, "height": 1000})  # nothing has to be scrolled to
    code = started(lecturer)
    projector = lecturer.context.new_page()
    projector.set_viewport_size({"width": 1920, "height": 1080})
    projector.goto("/fill-the-blank?tour=which-bank-in-10-minutes&stop=2&present=1")
    wait_until_live(projector)
    expect(projector.locator(".tour .place")).to_have_text(re.compile("^2 of"))
    expect(lecturer.get_by_text(re.compile("On the projector: stop 2"))).to_be_visible()
    list_of_stops = lecturer.get_by_role("combobox", name="Go to a stop")
    place = list_of_stops.bounding_box()
    lecturer.get_by_role("button", name="Next stop").click()
    expect(projector.locator(".tour .place")).to_have_text(re.compile("^3 of"))
    expect(lecturer.get_by_text(re.compile("On the projector: stop 3"))).to_be_visible()
    assert list_of_stops.bounding_box() == place  # else the page scrolls at a change of stop, which closes an open list
    list_of_stops.click()
    seventh = lecturer.get_by_role("option", name=re.compile(r"^7\. "))
    seventh.click()
    expect(projector.locator(".tour .place")).to_have_text(re.compile("^7 of"))
    lecturer.get_by_role("button", name="Undo: back to stop 3").click()
    expect(projector.locator(".tour .place")).to_have_text(re.compile("^3 of"))
    expect(projector.locator("dialog.code")).to_be_hidden()
    projector.keyboard.press("c")
    typed = projector.locator("dialog.code .typed")
    expect(typed).to_contain_text(f"/join/{code}")
    assert typed.evaluate("each => parseFloat(getComputedStyle(each).fontSize)") >= 60
    projector.keyboard.press("c")
    expect(projector.locator("dialog.code")).to_be_hidden()
    expect_no_error(projector)
    expect_no_error(lecturer)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_lecturers_own_phone_moves_the_projector(lecturer: Page, hall: BrowserContext, scheme: str) -> None:
    started(lecturer)
    projector = lecturer.context.new_page()
    projector.goto("/what-does-it-read?tour=bert-in-45-minutes&stop=2&present=1")
    wait_until_live(projector)
    lecturer.get_by_text(MORE).click()
    lecturer.get_by_role("button", name="Show the code for my phone").click()
    expect(lecturer.get_by_text("It works once")).to_be_visible()
    link = lecturer.locator(".st-key-class-more code", has_text="/lecturer#").inner_text()
    phone = hall.new_page()
    phone.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    phone.goto(link)
    assert serious_violations(phone) == []
    phone.get_by_role("button", name="Open my notes").click()
    expect(phone.get_by_text(re.compile("On the projector: stop 2"))).to_be_visible()
    expect(lecturer.get_by_text("1 phone connected")).to_be_visible()
    expect(lecturer.get_by_text("It works once")).to_be_hidden()
    with hall.new_page() as late:
        late.goto(link)
        late.get_by_role("button", name="Open my notes").click()
        expect(late.get_by_text("used before")).to_be_visible()
    buttons = phone.locator(".st-key-lecture-notes button:visible")
    expect(buttons.nth(5)).to_be_visible()  # six at least
    assert all(box["height"] >= 44 for button in buttons.all() if (box := button.bounding_box()))
    expect_page_fits(phone)
    assert accessibility_violations(phone) == []
    phone.get_by_role("button", name="Show the answer").click()
    expect(projector.locator(".st-key-figure")).to_be_visible()
    phone.get_by_role("button", name="Black screen").click()
    expect(projector.locator("html[data-black]")).to_have_count(1)
    phone.get_by_role("button", name="Black screen").click()
    expect(projector.locator("html[data-black]")).to_have_count(0)
    phone.get_by_role("button", name="Next stop").click()
    expect(projector.locator(".tour .place")).to_have_text(re.compile("^3 of"))
    expect(phone.get_by_text(re.compile("On the projector: stop 3"))).to_be_visible()
    lecturer.get_by_role("button", name="Disconnect").click()
    expect(phone.get_by_text("not connected to a class")).to_be_visible()
    for page in (projector, phone):
        expect_no_error(page)


def test_a_question_is_read_in_order_and_answered_by_keyboard(lecturer: Page, hall: BrowserContext) -> None:
    code = started(lecturer)
    phone = joined(hall, code)
    lecturer.goto(
        "/who-looks-at-whom?sentence=The+keys+to+the+old+cabinet+are+on+the+table."
        "&tour=who-looks-at-whom&stop=2&present=1"
    )
    wait_until_live(lecturer)
    expect(phone.get_by_role("radio")).to_have_count(13)
    expect(phone.get_by_role("status").filter(has_text="New question: ")).to_have_count(1)
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("radio").first).to_be_focused()
    phone.keyboard.press("Space")
    phone.keyboard.press("ArrowRight")
    chosen = phone.locator("[name=label]:checked")
    expect(chosen).to_be_focused()
    answer = chosen.get_attribute("value")
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("button", name="Send")).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.locator("#told")).to_contain_text("Sent. You can change your answer")
    lecturer.keyboard.press("g")
    expect(phone.locator("#verdict")).to_contain_text(f"You: {answer}")
    assert serious_violations(phone) == []
    read = phone.locator("main").aria_snapshot()
    parts = ("heading", "You: ", "Your score", "Open the projector’s page", "Show it here")
    places = [read.index(part) for part in parts]
    assert places == sorted(places), read
    phone.keyboard.press("Tab")
    expect(phone.get_by_role("link", name="Open the projector’s page")).to_be_focused()
    lecturer.keyboard.press("PageDown")
    expect(phone.get_by_role("status").filter(has_text="New question: ")).to_have_count(1)
    phone.keyboard.press("Shift+Tab")
    expect(phone.get_by_role("button", name="Send")).to_be_focused()


def serious_violations(phone: Page) -> list[str]:
    """What axe has to say of a phone's page."""
    violations = Axe().run(phone).response["violations"]
    return [violation["id"] for violation in violations if violation["impact"] in ("serious", "critical")]
