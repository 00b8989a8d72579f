"""The family: formulas on the screen at once, two members in the link, and code that counts the same."""

import ast

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from components.family.model.counting import parameters
from components.family.model.needs import NEEDS
from components.model.family_members import FAMILY, FamilyMember, family_member
from pages.family.code import code_of
from pages.parts.rooms import FAMILY as FAMILY_ROOM
from pages.parts.rooms import MASKS
from tests.pages.conftest import COLD_LINKS, FAMILY_PAGE, messages, open_page, page_text, run
from tests.pages.notebook import run_code
from tests.rooms import VIEWS

BERT, DISTILBERT = family_member("bert-base"), family_member("distilbert")


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("view", VIEWS[FAMILY_ROOM.path])
@pytest.mark.parametrize("link", COLD_LINKS, ids=str)
def test_every_view_is_there_before_there_is_a_model(view: str, link: dict[str, str]) -> None:
    app = open_page(FAMILY_PAGE, mode=view, **link)
    assert not messages(app)


@pytest.mark.usefixtures("cold")
def test_two_are_chosen_from_lists_and_the_link_says_which() -> None:
    app = open_page(FAMILY_PAGE, mode="The stacks")
    app.selectbox(key="family-other").set_value([member.key for member in FAMILY].index("t5-small"))
    run(app)
    assert app.query_params["other"] in ("t5-small", ["t5-small"])
    assert family_member("t5-small").name in page_text(app)


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize(
    ("link", "is_told"), [({"other": "bert-base"}, True), ({"other": "bert-base", "layers": "24"}, False), ({}, False)]
)
def test_a_model_that_is_chosen_twice_is_told_unless_its_numbers_are_changed(
    link: dict[str, str], is_told: bool
) -> None:
    app = open_page(FAMILY_PAGE, mode="The stacks", one="bert-base", **link)
    assert ("nothing is compared" in page_text(app)) is is_told


@pytest.mark.usefixtures("cold")
def test_other_numbers_come_to_other_counts() -> None:
    app = open_page(FAMILY_PAGE, mode="The stacks", other="bert-base", layers="24", width="1024", length="512")
    assert f"{parameters(family_member('bert-large').shape):,} parameters" in page_text(app)
    assert not open_page(FAMILY_PAGE, mode="The stacks", other="mobilebert", width="64").exception


@pytest.mark.usefixtures("cold")
def test_another_model_starts_with_its_own_numbers() -> None:
    app = open_page(FAMILY_PAGE, mode="The stacks", other="distilbert", layers="12")
    app.selectbox(key="family-other").set_value([member.key for member in FAMILY].index("gpt2"))
    run(app)
    assert "layers" not in app.query_params
    assert family_member("gpt2").name in page_text(app)


@pytest.mark.usefixtures("cold")
def test_a_link_to_counting_shows_every_part_and_what_it_takes() -> None:
    app = open_page(FAMILY_PAGE, mode="Count it", other="bert-base", one="bert-base")
    assert "109,482,240 parameters" in page_text(app)
    assert frame_with(app, "Formula")["Total"].tolist()[0] == f"{30_522 * 768:,}"
    assert "109,514,298" in frame_with(app, "BERT base has or needs")[" "].tolist()


@pytest.mark.usefixtures("cold")
def test_a_link_to_published_figures_shows_where_each_stands() -> None:
    app = open_page(FAMILY_PAGE, mode="Published figures")
    assert "94.8 (dev, Table 8)" in frame_with(app, "Paper")["SST-2, accuracy"].tolist()
    assert "160 GB" in frame_with(app, "Hardware")["Size"].tolist()


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("mode", ["Which one?", "Timeline", "One table"])
def test_a_link_to_the_table_of_all_models_opens_it_in_the_drawer(mode: str) -> None:
    app = open_page(FAMILY_PAGE, mode=mode)
    whole = frame_with(app, "Best for")
    assert whole["Model"].tolist() == [member.name for member in FAMILY]
    assert whole.set_index("Model")["Text (GB)"]["RoBERTa base"] == 160
    (needs,) = (table.value for table in app.table if "Choose" in table.value)
    assert needs.index.tolist() == [need.name for need in NEEDS]


@pytest.mark.usefixtures("cold")
def test_a_link_to_the_three_masks_opens_the_room_of_masks() -> None:
    app = open_page(FAMILY_PAGE, mode="Encoder, decoder or both")
    assert app.title[0].value.startswith(MASKS.title)


def frame_with(app: AppTest, column: str) -> pd.DataFrame:
    (table,) = (frame.value for frame in app.dataframe if column in frame.value)
    return table


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("value", ["gone", "../..", "<b>x</b>", "x" * 5000])
def test_a_member_that_is_none_is_told_and_the_usual_one_stands_there(value: str) -> None:
    app = open_page(FAMILY_PAGE, mode="The stacks", other=value)
    assert not app.exception
    assert DISTILBERT.name in page_text(app)


@pytest.mark.parametrize("member", FAMILY, ids=lambda member: member.key)
def test_the_code_counts_the_same(member: FamilyMember) -> None:
    assert int(run_code(code_of(member))[-1].split()[-1]) == parameters(member.shape)


@pytest.mark.usefixtures("cold")
def test_the_code_counts_every_model_that_is_shown() -> None:
    (code,) = (block.value for block in open_page(FAMILY_PAGE, other=DISTILBERT.key).code)
    (models,) = (
        ast.literal_eval(node.value)
        for node in ast.parse(code).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "models"
    )
    assert {name for name, *_ in models} == {member.name for member in FAMILY}
