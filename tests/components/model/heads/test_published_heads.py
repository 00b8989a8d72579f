"""Checkpoints that were published with a head: labels, vectors and answers are those of transformers."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from operator import itemgetter
from pathlib import Path

import numpy as np
import pytest
import torch
from transformers import (
    AutoConfig,
    AutoModelForQuestionAnswering,
    AutoModelForSequenceClassification,
    AutoModelForTokenClassification,
    TextClassificationPipeline,
    TokenClassificationPipeline,
)

from components.model.checkpoints.folders.operators_folder import folder_record
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel, Purpose
from components.model.checkpoints.records import InFolder, ModelRecord, TaskHead
from components.model.heads.heads import encode_texts
from components.model.heads.published_heads import LABEL_LIMIT, head_inputs, published_head, unique_labels
from components.model.heads.readings import classify_text
from components.model.heads.specs import NAME_TAGS, TextPooling
from components.model.user_errors import ModelUnavailable, UserError
from components.tasks.model.readings import tag_words
from components.tasks.model.word_results import TokenAggregation
from tests.published_checkpoints import publish
from tests.sampling import first_of_each

TEXTS = ("The river rose over its banks.", "Wangari Maathai planted trees in Kenya, unbelievably many 😀.")
MOODS = ("dull", "wonderful", "neither")
FAMILIES = ("bert", "distilbert", "roberta", "xlm-roberta", "camembert", "ernie", "roformer", "albert", "electra")
HEADED = (AutoModelForSequenceClassification, AutoModelForTokenClassification, AutoModelForQuestionAnswering)
SMALL = {
    "vocab_size": 99,
    "hidden_size": 16,
    "embedding_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 20,
    "max_position_embeddings": 40,
    "num_labels": 2,
    "pad_token_id": 0,
}
DISTIL = {"dim": 16, "n_layers": 2, "n_heads": 2, "hidden_dim": 20}


def opened(folder: Path, purpose: Purpose = Purpose.PREDICT) -> OpenModel:
    record = folder_record(folder.parent.resolve(), folder.resolve(), folder.name)
    assert record is not None
    return Loader(_where).open(record, purpose)


def _where(model: ModelRecord) -> Path | None:
    assert isinstance(model.home, InFolder)
    return model.home.folder


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("kind", "auto"), first_of_each(product([*FAMILIES, "modernbert"], HEADED), itemgetter(0), itemgetter(1))
)
def test_what_reaches_the_last_layer_gives_the_scores_of_every_architecture(
    kind: str, auto: type, tmp_path: Path
) -> None:
    torch.manual_seed(0)
    values = SMALL | (DISTIL if kind == "distilbert" else {})
    model = auto.from_config(AutoConfig.for_model(kind, **values)).eval()  # type: ignore[attr-defined]
    like = opened(publish(tmp_path / "like", TaskHead.TEXT, MOODS))
    with_head = OpenModel(like.record, model, like.tokenizer, like.head, like.device, 1, like.predictor)
    ids = torch.arange(3, 12)[None]
    with torch.inference_mode():
        hidden = model.base_model(input_ids=ids).last_hidden_state
        head, vectors = published_head(with_head), head_inputs(with_head, ids.tolist(), hidden).numpy()
        expected = model(input_ids=ids)
    scores = (
        expected.logits if "logits" in expected else torch.stack([expected.start_logits, expected.end_logits], dim=-1)
    )
    np.testing.assert_allclose(head.scores(vectors), scores.numpy(), atol=1e-5)


@pytest.mark.parametrize(
    ("labels", "settings"),
    [(MOODS, {}), (MOODS, {"problem_type": "multi_label_classification"}), (("relevant",), {})],
    ids=["one", "several", "one score"],
)
def test_texts_are_labelled_as_transformers_labels_them(
    labels: tuple[str, ...], settings: dict[str, object], tmp_path: Path
) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.TEXT, labels, **settings))
    theirs = AutoModelForSequenceClassification.from_pretrained(tmp_path / "mine", dtype=torch.float32)
    pipe = TextClassificationPipeline(model=theirs, tokenizer=ours.tokenizer._tokenizer, top_k=None)
    for text in TEXTS:
        (reading,) = classify_text(ours, ours.tokenizer.tokens(text), (published_head(ours),)).poolings
        (answers,) = pipe([text])
        expected = {answer["label"]: answer["score"] for answer in answers}
        assert reading.pooling is TextPooling.POOLER
        assert reading.probabilities == pytest.approx([expected[label] for label in labels], abs=1e-5)
        np.testing.assert_allclose(reading.products.sum(axis=1) + reading.bias, reading.scores, atol=1e-5)


@pytest.mark.parametrize(
    ("strategy", "aggregation"),
    [("first", TokenAggregation.FIRST), ("average", TokenAggregation.AVERAGE), ("max", TokenAggregation.MAX)],
)
def test_words_are_labelled_as_transformers_labels_them(
    strategy: str, aggregation: TokenAggregation, tmp_path: Path
) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.WORDS, NAME_TAGS))
    theirs = AutoModelForTokenClassification.from_pretrained(tmp_path / "mine", dtype=torch.float32)
    pipe = TokenClassificationPipeline(
        model=theirs, tokenizer=ours.tokenizer._tokenizer, aggregation_strategy=strategy, ignore_labels=[]
    )
    head = published_head(ours)
    assert head.spec.uses_bio_tags
    for text in TEXTS:
        reading = tag_words(ours, ours.tokenizer.tokens(text), head)
        shares, tags = reading.word_probabilities(aggregation=aggregation), reading.tags(aggregation=aggregation)
        groups = pipe(text)
        assert groups
        for group in groups:
            inside = [n for n, word in enumerate(reading.words) if group["start"] <= word.start < group["end"]]
            assert {tags[n].removeprefix("B-").removeprefix("I-") for n in inside} == {group["entity_group"]}
            assert group["score"] == pytest.approx(float(np.mean([shares[n].max() for n in inside])), abs=1e-5)


def test_spans_are_scored_as_transformers_scores_them(tmp_path: Path) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.SPAN, ("begins", "ends")), Purpose.INSPECT)
    pair = ours.tokenizer.pair(*TEXTS)
    segments = torch.tensor([[token.segment for token in pair.items]])
    with torch.inference_mode():
        expected = ours.model(input_ids=torch.tensor([pair.ids]), token_type_ids=segments)
    scores = published_head(ours).scores(encode_texts(ours, [pair])[0])
    np.testing.assert_allclose(scores[:, 0], expected.start_logits[0].numpy(), atol=1e-5)
    np.testing.assert_allclose(scores[:, 1], expected.end_logits[0].numpy(), atol=1e-5)


def test_everybody_gets_an_answer_of_their_own_from_one_model(tmp_path: Path) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.TEXT, MOODS))
    texts = [ours.tokenizer.tokens(f"The river rose {' and rose' * count}.") for count in range(12)]
    alone = [encode_texts(ours, [tokens])[0] for tokens in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda tokens: encode_texts(ours, [tokens])[0], texts * 3))
    for expected, vectors in zip(alone * 3, together, strict=True):
        np.testing.assert_allclose(expected, vectors, atol=1e-6)
    assert isinstance(ours.model.classifier, torch.nn.Linear)  # the model itself was not changed


def test_a_mean_is_read_where_the_configuration_says_so(tmp_path: Path) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.TEXT, MOODS, classifier_pooling="mean"))
    reading = classify_text(ours, ours.tokenizer.tokens(TEXTS[0]), (published_head(ours),)).poolings[0]
    assert reading.pooling is TextPooling.MEAN
    assert reading.weights == pytest.approx(1 / len(reading.weights))


def test_labels_are_unique_and_short() -> None:
    assert unique_labels({0: "A", 1: "A", 3: "x" * 99}, 4) == ("A", "A (1)", "LABEL_2", "x" * (LABEL_LIMIT - 1) + "…")
    assert unique_labels({0: ""}, 1) == (" (0)",)


def test_a_number_is_no_label(tmp_path: Path) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.TEXT, ("score",), problem_type="regression"))
    with pytest.raises(UserError, match="a number, not"):
        published_head(ours)


def test_a_head_whose_weights_are_missing_is_not_opened(tmp_path: Path) -> None:
    folder = publish(tmp_path / "mine", TaskHead.WORDS, NAME_TAGS, architectures=["BertForSequenceClassification"])
    with pytest.raises(ModelUnavailable, match="could not be opened"):
        opened(folder)  # a head for texts reads the pooler, and there is none
