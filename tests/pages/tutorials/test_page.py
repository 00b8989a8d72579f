"""From your tutorial: every entry opens the view that it names, with its sentence and settings accepted."""

import pytest

from components.tours.shipped import shipped_tours
from pages.parts.lecture.tour_stop import PATHS
from pages.parts.links import notes
from pages.tutorials.contents import TutorialItem, tutorials
from tests.pages.conftest import messages, offered_views, open_page, page_text
from tests.sampling import first_of_each

pytestmark = pytest.mark.usefixtures("ready")

PAGE = "pages/tutorials/page.py"
ENTRIES = [entry for tutorial in tutorials() for section in tutorial.sections for entry in section.entries]
# Several items of several tutorials may be one link.
LINKS: dict[tuple[str, ...], TutorialItem] = {
    (entry.room.key, *map(str, entry.link.items())): entry for entry in ENTRIES
}


# Places and several settings in one text: a view reports them only if it cannot use them, and in these words.
REPORTED_IF_WRONG = {
    **dict.fromkeys(("run", "from", "to", "step", "token", "box", "cell"), "The link says {}=zz"),
    "mask": "Part of the link did not fit this sentence",
    "bench": "This link does not describe a benchmark",
}
NEVER_REPORTED = {"export", "show"}  # a panel that opens; what the browser scrolls to


@pytest.mark.parametrize(
    "entry",
    first_of_each(LINKS.values(), lambda entry: entry.room, name=lambda entry: f"{entry.room.key} {entry.link}"),
)
def test_an_entry_opens_the_view_that_it_names(entry: TutorialItem, monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[str] = set()
    looked_up = notes._link_value

    def recorded(name: str) -> str | None:
        read.add(name)
        return looked_up(name)

    monkeypatch.setattr(notes, "_link_value", recorded)
    app = open_page(f"pages/{entry.room.key}/page.py", **entry.link)
    not_possible = [text.value for text in app.text if text.value.startswith("The link ")]
    assert not not_possible, not_possible
    assert not app.error
    assert not app.warning
    assert app.title[0].value.startswith(entry.room.title)
    views, shown = offered_views(app)
    assert shown == (entry.view or views[0])
    accepted = read | REPORTED_IF_WRONG.keys() | NEVER_REPORTED
    unread = [name for name in entry.settings if name not in accepted and name not in app.session_state]
    assert not unread, "parameters that the view does not read"
    for name in REPORTED_IF_WRONG.keys() & entry.settings.keys():
        wrong = open_page(f"pages/{entry.room.key}/page.py", **{**entry.link, name: "zz"})
        assert REPORTED_IF_WRONG[name].format(name) in f"{page_text(wrong)}\n{messages(wrong)}"


def test_the_page_lists_every_entry_of_every_tutorial() -> None:
    for tutorial in tutorials():
        app = open_page(PAGE, tutorial=tutorial.title)
        assert messages(app) == ""
        links = app.get("page_link")
        count = sum(len(section.entries) for section in tutorial.sections)
        assert len(links) == count + bool(tutorial.tour)
        assert tutorial.tour in {"", *shipped_tours(PATHS)}
        if tutorial.tour:
            assert f"tour={tutorial.tour}" in links[0].proto.query_string
        assert [tab.label.replace("\\", "") for tab in app.tabs][: len(tutorial.sections)] == [
            section.title for section in tutorial.sections
        ]


def test_no_tutorial_names_an_item_twice() -> None:
    for tutorial in tutorials():
        names = [entry.name for section in tutorial.sections for entry in section.entries]
        assert len(names) == len(set(names))
