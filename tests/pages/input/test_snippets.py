"""What does it read: the snippet of every mode computes what the page shows."""

import numpy as np
import pytest

import cache.input
import cache.shared.input_vectors
from components.input.model.presets import BLANK_OPENER, INPUT_PRESETS, LONG_OPENER
from components.input.model.results import ArrayName
from components.model.blanks.occlusion import possible_answers
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.records import Bundled
from components.model.inference.engine import Engine
from components.model.input_vectors.results import EmbeddingPart
from tests.pages.conftest import INPUT, open_page
from tests.pages.notebook import line_numbers, printed_lines

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready")]
FIRST = INPUT_PRESETS[0].sentence
BUNDLED = [model.id for model in MODELS if isinstance(model.home, Bundled)]


def first_answer(engine: Engine, sentence: str) -> tuple[int, int]:
    opened_model, tokens = engine.read("minilm", sentence)
    blank = tokens.typed_masks[0]
    return blank, possible_answers(opened_model, tokens, (), blank)[0].id


@pytest.mark.parametrize("model_id", BUNDLED)
def test_the_sum_comes_out_again(model_id: str) -> None:
    *lengths, apart = line_numbers(printed_lines(open_page(INPUT, mode="The sum", model=model_id)))
    vectors = cache.shared.input_vectors.input_vectors(model_id, FIRST)
    assert lengths == pytest.approx([np.linalg.norm(part.values, axis=1).mean() for part in vectors.parts], abs=1e-4)
    assert apart == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize("model_id", BUNDLED)
@pytest.mark.parametrize("second", ["", "I loved it"])
def test_the_arrays_come_out_again(model_id: str, second: str) -> None:
    link = {"sentence": "The film was great", "beside": second, "arrays": "true", "model": model_id}
    printed = dict(line.rsplit(" [", 1) for line in printed_lines(open_page(INPUT, mode="The sum", **link)))
    wanted = {
        f"{array.name} {array.shape}": list(array.first_numbers)
        for array in cache.input.model_arrays(model_id, "The film was great", second).arrays
        if array.name is not ArrayName.POSITION_IDS  # the model counts them itself
    }
    assert printed.keys() == wanted.keys()
    for name, numbers in printed.items():
        assert [float(number) for number in numbers.strip("]").split(", ")] == pytest.approx(wanted[name], abs=1e-3)


def test_the_cut_comes_out_again() -> None:
    by_hand, by_tokenizer = printed_lines(open_page(INPUT, mode="Tokenization"))
    assert by_hand == "by hand: un ##bel ##ie ##va ##bly"
    words = cache.input.tokenize_words("minilm", FIRST)
    assert by_tokenizer.split(": ")[1].split() == [piece for word in words for piece in word.pieces]


@pytest.mark.parametrize("sentence", ["[CLS] The  bank [UNK] of <mask> . [SEP] ", "unbelievably 🍕 [MASK]"])
def test_the_cut_of_whatever_is_typed_comes_out_again(sentence: str) -> None:
    *_, by_tokenizer = printed_lines(open_page(INPUT, mode="Tokenization", sentence=sentence))
    words = cache.input.tokenize_words("minilm", sentence)
    assert by_tokenizer.split(": ")[1].split() == [piece for word in words for piece in word.pieces]


@pytest.mark.parametrize("without", [("segment",), ("token", "position")])
def test_what_parts_are_worth_comes_out_again(engine: Engine, without: tuple[str, ...]) -> None:
    lines = printed_lines(open_page(INPUT, mode="The sum", sentence=BLANK_OPENER, **dict.fromkeys(without, "off")))
    question = (BLANK_OPENER, (), *first_answer(engine, BLANK_OPENER))
    parts = cache.input.ablate_parts("minilm", *question, tuple(map(EmbeddingPart, without)))
    assert line_numbers(lines) == pytest.approx([row.probability for row in parts.rows], abs=1e-5)
    assert [line.rsplit(" ", 1)[0] for line in lines] == [row.name for row in parts.rows]


def test_cuts_come_out_again() -> None:
    lines = printed_lines(open_page(INPUT, mode="Truncation"))
    text = cache.input.truncate_text("minilm", LONG_OPENER, 64, 32, "king")
    assert [line.split(":")[0] for line in lines] == [piece.name for piece in text.excerpts]
    for line, piece in zip(lines, text.excerpts, strict=True):
        if not piece.candidates:
            assert line.endswith("the blank is lost")
        else:
            first, followed = line.split(": ")[1].split("; ")
            assert first == f"{piece.candidates[0].text!r} first at {piece.candidates[0].probability:.4f}"
            assert followed.split()[0] == repr(text.answer)
            assert line_numbers([line]) == pytest.approx([piece.probability], abs=1e-5)
