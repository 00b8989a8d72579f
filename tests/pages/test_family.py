"""The family: formulas on the screen at once, two members in the link, and code that counts the same."""

import pytest

from components.family.model.counting import parameters
from components.family.model.members import FAMILY, Member, family_member
from components.family.model.needs import NEEDS, Need
from components.family.model.presets import FAMILY_PRESETS, FamilyPreset
from components.family.tables.findings import compared_finding, cost_finding, stacks_finding
from components.family.tables.needs import needs_finding
from pages.family.code import code_of
from pages.parts.sentences import parted
from tests.pages.conftest import FAMILY_PAGE, messages, opened, run, told
from tests.pages.notebook import run_code

WAYS = (
    "The stacks",
    "Two side by side",
    "Count it",
    "Which one?",
    "Encoder, decoder or both",
    "Timeline",
    "Published figures",
)
BERT, DISTILBERT = family_member("bert-base"), family_member("distilbert")


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("link", [{}, {"hide": "controls"}, {"present": "1"}])
def test_every_mode_is_there_before_there_is_a_model(way: str, link: dict[str, str]) -> None:
    app = opened(FAMILY_PAGE, mode=way, **link)
    assert not app.exception
    assert not messages(app)
    if way == "The stacks":
        assert told(app, parted(stacks_finding(FAMILY))[0])


@pytest.mark.usefixtures("cold")
def test_two_are_chosen_from_lists_and_the_link_says_which() -> None:
    app = opened(FAMILY_PAGE, mode="Two side by side")
    assert told(app, parted(compared_finding(BERT, DISTILBERT))[0])
    app.selectbox(key="family-other").set_value([one.key for one in FAMILY].index("t5-small"))
    run(app)
    assert app.query_params["other"] in ("t5-small", ["t5-small"])
    assert told(app, parted(compared_finding(BERT, family_member("t5-small")))[0])
    app.button(key="example-right").click()
    run(app)
    assert not app.exception


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("preset", FAMILY_PRESETS, ids=lambda preset: preset.name)
def test_every_example_is_compared(preset: FamilyPreset) -> None:
    one, other = preset.one, preset.other
    app = opened(FAMILY_PAGE, mode="Two side by side", one=one, other=other)
    assert told(app, parted(compared_finding(family_member(one), family_member(other)))[0])


@pytest.mark.usefixtures("cold")
def test_other_numbers_come_to_other_counts() -> None:
    app = opened(FAMILY_PAGE, mode="Count it", other="bert-base", layers="24", width="1024", length="512")
    shape = BERT.shape.resized(layers=24, width=1024)
    assert told(app, cost_finding(BERT, shape, 512))
    assert parameters(shape) == parameters(family_member("bert-large").shape)
    assert not opened(FAMILY_PAGE, mode="Count it", other="mobilebert", width="64").exception


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.name)
def test_every_need_is_served(need: Need) -> None:
    assert told(opened(FAMILY_PAGE, mode="Which one?", need=need.name), parted(needs_finding(need))[0])


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("value", ["gone", "../..", "<b>x</b>", "x" * 5000])
def test_a_member_that_is_none_is_told_and_the_usual_one_stands_there(value: str) -> None:
    app = opened(FAMILY_PAGE, mode="Two side by side", other=value)
    assert not app.exception
    assert told(app, parted(compared_finding(BERT, DISTILBERT))[0])


@pytest.mark.parametrize("member", FAMILY, ids=lambda member: member.key)
def test_the_code_counts_the_same(member: Member) -> None:
    assert int(run_code(code_of(member))[-1]) == parameters(member.shape)
