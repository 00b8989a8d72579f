"""Heads on one encoder: how large they are, that they share it, and that transformers says the same."""

from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import (
    BertConfig,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertForTokenClassification,
    BertModel,
    TextClassificationPipeline,
    TokenClassificationPipeline,
)

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.multitask import HEADS_FOLDER, MULTITASK_MODEL, MULTITASK_MODEL_ID
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.registry import model_record
from components.tasks.model.gold import named
from components.tasks.model.head import Head
from components.tasks.model.heads import kept_heads, vectors_of
from components.tasks.model.pairs import read_pair
from components.tasks.model.pooling import pooled, weights_of
from components.tasks.model.search import search
from components.tasks.model.specs import NAMES, OPINION, RELATION, SPAN, SPECS, SPEECH, SUBJECT, Pooling
from components.tasks.model.text import likenesses, read_text
from components.tasks.model.word_results import Answering
from components.tasks.model.words import read_words

LOADER = Loader(weights_folder)
TEXTS = ("Wangari Maathai planted trees in Kenya.", "Unbelievably, naïve 😀 façades cost 3.50 €!")


@pytest.fixture(scope="module")
def opened() -> OpenModel:
    return LOADER.open(MULTITASK_MODEL)


@pytest.fixture(scope="module")
def heads() -> dict[str, tuple[Head, ...]]:
    return kept_heads()


@pytest.fixture(scope="module")
def encoder(opened: OpenModel) -> BertModel:
    model = opened.model
    assert isinstance(model, BertModel)
    return model


def test_it_is_found_by_its_id() -> None:
    assert model_record(MULTITASK_MODEL_ID) is MULTITASK_MODEL


@pytest.mark.parametrize("name", SPECS)
def test_a_head_has_a_row_and_a_bias_for_every_label(name: str, heads: dict[str, tuple[Head, ...]]) -> None:
    for head in heads[name]:
        assert head.matrix.size + head.bias.size == SPECS[name].parameters(head.matrix.shape[1])
        assert np.isfinite(head.matrix).all()
    assert SPECS[OPINION].parameters(768) == 1538


def test_every_head_reads_the_same_encoder(opened: OpenModel, heads: dict[str, tuple[Head, ...]]) -> None:
    before = {name: each.clone() for name, each in opened.model.state_dict().items()}
    tokens, turned = opened.tokenizer.pair(*TEXTS), opened.tokenizer.pair(*reversed(TEXTS))
    read_text(opened, opened.tokenizer.tokens(TEXTS[0]), heads[SUBJECT])
    read_words(opened, opened.tokenizer.tokens(TEXTS[0]), heads[SPEECH][0])
    read_pair(LOADER.open(MULTITASK_MODEL, Purpose.INSPECT), tokens, turned, heads[RELATION][0])
    for name, each in opened.model.state_dict().items():
        assert torch.equal(each, before[name])
    folders = {file.name for file in HEADS_FOLDER.glob("*.safetensors")}
    assert folders == {"adapter.safetensors", *(f"{name}.safetensors" for name in SPECS)}  # heads, and one change


def test_the_change_is_in_the_encoder_and_nowhere_else(opened: OpenModel) -> None:
    plain = BertModel.from_pretrained(Path("cache/pocket/minilm"), dtype=torch.float32).state_dict()
    for name, each in opened.model.state_dict().items():
        changed = not torch.equal(each, plain[name])
        assert changed is (name.startswith("encoder.") and name.endswith("weight") and each.dim() == 2), name


def test_text_classification_is_what_transformers_says(
    opened: OpenModel, encoder: BertModel, heads: dict[str, tuple[Head, ...]]
) -> None:
    head = next(head for head in heads[OPINION] if head.pooling is Pooling.POOLER)
    theirs = _with(BertForSequenceClassification, encoder, head)
    pipe = TextClassificationPipeline(model=theirs, tokenizer=opened.tokenizer._tokenizer, top_k=None)
    for text in TEXTS:
        ours = read_text(opened, opened.tokenizer.tokens(text), heads[OPINION]).by(Pooling.POOLER)
        (answers,) = pipe([text])
        said = {one["label"]: one["score"] for one in answers}
        for label, probability in zip(head.spec.labels, ours.probabilities, strict=True):
            assert said[label] == pytest.approx(float(probability), abs=1e-5)


