"""Two sentences are read as transformers reads them, and each token knows which of them it stands in."""

import inspect

import numpy as np
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st
from transformers import AutoTokenizer, BertModel, PreTrainedTokenizerBase

import cache.shared.traces
from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.checkpoints.open_model import Purpose
from components.model.inference.forward import trace
from components.model.results import Tokens
from components.model.tokens.text_limits import CHARACTER_LIMIT
from components.model.tokens.tokenization import SentenceTokenizer
from components.model.user_errors import TooLong, UserError
from tests.components.conftest import Opener
from tests.components.small_models import FAMILIES, small
from tests.components.small_tokenizers import BYTE_PAIRS, NEXT_WORD, PLAIN, SPECIALS, WORD_PIECES
from tests.examples import scaled

FIRST, SECOND = "She sat on the bank, unbelievables.", "the river of france !"
EACH = pytest.mark.parametrize(
    "tokenizer", [WORD_PIECES, BYTE_PAIRS, NEXT_WORD], ids=["word pieces", "byte pairs", "next word"]
)


def segments(tokens: Tokens) -> list[int]:
    return [token.segment for token in tokens.items]


@pytest.mark.parametrize("family", FAMILIES)
def test_a_pair_is_computed_as_transformers_computes_it(opened: Opener, family: str) -> None:
    model = opened(family, Purpose.INSPECT)
    pair_trace = trace(model, model.tokenizer.pair(FIRST, SECOND))
    _, plain = small(family)
    given_ = plain(FIRST, SECOND, return_tensors="pt")
    # What transformers' own examples do: a model is handed no argument that it does not take.
    taken = {n: v for n, v in given_.items() if n in inspect.signature(model.model.base_model.forward).parameters}
    with torch.no_grad():
        theirs = model.model.base_model(**taken, output_attentions=True, output_hidden_states=True)
    assert list(pair_trace.tokens.ids) == given_["input_ids"][0].tolist()
    np.testing.assert_allclose(pair_trace.attention, torch.cat(theirs.attentions).numpy(), atol=1e-6)
    np.testing.assert_allclose(pair_trace.hidden, torch.cat(theirs.hidden_states).numpy(), atol=1e-5)


@pytest.mark.parametrize(
    ("family", "has_segments"),
    [(family, family in {"bert", "ernie", "albert", "electra", "roformer"}) for family in FAMILIES],
)
def test_only_models_with_vectors_for_it_are_told_which_sentence_is_which(
    opened: Opener, family: str, has_segments: bool
) -> None:
    model = opened(family, Purpose.INSPECT)
    pair_trace = trace(model, model.tokenizer.pair(FIRST, SECOND))
    with torch.no_grad():
        untold = model.model.base_model(input_ids=torch.tensor([pair_trace.tokens.ids]), output_hidden_states=True)
    same = np.allclose(pair_trace.hidden, torch.cat(untold.hidden_states).numpy(), atol=1e-5)
    assert same is not has_segments


def test_the_bundled_model_reads_a_pair_as_transformers_does(engine) -> None:
    plain = AutoTokenizer.from_pretrained(POCKET_FOLDER / "bert")
    model = BertModel.from_pretrained(POCKET_FOLDER / "bert", dtype=torch.float32, attn_implementation="eager")
    given_ = plain(FIRST, SECOND, return_tensors="pt")
    with torch.no_grad():
        theirs = torch.cat(model.eval()(**given_, output_attentions=True).attentions).numpy()
    pair_trace = cache.shared.traces.trace("pocket-bert", FIRST, SECOND)
    assert segments(pair_trace.tokens) == given_["token_type_ids"][0].tolist()
    np.testing.assert_allclose(pair_trace.attention, theirs, atol=1e-6)


@pytest.mark.parametrize("second", ["", " \n", "\0", "\u200b"])
def test_no_second_sentence_or_a_blank_one_is_a_single_sentence(engine, second: str) -> None:
    pair_trace, alone = (
        cache.shared.traces.trace("pocket-bert", FIRST, second),
        cache.shared.traces.trace("pocket-bert", FIRST),
    )
    assert pair_trace.tokens == alone.tokens
    assert pair_trace.tokens.second is None
    np.testing.assert_array_equal(pair_trace.attention, alone.attention)


def test_the_marks_between_are_the_models_own() -> None:
    tokens = WORD_PIECES.pair("the bank", "he")
    assert [token.text for token in tokens.items] == ["[CLS]", "the", "bank", "[SEP]", "he", "[SEP]"]
    assert segments(tokens) == [0, 0, 0, 0, 1, 1]


