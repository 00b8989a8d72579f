"""Heads on one encoder: their sizes, that they share it, and that transformers predicts the same."""

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
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL, MULTITASK_MODEL_ID
from components.model.heads.head import Head
from components.model.heads.heads import encode_texts, load_heads
from components.model.heads.pooling import pool_vectors, pooling_weights
from components.model.heads.readings import classify_text
from components.model.heads.specs import NAMES, OPINION, SPAN, SPECS, SPEECH, SUBJECT, TextPooling
from components.tasks.model.gold import texts_with_names
from components.tasks.model.readings import tag_words, text_similarities
from components.tasks.model.search import rank_passages
from components.tasks.model.word_results import TokenAggregation

LOADER = Loader(weights_folder)
TEXTS = ("Wangari Maathai planted trees in Kenya.", "Unbelievably, naïve 😀 façades cost 3.50 €!")


@pytest.fixture(scope="module")
def opened() -> OpenModel:
    return LOADER.open(MULTITASK_MODEL)


@pytest.fixture(scope="module")
def heads() -> dict[str, tuple[Head, ...]]:
    return load_heads()


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
    classify_text(opened, opened.tokenizer.tokens(TEXTS[0]), heads[SUBJECT])
    tag_words(opened, opened.tokenizer.tokens(TEXTS[0]), heads[SPEECH][0])
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
    head = next(head for head in heads[OPINION] if head.pooling is TextPooling.POOLER)
    theirs = _with(BertForSequenceClassification, encoder, head)
    pipe = TextClassificationPipeline(model=theirs, tokenizer=opened.tokenizer._tokenizer, top_k=None)
    for text in TEXTS:
        ours = classify_text(opened, opened.tokenizer.tokens(text), heads[OPINION]).with_pooling(TextPooling.POOLER)
        (answers,) = pipe([text])
        expected = {answer["label"]: answer["score"] for answer in answers}
        for label, probability in zip(head.spec.labels, ours.probabilities, strict=True):
            assert expected[label] == pytest.approx(float(probability), abs=1e-5)


@pytest.mark.parametrize(
    ("strategy", "aggregation"),
    [("first", TokenAggregation.FIRST), ("average", TokenAggregation.AVERAGE), ("max", TokenAggregation.MAX)],
)
def test_token_classification_is_what_transformers_says(
    strategy: str,
    aggregation: TokenAggregation,
    opened: OpenModel,
    encoder: BertModel,
    heads: dict[str, tuple[Head, ...]],
) -> None:
    head = heads[NAMES][0]
    theirs = _with(BertForTokenClassification, encoder, head)
    pipe = TokenClassificationPipeline(
        model=theirs, tokenizer=opened.tokenizer._tokenizer, aggregation_strategy=strategy, ignore_labels=[]
    )
    for text in (*TEXTS, *(labelled.text for labelled in texts_with_names()[:8])):
        # Their words are runs of pieces with "##"; a group is one word or more of one kind.
        reading = tag_words(opened, opened.tokenizer.tokens(text), head)
        shares, tags = reading.word_probabilities(aggregation=aggregation), reading.tags(aggregation=aggregation)
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
        reading = tag_words(opened, opened.tokenizer.tokens(text), head)
        for expected in pipe(text):
            probabilities = reading.probabilities[expected["index"]]
            assert head.spec.labels[int(probabilities.argmax())] == expected["entity"]
            assert expected["score"] == pytest.approx(float(probabilities.max()), abs=1e-5)


def test_spans_are_scored_as_transformers_scores_them(
    opened: OpenModel, encoder: BertModel, heads: dict[str, tuple[Head, ...]]
) -> None:
    theirs = _with(BertForQuestionAnswering, encoder, heads[SPAN][0], name="qa_outputs")
    tokens = opened.tokenizer.pair("Who planted trees?", TEXTS[0])
    (vectors,) = encode_texts(opened, [tokens])
    ours = heads[SPAN][0].scores(vectors)
    with torch.inference_mode():
        expected = theirs(
            input_ids=torch.tensor([tokens.ids]),
            token_type_ids=torch.tensor([[token.segment for token in tokens.items]]),
        )
    np.testing.assert_allclose(ours[:, 0], expected.start_logits[0].numpy(), atol=1e-5)
    np.testing.assert_allclose(ours[:, 1], expected.end_logits[0].numpy(), atol=1e-5)