@pytest.mark.parametrize(
    ("strategy", "answering"),
    [("first", Answering.FIRST), ("average", Answering.ALL), ("max", Answering.SUREST)],
)
def test_token_classification_is_what_transformers_says(
    strategy: str,
    answering: Answering,
    opened: OpenModel,
    encoder: BertModel,
    heads: dict[str, tuple[Head, ...]],
) -> None:
    head = heads[NAMES][0]
    theirs = _with(BertForTokenClassification, encoder, head)
    pipe = TokenClassificationPipeline(
        model=theirs, tokenizer=opened.tokenizer._tokenizer, aggregation_strategy=strategy, ignore_labels=[]
    )
    for text in (*TEXTS, *(one.text for one in named()[:8])):
        # Their words are runs of pieces with "##"; a group is one word or more of one kind.
        reading = read_words(opened, opened.tokenizer.tokens(text), head)
        shares, tags = reading.of_words(answering=answering), reading.tags(answering=answering)
        by_start = {word.start: number for number, word in enumerate(reading.words)}
        for group in pipe(text):
            inside = [number for start, number in by_start.items() if group["start"] <= start < group["end"]]
            assert {tags[number].removeprefix("B-").removeprefix("I-") for number in inside} == {group["entity_group"]}
            mean = np.mean([shares[number].max() for number in inside])
            assert group["score"] == pytest.approx(float(mean), abs=1e-5)


def test_every_piece_is_labelled_as_transformers_labels_it(
    opened: OpenModel, encoder: BertModel, heads: dict[str, tuple[Head, ...]]
) -> None:
    head = heads[SPEECH][0]
    theirs = _with(BertForTokenClassification, encoder, head)
    pipe = TokenClassificationPipeline(
        model=theirs, tokenizer=opened.tokenizer._tokenizer, aggregation_strategy="none", ignore_labels=[]
    )
    for text in TEXTS:
        reading = read_words(opened, opened.tokenizer.tokens(text), head)
        for one in pipe(text):
            own = reading.probabilities[one["index"]]
            assert head.spec.labels[int(own.argmax())] == one["entity"]
            assert one["score"] == pytest.approx(float(own.max()), abs=1e-5)


def test_spans_are_scored_as_transformers_scores_them(
    opened: OpenModel, encoder: BertModel, heads: dict[str, tuple[Head, ...]]
) -> None:
    theirs = _with(BertForQuestionAnswering, encoder, heads[SPAN][0], name="qa_outputs")
    tokens = opened.tokenizer.pair("Who planted trees?", TEXTS[0])
    (vectors,) = vectors_of(opened, [tokens])
    ours = heads[SPAN][0].scores(vectors)
    with torch.inference_mode():
        said = theirs(
            input_ids=torch.tensor([tokens.ids]),
            token_type_ids=torch.tensor([[token.segment for token in tokens.items]]),
        )
    np.testing.assert_allclose(ours[:, 0], said.start_logits[0].numpy(), atol=1e-5)
    np.testing.assert_allclose(ours[:, 1], said.end_logits[0].numpy(), atol=1e-5)


def test_words_are_the_characters_that_were_typed(opened: OpenModel, heads: dict[str, tuple[Head, ...]]) -> None:
    for text in TEXTS:
        for word in read_words(opened, opened.tokenizer.tokens(text), heads[SPEECH][0]).words:
            assert text[word.start : word.end] == word.text
            assert word.text.strip()


@pytest.mark.parametrize("pooling", Pooling)
def test_padding_changes_no_vector_and_shares_sum_to_one(pooling: Pooling) -> None:
    torch.manual_seed(0)
    vectors, query = torch.randn(2, 7, 5), torch.randn(5)
    pooler = torch.nn.Linear(5, 5)
    seen = torch.tensor([[1] * 7, [1] * 4 + [0] * 3])
    shares = weights_of(vectors, seen, pooling, query)
    torch.testing.assert_close(shares.sum(dim=1), torch.ones(2))
    assert not shares[1, 4:].any()
    with torch.no_grad():
        both = pooled(vectors, seen, pooling, pooler=pooler, query=query)
        alone = pooled(vectors[1:, :4], seen[1:, :4], pooling, pooler=pooler, query=query)
    torch.testing.assert_close(both[1:], alone)