def test_without_marks_one_sentence_simply_follows_the_other() -> None:
    first, second = NEXT_WORD.tokens("the bank"), NEXT_WORD.tokens("he")
    tokens = NEXT_WORD.pair("the bank", "he")
    assert tokens.ids == first.ids + second.ids
    assert segments(tokens) == [0] * len(first) + [1] * len(second)


def test_marks_without_types_are_part_of_the_text_before_them() -> None:
    tokens = BYTE_PAIRS.pair("the", "of")
    marks = [(token.text, token.segment) for token in tokens.items if token.special]
    assert marks == [("<s>", 0), ("</s>", 0), ("</s>", 0), ("</s>", 1)]
    assert not BYTE_PAIRS.sets_token_type_ids
    assert WORD_PIECES.sets_token_type_ids
    assert not NEXT_WORD.sets_token_type_ids


@EACH
def test_offsets_are_places_in_the_tokens_own_sentence(tokenizer: SentenceTokenizer) -> None:
    tokens = tokenizer.pair(FIRST, SECOND)
    texts = (tokens.sentence, tokens.second or "")
    for segment, text in enumerate(texts):
        pieces = [texts[t.segment][t.start : t.end] for t in tokens.items if t.segment == segment and not t.special]
        assert "".join(pieces).replace(" ", "") == text.replace(" ", "")


@EACH
@pytest.mark.parametrize(("first", "second"), [("", "the"), ("the", " "), ("\0", "the"), ("the", "\u200b")])
def test_a_pair_with_nothing_in_it_is_refused(tokenizer: SentenceTokenizer, first: str, second: str) -> None:
    with pytest.raises(UserError, match="nothing to read"):
        tokenizer.pair(first, second)


@pytest.mark.parametrize(
    ("tokenizer", "added"), [(WORD_PIECES, 3), (BYTE_PAIRS, 4), (NEXT_WORD, 0)], ids=["BERT", "RoBERTa", "GPT-2"]
)
def test_the_whole_pair_has_to_fit(tokenizer: SentenceTokenizer, added: int) -> None:
    room = 64 - added
    assert len(tokenizer.pair(" ".join(["the"] * 20), " ".join(["the"] * (room - 20)))) == 64
    with pytest.raises(TooLong, match=r"has 65 tokens; .* 64"):
        tokenizer.pair(" ".join(["the"] * 21), " ".join(["the"] * (room - 20)))
    with pytest.raises(TooLong, match=f"more than {CHARACTER_LIMIT:,} characters"):
        tokenizer.pair("a", "a" * (CHARACTER_LIMIT + 1))


ANY_TEXT = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from([*SPECIALS, "[MASK]", " ", "\0", "the", "é", "\u0301", "😀"])).map("".join),
)


@EACH
@given(first=ANY_TEXT, second=ANY_TEXT)
@example(first="[SEP] \ud800<script>\0", second="[MASK]")
@settings(max_examples=scaled(80))
def test_any_two_texts_become_valid_tokens_or_a_refusal(tokenizer: SentenceTokenizer, first: str, second: str) -> None:
    try:
        pair = tokenizer.pair(first, second)
    except UserError as refused:
        assert 0 < len(str(refused)) < 200  # noqa: PT017 - either outcome is right
        return
    assert len(pair) <= 64
    assert segments(pair) == sorted(segments(pair))
    # Each sentence has the pieces that it has alone.
    for number, text in enumerate((first, second)):
        alone = [(t.id, t.start, t.end) for t in tokenizer.tokens(text).items if not t.special]
        assert [(t.id, t.start, t.end) for t in pair.items if t.segment == number and not t.special] == alone


@pytest.mark.parametrize("plain", PLAIN.values(), ids=PLAIN)
@pytest.mark.parametrize(
    ("first", "second"), [(FIRST, SECOND), ("the [MASK] of", "[MASK] france [MASK] ."), ("a", "b")]
)
def test_ids_and_segments_are_those_of_transformers(plain: PreTrainedTokenizerBase, first: str, second: str) -> None:
    tokens = SentenceTokenizer(plain, positions=64).pair(first, second)
    theirs = plain(first.replace("[MASK]", plain.mask_token), second.replace("[MASK]", plain.mask_token))
    assert list(tokens.ids) == theirs["input_ids"]
    assert segments(tokens) == theirs.get("token_type_ids", segments(tokens))
