"""A word's vectors are the model's own hidden states at the pieces of the word."""

import unicodedata
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import AutoModelForMaskedLM, AutoTokenizer

from components.model.checkpoints.loader import Loader
from components.model.checkpoints.records import InFolder, ModelRecord, Role
from components.model.tokens.occurrences import SentenceWithSense
from components.senses.model.results import WordPooling, WordVectors, concatenate_vectors, point_senses
from components.senses.model.word_vectors import word_vectors
from tests.components.conftest import CPU, Opener, folder_of
from tests.components.small_models import FAMILIES

POCKET = Path(__file__).parents[4] / "cache" / "pocket" / "bert"
CASES = [
    ("She sat on the BANK of the river", ("bank",), [(15, 19)]),
    ("(bank), bank! the bank's word", ("bank",), [(1, 5), (8, 12), (18, 22)]),
    ("it is Unbelievable and unbelievables , here", ("unbelievable", "unbelievables"), [(6, 18), (23, 36)]),
    ("the café of the word", ("café",), [(4, 8)]),
    (unicodedata.normalize("NFD", "the café of the word"), ("café",), [(4, 9)]),
    ("the", ("the",), [(0, 3)]),
]


def mean_hidden_states(model: torch.nn.Module, ids: list[int], positions: list[int]) -> np.ndarray:
    """The mean over the pieces after every layer, computed with plain transformers."""
    with torch.no_grad():
        hidden = model(input_ids=torch.tensor([ids]), output_hidden_states=True).hidden_states
    return torch.stack([layer[0, positions].mean(dim=0) for layer in hidden]).numpy()


@pytest.mark.parametrize("family", FAMILIES)
def test_vectors_are_hidden_states_at_the_pieces_of_the_word(opened: Opener, family: str) -> None:
    model = opened(family)
    for sentence, forms, spans in CASES:
        result = word_vectors(model, [sentence], forms)
        assert [(point.start, point.end) for point in result.points] == spans
        tokens = model.tokenizer.tokens(sentence).items
        for point, vectors in zip(result.points, result.vectors, strict=True):
            positions = [
                p for p, t in enumerate(tokens) if not t.special and t.start < point.end and t.end > point.start
            ]
            assert point.positions == tuple(positions)
            np.testing.assert_allclose(
                vectors, mean_hidden_states(model.model, [t.id for t in tokens], positions), atol=1e-5
            )


def test_a_split_word_has_several_pieces_and_only_those(opened: Opener) -> None:
    model = opened("bert")
    (point,) = word_vectors(model, ["it is Unbelievables !"], ("unbelievables",)).points
    pieces = [model.tokenizer.tokens(point.sentence).items[position].text for position in point.positions]
    assert pieces == ["unbelievable", "s"]
    assert point.text == "Unbelievables"


@pytest.mark.parametrize("family", FAMILIES)
def test_batching_changes_nothing(opened: Opener, family: str) -> None:
    model = opened(family)
    sentences = ["the bank", "she sat on the bank of the river and he went to the bank .", "a bank of the capital"] * 15
    together = word_vectors(model, sentences, ("bank",))
    assert len(together.points) == 60
    assert [point.sentence_index for point in together.points] == sorted(p.sentence_index for p in together.points)
    for number in (0, 1, 2, 3, 59):
        point = together.points[number]
        alone = word_vectors(model, [point.sentence], ("bank",))
        same = [other.start for other in alone.points].index(point.start)
        np.testing.assert_allclose(together.vectors[number], alone.vectors[same], atol=1e-5)


def test_first_and_last_pieces_can_be_taken_and_the_mean_is_theirs(opened: Opener) -> None:
    first, last, mean = (
        word_vectors(opened("bert"), ["it is unbelievables"], ("unbelievables",), pooling=pooling).vectors[0]
        for pooling in (WordPooling.FIRST, WordPooling.LAST, WordPooling.MEAN)
    )
    assert not np.allclose(first, last)
    np.testing.assert_allclose((first + last) / 2, mean, atol=1e-6)


def test_sentences_without_the_word_and_too_long_ones_are_reported(opened: Opener) -> None:
    sentences = ["a river", "", "the bank", "bank " * 200, "the [MASK] of paris"]
    result = word_vectors(opened("bert"), sentences, ("bank", "mask"))
    assert result.missing == (0, 1)
    assert [index for index, _ in result.unreadable] == [3, 4]
    assert "202 tokens" in result.unreadable[0][1]
    assert [point.sentence_index for point in result.points] == [2]
    assert result.vectors.shape == (1, 3, 32)
    assert not result.vectors.flags.writeable


def test_no_occurrence_gives_an_empty_result(opened: Opener) -> None:
    for family in FAMILIES:
        result = word_vectors(opened(family), ["a river"], ("bank",))
        assert (result.points, result.vectors.shape, result.layers) == ((), (0, 3, 32), 2)


def test_concatenated_parts_equal_the_whole(opened: Opener) -> None:
    model = opened("bert")
    sentences = ["the bank", "a river", "bank here and bank there", "bank " * 200, "of the bank"]
    whole = word_vectors(model, sentences, ("bank",))
    parts = [word_vectors(model, sentences[start : start + 2], ("bank",)) for start in range(0, 5, 2)]
    result = concatenate_vectors(parts)
    assert (result.points, result.missing, result.unreadable) == (whole.points, whole.missing, whole.unreadable)
    assert (result.sentence_count, result.forms, result.conditions) == (5, ("bank",), whole.conditions)
    np.testing.assert_allclose(result.vectors, whole.vectors, atol=1e-5)
    assert not result.vectors.flags.writeable
    labelled = [SentenceWithSense(sentence, str(number)) for number, sentence in enumerate(sentences)]
    assert point_senses(result.points, labelled) == ("0", "2", "2", "4")


def test_parts_of_different_requests_are_not_concatenated(opened: Opener) -> None:
    def part(form: str) -> WordVectors:
        return word_vectors(opened("bert"), ["the bank"], (form,))

    with pytest.raises(ValueError, match="same forms"):
        concatenate_vectors([part("bank"), part("the")])
    with pytest.raises(ValueError, match="at least one part"):
        concatenate_vectors([])


def test_pocket_bert_agrees_with_plain_transformers() -> None:
    record = ModelRecord(
        id="pocket",
        name="pocket",
        family="bert",
        role=Role.MASKED,
        home=InFolder(POCKET),
        parameters=None,
        licence="none",
        about="bundled",
    )
    model = Loader(folder_of, device=CPU).open(record)
    tokenizer = AutoTokenizer.from_pretrained(POCKET)
    bert = AutoModelForMaskedLM.from_pretrained(POCKET, dtype=torch.float32).eval()  # the file is in half precision
    for sentence in ("The BANK, he said, lends Zürich's banks money.", "Banks of the naïve river: bank!"):
        result = word_vectors(model, [sentence], ("bank", "banks"))
        assert len(result.points) == 2
        encoding = tokenizer(sentence, return_offsets_mapping=True)
        for point, vectors in zip(result.points, result.vectors, strict=True):
            positions = [p for p, (a, b) in enumerate(encoding["offset_mapping"]) if a < point.end and b > point.start]
            np.testing.assert_allclose(vectors, mean_hidden_states(bert, encoding["input_ids"], positions), atol=1e-5)