def test_the_products_and_the_bias_come_to_the_score(opened: OpenModel, heads: dict[str, tuple[Head, ...]]) -> None:
    reading = read_text(opened, opened.tokenizer.tokens(TEXTS[1]), heads[SUBJECT])
    assert len(reading.poolings) == len(Pooling)
    for one in reading.poolings:
        np.testing.assert_allclose(one.products.sum(axis=1) + one.bias, one.scores, atol=1e-4)
        np.testing.assert_allclose(one.weights.sum(), 1, atol=1e-5)
        np.testing.assert_allclose(one.probabilities, 1 / (1 + np.exp(-one.scores)), atol=1e-6)
    opinion = read_text(opened, opened.tokenizer.tokens(TEXTS[1]), heads[OPINION])
    for one in opinion.poolings:
        assert one.probabilities.sum() == pytest.approx(1)


def test_a_text_is_like_itself(opened: OpenModel, heads: dict[str, tuple[Head, ...]]) -> None:
    tokens = opened.tokenizer.tokens(TEXTS[0])
    for one in likenesses(opened, tokens, tokens, heads[OPINION]):
        assert one.cosine == pytest.approx(1, abs=1e-5)


def test_exchanging_twice_is_nothing(opened: OpenModel, heads: dict[str, tuple[Head, ...]]) -> None:
    inspected = LOADER.open(MULTITASK_MODEL, Purpose.INSPECT)
    tokens, turned = opened.tokenizer.pair(*TEXTS), opened.tokenizer.pair(*reversed(TEXTS))
    one, other = (read_pair(inspected, *both, heads[RELATION][0]) for both in ((tokens, turned), (turned, tokens)))
    np.testing.assert_allclose(one.probabilities, other.exchanged, atol=1e-6)
    assert ((one.across > 0) & (one.across < 1)).all()


def test_a_search_ranks_every_passage_once_and_counts_what_it_costs(
    opened: OpenModel, heads: dict[str, tuple[Head, ...]]
) -> None:
    read = opened.tokenizer
    passages = [read.tokens(text) for text in TEXTS]
    pairs = [read.pair("Who planted trees?", text) for text in TEXTS]
    found = search(opened, read.tokens("Who planted trees?"), passages, pairs, heads["answers"][0])
    assert sorted(match.rank_by_vectors for match in found.matches) == [1, 2]
    assert sorted(match.rank_by_reading for match in found.matches) == [1, 2]
    assert found.asking_pairs(1000) == 1000 * found.pair
    assert found.pair > found.passage > found.question > 0
    length = len(read.tokens("Who planted trees?"))
    pooler = 384 * 384 if opened.model.base_model.pooler is not None else 0

    def on_paper(count: int) -> int:
        # Attention's four matrices, the two after it, and its own two products.
        return 2 * (6 * (count * (4 * 384 * 384 + 2 * 384 * 1536) + 2 * count * count * 384) + pooler)

    assert found.question == on_paper(length)
    assert found.passage == sum(on_paper(len(tokens)) for tokens in passages) / len(passages)
    assert found.pair == sum(on_paper(len(tokens)) for tokens in pairs) / len(pairs)


def _with(kind: type, encoder: BertModel, head: Head, name: str = "classifier") -> torch.nn.Module:
    """A model of transformers' own from the encoder and a head."""
    labels = dict(enumerate(head.spec.labels))
    config = BertConfig.from_dict(encoder.config.to_dict() | {"num_labels": len(labels)})
    config.id2label, config.label2id = labels, {label: number for number, label in labels.items()}
    config._attn_implementation = "sdpa"
    model = kind(config).eval()
    model.bert.load_state_dict(encoder.state_dict(), strict=False)
    part = getattr(model, name)
    with torch.no_grad():
        part.weight.copy_(torch.from_numpy(np.array(head.matrix)))
        part.bias.copy_(torch.from_numpy(np.array(head.bias)))
    return model
