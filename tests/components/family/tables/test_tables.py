"""Tables and sentences of the family hold what the formulas say."""

import itertools
import re
from dataclasses import replace

import pytest
import vl_convert

from components.family.charts.stacks import PICKED, stacks
from components.family.model.counting import attention_numbers, multiply_adds, parameters
from components.family.model.needs import NEEDS, Need, best_for
from components.family.model.presets import FAMILY_PRESETS
from components.family.model.published import PRE_TRAININGS, PUBLISHED_SCORES, TASKS
from components.family.tables.findings import comparison_finding, cost_finding, stacks_finding
from components.family.tables.overview import (
    NONE,
    need_table,
    overview_table,
    pre_training_table,
    small_model_finding,
    source_finding,
    source_table,
    text_finding,
    year_finding,
)
from components.family.tables.stacks import comparison_table, cost_table, part_table, stack_table
from components.model.architecture_shape import AttentionScope
from components.model.checkpoints.registry import model_record
from components.model.family_members import FAMILY, FamilyMember, family_member

BERT = family_member("bert-base")
every_member = pytest.mark.parametrize("member", FAMILY, ids=lambda member: member.key)


def work(member: FamilyMember) -> int:
    return multiply_adds(member.shape, 128)


@every_member
def test_the_length_of_a_stack_is_its_parameters(member: FamilyMember) -> None:
    table = stack_table([member])
    assert table["count"].sum() == (table["x2"] - table["x"]).sum() == table["x2"].max() == parameters(member.shape)
    assert part_table(member.shape)["total"].sum() == parameters(member.shape)


@every_member
def test_layers_are_drawn_one_by_one_and_shared_ones_once(member: FamilyMember) -> None:
    shape = member.shape
    drawn = stack_table([member])["part"].str.startswith("attention output").sum()
    assert drawn == (1 if member.key.startswith("albert") else shape.layers + shape.decoder_layers)
    figure = stack_table([member])["figure"].iloc[0]
    assert ("used 12 times" in figure) is (member.key.startswith("albert"))


def test_what_it_takes_is_what_is_computed() -> None:
    table = cost_table(BERT.shape, 512).set_index("what")["amount"]
    count = parameters(BERT.shape)
    assert table["parameters"] == count
    head = table[table.index.str.contains("head|pooler")]
    assert head.tolist() == [590_592, 622_650, 109_514_298]
    assert count - 590_592 + 622_650 == 109_514_298
    assert table["memory for training with AdamW"] == 16 * count
    assert (
        table["memory for the attention weights of 512 tokens"]
        == 4 * attention_numbers(BERT.shape, 512)
        == 4 * 144 * 512**2
    )
    assert "109,482,240 parameters" in cost_finding(BERT, BERT.shape, 128)
    assert "24 layers" in cost_finding(BERT, BERT.shape.resized(layers=24, width=768), 128)
    assert "no parameters" in cost_finding(family_member("albert"), family_member("albert").shape, 128)
    assert "no parameters" not in cost_finding(BERT, BERT.shape, 128)


def test_two_are_compared_line_by_line() -> None:
    same = comparison_table(BERT, BERT)
    assert not same["differs"].any()
    table = comparison_table(BERT, family_member("distilbert")).set_index("what")["differs"]
    assert table[["parameters", "layers", "training objective"]].all()
    assert not table[["width (hidden_size)", "heads per layer", "width of a head", "vocabulary", "positions"]].any()
    smaller, larger = (comparison_finding(BERT, family_member(key)) for key in ("distilbert", "bert-large"))
    assert "DistilBERT has 61% of BERT base’s parameters, 50% of its computation" in smaller
    assert smaller.startswith("DistilBERT has half of BERT base’s layers, but 61% of its parameters. ")
    assert "half" not in larger
    thin = replace(BERT, shape=replace(BERT.shape, layers=6, vocabulary=100, positions=8))
    assert "half" not in comparison_finding(BERT, thin)
    assert "3.1 times BERT base’s parameters" in larger
    assert all(len(text.partition(". ")[0].split()) <= 12 for text in (smaller, larger))


def test_every_example_names_two_members_that_differ() -> None:
    assert len(FAMILY_PRESETS) >= 6
    for preset in FAMILY_PRESETS:
        assert comparison_table(family_member(preset.first), family_member(preset.second))["differs"].any()


@pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.name)
def test_what_serves_a_need_does(need: Need) -> None:
    members = need.members
    assert len(overview_table(members)) == len(members) >= 1
    row = need_table().set_index("need").loc[need.name]
    assert row["models"].split(", ") == [member.name for member in members]
    assert row["reason"] == need.reason
    assert all(need.short in best_for(candidate) for candidate in members)
    wanted = {
        "A label for every word": lambda candidate: candidate.attention is AttentionScope.ENCODER,
        "New text": lambda candidate: candidate.attention is not AttentionScope.ENCODER,
        "A text made of a text": lambda candidate: candidate.attention is AttentionScope.BOTH,
        "Texts of 8,000 tokens": lambda candidate: candidate.token_limit >= 8000,
        "Little memory": lambda candidate: parameters(candidate.shape) < 0.65 * parameters(BERT.shape),
        "A quick answer on a processor": lambda candidate: (
            multiply_adds(candidate.shape, 128) < 0.55 * multiply_adds(BERT.shape, 128)
        ),
    }.get(need.name, lambda candidate: candidate.attention is AttentionScope.ENCODER)
    assert all(wanted(candidate) for candidate in members)


def test_charts_draw_and_findings_have_their_numbers() -> None:
    drawn = (
        stacks(stack_table(FAMILY), chosen=("BERT base",)),
        stacks(stack_table(FAMILY), clickable=True),
    )
    for chart in drawn:
        assert vl_convert.vegalite_to_svg({"width": 700, **chart.to_dict(validate=True)}).startswith("<svg")
    assert year_finding(FAMILY).startswith("6 of these 14 ")
    assert "2019" in year_finding(FAMILY)
    for figure in ("5.6 million parameters (pocket BERT)", "335 million (BERT large)", "54%"):
        assert figure in stacks_finding(FAMILY)


@every_member
def test_formulas_with_their_numbers_come_to_the_counts(member: FamilyMember) -> None:
    for part in part_table(member.shape).itertuples():
        written = str(part.numbers).replace(",", "").replace("²", "**2").replace(" (", " * (").replace("·", "*")
        assert eval(written) == part.count, part  # digits and operators, which the table itself has written


def test_every_published_figure_has_its_table_and_stands_once() -> None:
    assert all(re.fullmatch(r"Table \d+", score.table) and score.split in ("test", "dev") for score in PUBLISHED_SCORES)
    assert len({(score.key, score.task) for score in PUBLISHED_SCORES}) == len(PUBLISHED_SCORES)
    assert {score.task for score in PUBLISHED_SCORES} == set(TASKS)
    assert all(score.member.link for score in (*PUBLISHED_SCORES, *PRE_TRAININGS))
    table = source_table()
    assert (table[list(TASKS)] != NONE).to_numpy().sum() == len(PUBLISHED_SCORES)
    assert len(pre_training_table()) == len(PRE_TRAININGS)
    assert source_finding().startswith(f"{len(PUBLISHED_SCORES)} figures")
    for part in ("79.9 (dev)", "OpenAI GPT 75.1 (test"):
        assert part in small_model_finding()


def test_the_table_holds_sizes_figures_and_ten_times_the_text() -> None:
    table = overview_table(FAMILY).set_index("name")
    assert table["million"]["BERT base"] == pytest.approx(parameters(BERT.shape) / 1e6)
    assert table["billion"]["BERT base"] == pytest.approx(work(BERT) / 1e9)
    assert table[list(TASKS)].notna().to_numpy().sum() == len(PUBLISHED_SCORES)
    assert table["gigabytes"]["RoBERTa base"] / table["gigabytes"]["BERT base"] == 10
    assert "10 times" in text_finding()
    assert set(table.index[table["gigabytes"].isna()]) == {"ModernBERT base", "pocket BERT"}


def test_every_size_stands_at_the_end_of_its_stack_and_only_chosen_ones_have_parts() -> None:
    table = stack_table(FAMILY)
    chart = stacks(table, chosen=("BERT base", "DistilBERT")).to_dict()
    others, blocks, figures = (chart["datasets"][layer["data"]["name"]] for layer in chart["layer"])
    assert [row["end"] for row in figures] == table.groupby("row")["x2"].max().tolist()
    assert {row["name"] for row in blocks} == {"BERT base", "DistilBERT"}
    assert {row["name"] for row in others if row["weight"] == 700} == {"BERT base", "DistilBERT"}


def test_a_click_anywhere_in_a_row_names_its_model() -> None:
    chart = stacks(stack_table(FAMILY), clickable=True).to_dict()
    assert [(parameter["name"], parameter["select"]["fields"]) for parameter in chart["params"]] == [(PICKED, ["key"])]
    whole = chart["datasets"][chart["layer"][0]["data"]["name"]]
    assert [row["key"] for row in whole] == [member.key for member in FAMILY]
    assert all(above["bottom"] < below["top"] for above, below in itertools.pairwise(whole))
    assert "params" not in stacks(stack_table(FAMILY)).to_dict()


def test_what_riverbank_opens_has_the_parameters_that_are_counted() -> None:
    for member in FAMILY:
        if member.model_id and (published := model_record(member.model_id).parameters):
            # The registry counts the vocabulary head too and leaves poolers out.
            assert parameters(member.shape) == pytest.approx(published, rel=0.05), member.key
