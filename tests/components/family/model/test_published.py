"""Published figures: plausible, complete, and each with its source."""

import re

import pytest
import transformers

from components.family.model.configs import transformers_config
from components.family.model.published import BEST_BEFORE, CONLL, PUBLISHED_SCORES, TASKS
from components.family.tables.overview import best_before_finding, best_before_table, overview_table, source_table
from components.model.family_members import FAMILY, FamilyMember

DROPOUTS = ("hidden_dropout_prob", "dropout", "resid_pdrop", "dropout_rate", "mlp_dropout")
OURS = "pocket-bert"  # trained here, without dropout


def test_every_figure_has_a_split_and_a_table() -> None:
    for score in PUBLISHED_SCORES:
        assert score.split in ("dev", "test")
        assert re.fullmatch(r"Table \d+", score.table)
        assert 50 < score.value < 100
        assert score.task in TASKS
    assert len({(score.key, score.task) for score in PUBLISHED_SCORES}) == len(PUBLISHED_SCORES)


def test_the_models_of_the_tutorials_have_rows() -> None:
    models = set(source_table()["model"])
    assert {"RoBERTa base", "ALBERT xxlarge", "DeBERTa v3 base", "ModernBERT base"} <= models
    table = overview_table(FAMILY).set_index("name")
    assert table.loc["BERT base", "SST-2, accuracy"] == 92.7


def test_the_best_before_is_compared_on_one_split() -> None:
    table = best_before_table()
    assert (table["gain"] == table["large"] - table["before"]).all()
    assert all(source.partition(",")[0] in ("dev", "test") for source in table["source"])
    largest = max(BEST_BEFORE, key=lambda best: best.large - best.before)
    assert largest.task.partition(",")[0] in best_before_finding()
    # Akbik and others 2018, the last row above BERT's in Table 7: BERT large does not reach it.
    entities = table.set_index("task").loc[CONLL]
    assert (entities["before"], entities["whose"]) == (93.1, "CSE")
    assert entities["gain"] == pytest.approx(-0.3)


@pytest.mark.parametrize("member", [each for each in FAMILY if each.key != OURS], ids=lambda member: member.key)
def test_the_dropout_is_that_of_the_configuration(member: FamilyMember) -> None:
    spec = transformers_config(member, member.shape)
    config = transformers.AutoConfig.for_model(spec.model_type)
    assert float(member.dropout) in {getattr(config, name) for name in DROPOUTS if hasattr(config, name)}
