"""Every held-out token has the same chance to be evaluated, and figures have intervals over documents."""

from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import BertConfig, BertForMaskedLM

from tests.training.small_text import CPU, numbered
from training.dataset import EncodedText, PairSampler
from training.evaluate import evaluate, interval_by_document
from training.masking import Corruption, mask_batch
from training.objectives import VocabularyIds
from training.segments import HeldOutText, NoHeldOutTextError, SegmentSampler, held_out_text

PAD, CLS, SEP, MASK, SPECIALS = 0, 2, 3, 4, 5
LENGTH = 32
SHORT, LONG = 4, 24  # tokens of a sentence in two genres: dialogue and prose


def two_genres(sizes: int = 300) -> tuple[EncodedText, np.ndarray]:
    """Documents of two genres, whose ids say their genre, and the genre of every document."""
    genre = np.array([0, 1, 1] * 12)
    bounds = np.concatenate(([0], np.cumsum(np.full(len(genre), sizes))))
    starts = np.concatenate(
        [
            np.arange(begin, end, SHORT if each == 0 else LONG)
            for begin, end, each in zip(bounds[:-1], bounds[1:], genre, strict=True)
        ]
    )
    return EncodedText((SPECIALS + np.repeat(genre, sizes)).astype(np.uint16), bounds, starts), genre


def segments_of(text: EncodedText, *, by_sentence: bool = False) -> SegmentSampler:
    return SegmentSampler(text, cls=CLS, sep=SEP, pad=PAD, by_sentence=by_sentence)


def standard_error(shares: list[float]) -> float:
    return float(np.std(shares, ddof=1) / np.sqrt(len(shares)))


@pytest.mark.parametrize("sampler", ["segments", "pairs"])
def test_a_genre_is_evaluated_as_often_as_it_has_tokens(sampler: str) -> None:
    """Of samples drawn by sentence starts this is false: they favour the genre of short sentences."""
    text, genre = two_genres()
    of_tokens = float((genre == 0).mean())
    shares = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        drawn = (
            [each.batch for each in segments_of(text).batches(rng, segments=60, rows=32, length=LENGTH)]
            if sampler == "segments"
            else [PairSampler(text, cls=CLS, sep=SEP).batch(rng, rows=60, length=LENGTH)]
        )
        masked = [
            mask_batch(batch, rng, Corruption(), mask=MASK, vocabulary=9, specials=SPECIALS, every_row=False).targets
            for batch in drawn
        ]
        shares.append(float((np.concatenate(masked) == SPECIALS).mean()))
    away = abs(np.mean(shares) - of_tokens) / standard_error(shares)
    assert away < 3 if sampler == "segments" else away > 10


@pytest.mark.parametrize("by_sentence", [False, True], ids=["documents", "sentences"])
@pytest.mark.parametrize("longest", [5, 30, 126, 1000])
def test_every_token_is_in_exactly_one_segment_and_no_segment_crosses_a_document(
    longest: int, *, by_sentence: bool
) -> None:
    text = numbered(200, 1, 77, 126, every=9)
    edges, documents = segments_of(text, by_sentence=by_sentence).cut(longest)
    assert edges[0] == 0
    assert edges[-1] == len(text.ids)
    sizes = np.diff(edges)
    assert (sizes >= 1).all()
    assert sizes.max() <= longest
    assert set(text.bounds) <= set(edges)
    if by_sentence:
        assert set(text.starts) <= set(edges)
        assert len(np.unique(documents)) == len(text.starts), "every sentence counts as a document"
    else:
        begins = np.searchsorted(text.bounds, edges[:-1], side="right") - 1
        assert np.array_equal(documents, begins)
        for document in np.unique(documents):
            assert np.ptp(sizes[documents == document]) <= 1, "no short last segment, whose tokens have less context"


def test_all_segments_together_are_the_text_once() -> None:
    text = numbered(200, 77, 126)
    batches = list(segments_of(text).batches(np.random.default_rng(0), segments=10_000, rows=3, length=LENGTH))
    drawn = []
    for each in batches:
        batch = each.batch
        assert batch.ids.shape[1] <= LENGTH
        for ids, attended, document in zip(batch.ids, batch.attention_mask, each.documents, strict=True):
            count = int(attended.sum())
            assert attended.tolist() == [1] * count + [0] * (len(ids) - count)
            assert (ids[0], ids[count - 1]) == (CLS, SEP)
            assert (ids[count:] == PAD).all()
            inner = ids[1 : count - 1]
            assert text.bounds[document] <= inner[0] - 10 < text.bounds[document + 1]
            drawn += inner.tolist()
    assert sorted(drawn) == text.ids.tolist()


def test_the_interval_draws_whole_documents() -> None:
    """Tokens of a document that are all alike tell no more than one of them."""
    rng = np.random.default_rng(0)
    right = (rng.random(50) < 0.4).astype(float)
    once = interval_by_document(right, np.arange(50))
    often = interval_by_document(np.repeat(right, 100), np.repeat(np.arange(50), 100))
    assert (often.low, often.value, often.high) == pytest.approx((once.low, once.value, once.high))
    as_if_alone = interval_by_document(np.repeat(right, 100), np.arange(5000))
    assert as_if_alone.high - as_if_alone.low < 0.2 * (often.high - often.low)


def test_the_interval_holds_the_true_share_about_as_often_as_it_says() -> None:
    held = 0
    for seed in range(200):
        rng = np.random.default_rng(seed)
        sizes = rng.integers(20, 60, 60)
        documents = np.repeat(np.arange(60), sizes)
        shares = rng.beta(4, 6, 60)[documents]  # 0.4 on average, and different from document to document
        held += interval_by_document((rng.random(len(documents)) < shares).astype(float), documents).contains(0.4)
    assert 180 <= held <= 198


def test_a_ratio_of_two_models_on_the_same_tokens_is_surer_than_each() -> None:
    rng = np.random.default_rng(0)
    documents = np.repeat(np.arange(60), 40)
    teacher = rng.random(len(documents)) < rng.beta(2, 2, 60)[documents]
    student = teacher & (rng.random(len(documents)) < 0.9)
    ratio = interval_by_document(student.astype(float), documents, per=teacher.astype(float))
    alone = interval_by_document(student.astype(float), documents)
    assert ratio.value == pytest.approx(student.sum() / teacher.sum())
    assert (ratio.high - ratio.low) / ratio.value < 0.5 * (alone.high - alone.low) / alone.value


def test_an_evaluation_counts_tokens_and_documents_and_has_an_interval_for_every_figure() -> None:
    text, genre = two_genres()
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=9, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8, pad_token_id=PAD
    )
    held_out = HeldOutText(segments_of(text), PairSampler(text, cls=CLS, sep=SEP))
    model = BertForMaskedLM(config).eval()
    evaluation = evaluate(
        model,
        held_out,
        vocabulary_ids=VocabularyIds(MASK, SPECIALS),
        device=CPU,
        segments=10_000,
        length=LENGTH,
        teacher=model,
    )
    assert evaluation.documents == len(genre)
    assert evaluation.pieces == pytest.approx(0.15 * len(text.ids), rel=0.05)
    assert evaluation.next_sentence is None
    assert evaluation.agreement == 1
    assert evaluation.kl == pytest.approx(0, abs=1e-6)
    figures = evaluation.as_dict()
    for name in ("loss", "top1", "top5"):
        low, high = evaluation.intervals[name]
        assert low <= figures[name] <= high
        assert low < high


def test_a_corpus_without_held_out_documents_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("A line.", encoding="utf-8")
    with pytest.raises(NoHeldOutTextError, match="give more text"):
        held_out_text(tmp_path, None)
