"""Checkpoints that were published with a head: labels, vectors and answers are those of transformers."""

from concurrent.futures import ThreadPoolExecutor
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
from components.model.user_errors import ModelUnavailable, UserError
from components.tasks.model.heads import vectors_of
from components.tasks.model.own_heads import LONGEST_LABEL, labels_of, met, own_head
from components.tasks.model.pairs import read_pair
from components.tasks.model.specs import NAME_TAGS, Pooling
from components.tasks.model.text import read_text
from components.tasks.model.word_results import Answering
from components.tasks.model.words import read_words
from tests.published_checkpoints import publish

TEXTS = ("The river rose over its banks.", "Wangari Maathai planted trees in Kenya, unbelievably many 😀.")
MOODS = ("dull", "wonderful", "neither")
FAMILIES = ("bert", "distilbert", "roberta", "xlm-roberta", "camembert", "ernie", "roformer", "albert", "electra")
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
    found = folder_record(folder.parent.resolve(), folder.resolve(), folder.name)
    assert found is not None
    return Loader(_where).open(found, purpose)


def _where(model: ModelRecord) -> Path | None:
    assert isinstance(model.home, InFolder)
    return model.home.folder


@pytest.mark.parametrize("kind", [*FAMILIES, "modernbert"])
@pytest.mark.parametrize(
    "auto", [AutoModelForSequenceClassification, AutoModelForTokenClassification, AutoModelForQuestionAnswering]
)
def test_what_reaches_the_last_layer_gives_the_scores_of_every_architecture(
    kind: str, auto: type, tmp_path: Path
) -> None:
    torch.manual_seed(0)
    values = SMALL | (DISTIL if kind == "distilbert" else {})
    model = auto.from_config(AutoConfig.for_model(kind, **values)).eval()  # type: ignore[attr-defined]
    like = opened(publish(tmp_path / "like", TaskHead.TEXT, MOODS))
    own = OpenModel(like.record, model, like.tokenizer, like.head, like.device, 1, like.predictor)
    ids = torch.arange(3, 12)[None]
    with torch.inference_mode():
        head, vectors = own_head(own), met(own, ids, torch.ones_like(ids)).numpy()
        said = model(input_ids=ids)
    scores = said.logits if "logits" in said else torch.stack([said.start_logits, said.end_logits], dim=-1)
    np.testing.assert_allclose(head.scores(vectors), scores.numpy(), atol=1e-5)


@pytest.mark.parametrize(
    ("labels", "said"),
    [(MOODS, {}), (MOODS, {"problem_type": "multi_label_classification"}), (("relevant",), {})],
    ids=["one", "several", "one score"],
)
def test_texts_are_labelled_as_transformers_labels_them(
    labels: tuple[str, ...], said: dict[str, object], tmp_path: Path
) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.TEXT, labels, **said))
    theirs = AutoModelForSequenceClassification.from_pretrained(tmp_path / "mine", dtype=torch.float32)
    pipe = TextClassificationPipeline(model=theirs, tokenizer=ours.tokenizer._tokenizer, top_k=None)
    for text in TEXTS:
        (reading,) = read_text(ours, ours.tokenizer.tokens(text), (own_head(ours),)).poolings
        (answers,) = pipe([text])
        told = {one["label"]: one["score"] for one in answers}
        assert reading.pooling is Pooling.POOLER
        assert reading.probabilities == pytest.approx([told[label] for label in labels], abs=1e-5)
        np.testing.assert_allclose(reading.products.sum(axis=1) + reading.bias, reading.scores, atol=1e-5)


