"""What a blank says without parts of the input, and in parts of a long text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cache.input
from components.input.model.part_ablation import SWAPPED, ablate_parts
from components.input.model.part_ablation import WHOLE as ALL_PARTS
from components.input.model.presets import BLANK_OPENER, CLUE_WORD, LONG_OPENER
from components.input.model.results import name_without
from components.input.model.truncation import BEGINNING, END, WHOLE, WINDOW_LIMIT, list_excerpts
from components.model.inference.engine import Engine
from components.model.inference.prediction import predictions
from components.model.input_vectors.results import EmbeddingPart
from components.model.user_errors import UserError
from tests.components.bundled_models import MASKED, blank_and_answer


@pytest.mark.parametrize("model_id", MASKED)
def test_with_every_part_in_place_the_answer_is_the_models_own(engine: Engine, model_id: str) -> None:
    blank, answer = blank_and_answer(engine, model_id, BLANK_OPENER)
    opened, tokens = engine.read(model_id, BLANK_OPENER)
    parts = ablate_parts(opened, tokens, (), blank, answer)
    (custom,) = predictions(opened, tokens).masks
    assert parts.rows[0].name == ALL_PARTS
    assert parts.rows[0].probability == pytest.approx(custom.candidates[0].probability, abs=1e-5)
    assert parts.rows[0].rank == 1


def test_only_what_a_model_adds_can_be_taken_away(engine: Engine) -> None:
    names = {}
    for model_id in ("minilm", "pocket-distilbert", "pocket-rope"):
        blank, answer = blank_and_answer(engine, model_id, BLANK_OPENER)
        names[model_id] = [row.name for row in cache.input.ablate_parts(model_id, BLANK_OPENER, (), blank, answer).rows]
    assert names["minilm"][1:] == ["no tokens", "no segments", "no positions", SWAPPED]
    assert names["pocket-distilbert"][1:] == ["no tokens", "no positions"]
    assert "no positions" not in names["pocket-rope"]


def test_parts_are_left_out_together(engine: Engine) -> None:
    blank, answer = blank_and_answer(engine, "minilm", BLANK_OPENER)
    question = ("minilm", BLANK_OPENER, (), blank, answer)
    together = cache.input.ablate_parts(*question, (EmbeddingPart.SEGMENT, EmbeddingPart.POSITION))
    rows = {row.name: row.probability for row in together.rows}
    assert len(rows) == len(cache.input.ablate_parts(*question).rows) + 1
    assert rows["no segments, no positions"] not in (rows["no segments"], rows["no positions"])
    nothing = cache.input.ablate_parts(*question, (EmbeddingPart.TOKEN, EmbeddingPart.SEGMENT, EmbeddingPart.POSITION))
    assert nothing.rows[-2].name == name_without(EmbeddingPart)


def test_a_model_without_positions_does_not_miss_them(engine: Engine) -> None:
    blank, answer = blank_and_answer(engine, "pocket-nopos", BLANK_OPENER)
    rows = {row.name: row for row in cache.input.ablate_parts("pocket-nopos", BLANK_OPENER, (), blank, answer).rows}
    assert rows["no positions"].probability == pytest.approx(rows[ALL_PARTS].probability, abs=1e-6)


@given(count=st.integers(1, 400), room=st.integers(1, 120), data=st.data())
def test_windows_cover_every_piece(count: int, room: int, data: st.DataObject) -> None:
    stride = data.draw(st.integers(1, room))
    *windows, last = list_excerpts(count, room, stride)
    assert {place for window in windows for place in range(window.start, window.end)} == set(range(count))
    assert all(window.end - window.start <= room for window in (last, *windows))
    assert last.end - last.start == min(count, room)
    assert [window.start for window in windows] == [stride * number for number in range(len(windows))]
    assert windows[-1].end == count == last.end


def test_a_stride_past_the_window_would_lose_pieces() -> None:
    with pytest.raises(ValueError, match="stride"):
        list_excerpts(10, 4, 5)


def test_the_telling_word_tells(engine: Engine) -> None:
    text = cache.input.truncate_text("minilm", LONG_OPENER, 64, 32, CLUE_WORD)
    by_name = {piece.name: piece for piece in text.excerpts}
    assert text.answer == "king"
    whole, other = by_name[WHOLE].probability, by_name[END].probability
    assert whole is not None
    assert other is not None
    assert whole > 3 * other
    assert by_name[BEGINNING].probability is None  # the blank is at the end
    assert text.clue_positions == (1,)


def test_longer_than_any_model_reads(engine: Engine) -> None:
    text = f"{LONG_OPENER} {'The water was high. ' * 200}"
    actual = cache.input.truncate_text("minilm", text, 512, 256, "")
    assert actual.count > 512
    assert WHOLE not in {piece.name for piece in actual.excerpts}
    with pytest.raises(UserError, match=f"limit is {WINDOW_LIMIT}"):
        cache.input.truncate_text("minilm", text, 16, 8, "")


def test_a_text_without_a_blank_is_cut_all_the_same(engine: Engine) -> None:
    text = cache.input.truncate_text("minilm", "The water was high. " * 20, 32, 8, "water")
    assert text.blank is None
    assert len(text.clue_positions) == 20
    assert all(piece.probability is None for piece in text.excerpts)
