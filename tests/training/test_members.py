"""The family differs in what it says it differs in, and a member is made from text to folder."""

import numpy as np
import pytest
import torch

from tests.training.small_text import encoded
from training.architectures import copy_every_other_layer, sinusoidal_table
from training.dataset import PairSampler
from training.masking import Corruption
from training.members import MEMBERS, TrainingTask, member
from training.objectives import (
    DIRECTION_LOSS,
    NEXT_SENTENCE_LOSS,
    TEACHER_LOSS,
    WORD_LOSS,
    CausalLanguageModelling,
    Distillation,
    MaskedLanguageModelling,
    VocabularyIds,
    next_token_targets,
)
from training.recipe import Architecture

CPU = torch.device("cpu")
SMALL = Architecture(layers=4, width=32, heads=4, positions=64, vocabulary=60)
WORDS_ASKED = MaskedLanguageModelling(Corruption(), VocabularyIds(mask=4, special_count=5), CPU)
every_member = pytest.mark.parametrize("name", [chosen.name for chosen in MEMBERS])


def batch(rows: int = 4, length: int = 32):
    return PairSampler(encoded(), cls=2, sep=3).batch(np.random.default_rng(0), rows=rows, length=length)


def logits(model, ids: torch.Tensor) -> torch.Tensor:
    out = model.eval()(input_ids=ids, attention_mask=torch.ones_like(ids))
    return out.prediction_logits if "prediction_logits" in out else out.logits


@every_member
def test_a_member_has_the_size_it_is_compared_at(name: str) -> None:
    model = member(name).build(SMALL)
    halved = name in ("distilbert", "scratch")
    assert model.config.num_hidden_layers == SMALL.layers // (2 if halved else 1)
    assert model.config.hidden_size == SMALL.width
    assert model.config.vocab_size == SMALL.vocabulary
    assert logits(model, torch.arange(5, 25)[None]).shape == (1, 20, SMALL.vocabulary)


def test_position_twins_share_a_budget_and_lengths_and_so_do_the_students() -> None:
    twins = [member(name) for name in ("learned", "sinusoidal", "rope", "nopos")]
    assert {(chosen.tokens, chosen.length_limit, chosen.task) for chosen in twins} == {
        (twins[0].tokens, 128, TrainingTask.MASKED)
    }
    assert member("distilbert").tokens == member("scratch").tokens


def test_sinusoids_depend_on_distance_alone() -> None:
    table = sinusoidal_table(64, 32).double()
    similarity = table @ table.T
    for distance in range(5):
        assert similarity.diagonal(distance).std() < 1e-4
    torch.testing.assert_close(table[0], torch.tensor([0.0, 1.0] * 16, dtype=torch.float64))


@pytest.mark.parametrize("name", ["sinusoidal", "nopos"])
def test_fixed_positions_are_not_learned(name: str) -> None:
    model = member(name).build(SMALL)
    table = model.bert.embeddings.position_embeddings.weight
    assert not table.requires_grad
    assert bool(table.any()) is (name == "sinusoidal")


@pytest.mark.parametrize("name", ["nopos", "learned", "sinusoidal", "rope"])
def test_without_positions_and_only_then_every_order_looks_the_same(name: str) -> None:
    torch.manual_seed(0)
    ids, order = torch.arange(5, 25)[None], torch.randperm(20)
    model = member(name).build(SMALL)
    with torch.no_grad():
        moved = float((logits(model, ids)[:, order] - logits(model, ids[:, order])).abs().max())
    assert (moved < 1e-5) is (name == "nopos")


def test_the_causal_member_sees_nothing_to_the_right() -> None:
    model = member("gpt").build(SMALL)
    ids = torch.arange(5, 25)[None]
    changed = ids.clone()
    changed[0, -1] = 40
    with torch.no_grad():
        torch.testing.assert_close(logits(model, ids)[:, :-1], logits(model, changed)[:, :-1], rtol=0, atol=0)


def test_the_next_word_is_asked_of_text_only_and_is_the_one_that_follows() -> None:
    drawn = batch()
    drawn.attention_mask[0, 20:] = 0
    positions, targets = next_token_targets(drawn)
    rows, columns = np.divmod(positions, 32)
    np.testing.assert_array_equal(targets, drawn.ids[rows, columns + 1])
    assert (columns[rows == 0]).max() == 18
    (term,) = CausalLanguageModelling(CPU)(member("gpt").build(SMALL), drawn, np.random.default_rng(0))
    assert term.name == WORD_LOSS
    assert term.value.item() == pytest.approx(np.log(SMALL.vocabulary), rel=0.1)


def test_a_student_begins_as_every_other_layer_and_learns_from_three_losses() -> None:
    teacher, student = member("bert").build(SMALL).eval(), member("distilbert").build(SMALL)
    copy_every_other_layer(student, teacher)
    for number, block in enumerate(student.distilbert.transformer.layer):
        taken = teacher.bert.encoder.layer[2 * number]
        torch.testing.assert_close(block.ffn.lin1.weight, taken.intermediate.dense.weight)
        torch.testing.assert_close(block.attention.q_lin.weight, taken.attention.self.query.weight)
    terms = Distillation(WORDS_ASKED, teacher)(student, batch(), np.random.default_rng(0))
    assert [term.name for term in terms] == [WORD_LOSS, TEACHER_LOSS, DIRECTION_LOSS]
    assert all(term.value.item() > 0 for term in terms)
    sum(term.weight * term.value for term in terms).backward()
    assert all(parameter.grad is None for parameter in teacher.parameters())


def test_a_student_that_is_its_teacher_has_nothing_to_learn_from_it() -> None:
    teacher = member("learned").build(SMALL).eval()
    _, taught, direction = Distillation(WORDS_ASKED, teacher)(teacher, batch(), np.random.default_rng(0))
    assert taught.value.item() == pytest.approx(0, abs=1e-5)
    assert direction.value.item() == pytest.approx(0, abs=1e-5)


def test_only_the_reference_tells_the_next_sentence() -> None:
    named = {
        chosen.name: {term.name for term in WORDS_ASKED(chosen.build(SMALL), batch(), np.random.default_rng(0))}
        for chosen in MEMBERS
        if chosen.task is TrainingTask.MASKED
    }
    assert named.pop("bert") == {WORD_LOSS, NEXT_SENTENCE_LOSS}
    assert set(map(frozenset, named.values())) == {frozenset({WORD_LOSS})}