def test_words_are_the_characters_that_were_typed(opened: OpenModel, heads: dict[str, tuple[Head, ...]]) -> None:
    for text in TEXTS:
        for word in tag_words(opened, opened.tokenizer.tokens(text), heads[SPEECH][0]).words:
            assert text[word.start : word.end] == word.text
            assert word.text.strip()


@pytest.mark.parametrize("pooling", TextPooling)
def test_padding_changes_no_vector_and_shares_sum_to_one(pooling: TextPooling) -> None:
    torch.manual_seed(0)
    vectors, query = torch.randn(2, 7, 5), torch.randn(5)
    pooler = torch.nn.Linear(5, 5)
    attention_mask = torch.tensor([[1] * 7, [1] * 4 + [0] * 3])
    shares = pooling_weights(vectors, attention_mask, pooling, query)
    torch.testing.assert_close(shares.sum(dim=1), torch.ones(2))
    assert not shares[1, 4:].any()
    with torch.no_grad():
        both = pool_vectors(vectors, attention_mask, pooling, pooler=pooler, query=query)
        alone = pool_vectors(vectors[1:, :4], attention_mask[1:, :4], pooling, pooler=pooler, query=query)
    torch.testing.assert_close(both[1:], alone)


def test_the_products_and_the_bias_come_to_the_score(opened: OpenModel, heads: dict[str, tuple[Head, ...]]) -> None:
    reading = classify_text(opened, opened.tokenizer.tokens(TEXTS[1]), heads[SUBJECT])
    assert len(reading.poolings) == len(TextPooling)
    for pooled in reading.poolings:
        np.testing.assert_allclose(pooled.products.sum(axis=1) + pooled.bias, pooled.scores, atol=1e-4)
        np.testing.assert_allclose(pooled.weights.sum(), 1, atol=1e-5)
        np.testing.assert_allclose(pooled.probabilities, 1 / (1 + np.exp(-pooled.scores)), atol=1e-6)
    opinion = classify_text(opened, opened.tokenizer.tokens(TEXTS[1]), heads[OPINION])
    for pooled in opinion.poolings:
        assert pooled.probabilities.sum() == pytest.approx(1)


def test_a_text_is_most_similar_to_itself(opened: OpenModel, heads: dict[str, tuple[Head, ...]]) -> None:
    tokens = opened.tokenizer.tokens(TEXTS[0])
    for similarity in text_similarities(opened, tokens, tokens, heads[OPINION]):
        assert similarity.cosine == pytest.approx(1, abs=1e-5)


def test_a_search_ranks_every_passage_once_and_counts_what_it_costs(
    opened: OpenModel, heads: dict[str, tuple[Head, ...]]
) -> None:
    read = opened.tokenizer
    passages = [read.tokens(text) for text in TEXTS]
    pairs = [read.pair("Who planted trees?", text) for text in TEXTS]
    result = rank_passages(opened, read.tokens("Who planted trees?"), passages, pairs, heads["answers"][0])
    assert sorted(match.rank_by_vectors for match in result.matches) == [1, 2]
    assert sorted(match.rank_by_reading for match in result.matches) == [1, 2]
    assert result.pair_search_operations(1000) == 1000 * result.pair
    assert result.pair > result.passage > result.question > 0
    length = len(read.tokens("Who planted trees?"))
    pooler = 384 * 384 if opened.model.base_model.pooler is not None else 0

    def on_paper(count: int) -> int:
        # Attention's four matrices, the two after it, and its own two products.
        return 2 * (6 * (count * (4 * 384 * 384 + 2 * 384 * 1536) + 2 * count * count * 384) + pooler)

    assert result.question == on_paper(length)
    assert result.passage == sum(on_paper(len(tokens)) for tokens in passages) / len(passages)
    assert result.pair == sum(on_paper(len(tokens)) for tokens in pairs) / len(pairs)


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