@pytest.mark.parametrize(
    ("strategy", "answering"),
    [("first", Answering.FIRST), ("average", Answering.ALL), ("max", Answering.SUREST)],
)
def test_words_are_labelled_as_transformers_labels_them(strategy: str, answering: Answering, tmp_path: Path) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.WORDS, NAME_TAGS))
    theirs = AutoModelForTokenClassification.from_pretrained(tmp_path / "mine", dtype=torch.float32)
    pipe = TokenClassificationPipeline(
        model=theirs, tokenizer=ours.tokenizer._tokenizer, aggregation_strategy=strategy, ignore_labels=[]
    )
    head = own_head(ours)
    assert head.spec.begins_and_goes_on
    for text in TEXTS:
        reading = read_words(ours, ours.tokenizer.tokens(text), head)
        shares, tags = reading.of_words(answering=answering), reading.tags(answering=answering)
        groups = pipe(text)
        assert groups
        for group in groups:
            inside = [n for n, word in enumerate(reading.words) if group["start"] <= word.start < group["end"]]
            assert {tags[n].removeprefix("B-").removeprefix("I-") for n in inside} == {group["entity_group"]}
            assert group["score"] == pytest.approx(float(np.mean([shares[n].max() for n in inside])), abs=1e-5)


def test_spans_and_pairs_are_scored_as_transformers_scores_them(tmp_path: Path) -> None:
    for head_kind, labels in ((TaskHead.SPAN, ("begins", "ends")), (TaskHead.TEXT, MOODS)):
        ours = opened(publish(tmp_path / head_kind.name, head_kind, labels), Purpose.INSPECT)
        theirs = ours.model
        pair, turned = ours.tokenizer.pair(*TEXTS), ours.tokenizer.pair(*reversed(TEXTS))
        read = {
            "input_ids": torch.tensor([pair.ids]),
            "token_type_ids": torch.tensor([[token.segment for token in pair.items]]),
        }
        with torch.inference_mode():
            said = theirs(**read)
        head = own_head(ours)
        if head_kind is TaskHead.SPAN:
            scores = head.scores(vectors_of(ours, [pair])[0])
            np.testing.assert_allclose(scores[:, 0], said.start_logits[0].numpy(), atol=1e-5)
            np.testing.assert_allclose(scores[:, 1], said.end_logits[0].numpy(), atol=1e-5)
        else:
            reading = read_pair(ours, pair, turned, head)
            assert reading.probabilities == pytest.approx(said.logits[0].softmax(dim=0).numpy(), abs=1e-5)
            assert not np.allclose(reading.probabilities, reading.exchanged, atol=1e-5)


def test_everybody_gets_an_answer_of_their_own_from_one_model(tmp_path: Path) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.TEXT, MOODS))
    texts = [ours.tokenizer.tokens(f"The river rose {' and rose' * count}.") for count in range(12)]
    alone = [vectors_of(ours, [tokens])[0] for tokens in texts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda tokens: vectors_of(ours, [tokens])[0], texts * 3))
    for one, other in zip(alone * 3, together, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)
    assert isinstance(ours.model.classifier, torch.nn.Linear)  # the model itself was not changed


def test_a_mean_is_read_where_the_configuration_says_so(tmp_path: Path) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.TEXT, MOODS, classifier_pooling="mean"))
    reading = read_text(ours, ours.tokenizer.tokens(TEXTS[0]), (own_head(ours),)).poolings[0]
    assert reading.pooling is Pooling.MEAN
    assert reading.weights == pytest.approx(1 / len(reading.weights))


def test_labels_are_told_apart_and_kept_short() -> None:
    assert labels_of({0: "A", 1: "A", 3: "x" * 99}, 4) == ("A", "A (1)", "LABEL_2", "x" * (LONGEST_LABEL - 1) + "…")
    assert labels_of({0: ""}, 1) == (" (0)",)


def test_a_number_is_no_label(tmp_path: Path) -> None:
    ours = opened(publish(tmp_path / "mine", TaskHead.TEXT, ("score",), problem_type="regression"))
    with pytest.raises(UserError, match="a number, not"):
        own_head(ours)


def test_a_head_whose_weights_are_missing_is_not_opened(tmp_path: Path) -> None:
    folder = publish(tmp_path / "mine", TaskHead.WORDS, NAME_TAGS, architectures=["BertForSequenceClassification"])
    with pytest.raises(ModelUnavailable, match="could not be opened"):
        opened(folder)  # a head for texts reads the pooler, and there is none
