"""The head scores that ship are what the bundled model does, by the library and by plain loops."""

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch

from cache.shipped.head_scores import FOLDER, file_name, head_scores_entry, main, shipped_head_scores
from components.attention.model.head_probes import Relation, head_probes
from components.attention.model.head_scores import head_scores
from components.attention.model.results import HeadPattern, HeadScores, head_labels
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import Purpose
from components.model.checkpoints.registry import model_record

if TYPE_CHECKING:
    from pathlib import Path

    from components.model.checkpoints.open_model import OpenModel

POCKET = "pocket-bert"
PROBES = head_probes()
SUBSET = PROBES[::9][:30]


@pytest.fixture(scope="module")
def opened() -> "OpenModel":
    return Loader(weights_folder).open(model_record(POCKET), Purpose.INSPECT)


@pytest.fixture(scope="module")
def few(opened: "OpenModel") -> HeadScores:
    return head_scores(opened, SUBSET)


@pytest.fixture(scope="module")
def shipped() -> HeadScores:
    scored = shipped_head_scores(POCKET)
    assert scored is not None, "run python -m cache.shipped.head_scores"
    return scored


def test_every_bundled_model_ships_with_scores_of_all_sentences() -> None:
    for model in MODELS:
        scored = shipped_head_scores(model.id)
        assert (scored is not None) >= model.pocket
        if scored is not None:
            assert scored.sentences == len(PROBES)
            assert scored.conditions.model_id == model.id


def test_the_file_says_how_it_was_made() -> None:
    entry = json.loads((FOLDER / file_name(POCKET)).read_text(encoding="utf-8"))
    assert entry["command"] == "python -m cache.shipped.head_scores pocket-bert"
    assert entry["conditions"]["revision"] == "bundled"
    assert "transformers" in entry["conditions"]["versions"]


def test_what_ships_counts_the_tokens_and_pairs_of_the_sentences_there_are(shipped: HeadScores) -> None:
    for kind, relation in (
        (HeadPattern.DETERMINER_NOUN, Relation.DETERMINER),
        (HeadPattern.OBJECT_VERB, Relation.OBJECT),
        (HeadPattern.POSSESSOR_POSSESSED, Relation.POSSESSIVE),
        (HeadPattern.VERB_SUBJECT, Relation.SUBJECT),
    ):
        scored = shipped.of(kind)
        assert scored is not None
        apart = [right - left for probe in PROBES for left, right in probe.pairs[relation]]
        assert scored.count == len(apart)
        assert scored.baseline == pytest.approx(max(map(apart.count, apart)) / len(apart), abs=1e-4)


@pytest.mark.parametrize("model_id", ["", "../pocket-bert", "bert-base-uncased/../pocket-bert", "head_scores"])
def test_other_models_have_none(model_id: str) -> None:
    assert shipped_head_scores(model_id) is None


def test_thirty_sentences_by_plain_loops_are_what_the_library_says(opened: "OpenModel", few: HeadScores) -> None:
    previous, entropy, nouns = [], [], []
    for probe in SUBSET:
        tokens = opened.tokenizer.tokens(probe.sentence)
        with torch.inference_mode():
            out = opened.model(input_ids=torch.tensor([tokens.ids]), output_attentions=True)
        weights = torch.cat(out.attentions).numpy().astype(np.float64)
        for query, token in enumerate(tokens.items):
            if not token.special:
                row = weights[:, :, query]
                previous.append(row[..., query - 1])
                entropy.append(-(row * np.log2(row + 1e-300)).sum(-1) / np.log2(len(tokens)))
        pieces = [
            [p for p, t in enumerate(tokens.items) if not t.special and word.start <= t.start < word.end]
            for word in probe.words
        ]
        for determiner, noun in probe.pairs[Relation.DETERMINER]:
            received = [
                np.mean([weights[:, :, q][..., keys].sum(-1) for q in pieces[determiner]], axis=0) for keys in pieces
            ]
            received[determiner] = np.full((4, 4), -1.0)
            nouns.append(np.argmax(received, axis=0) == noun)
    for kind, rows in (
        (HeadPattern.PREVIOUS, previous),
        (HeadPattern.BROAD, entropy),
        (HeadPattern.DETERMINER_NOUN, nouns),
    ):
        scored = few.of(kind)
        assert scored is not None
        assert scored.count == len(rows)
        np.testing.assert_allclose(scored.score, np.mean(rows, axis=0), atol=1e-5)


def test_some_sentences_give_about_what_all_of_them_gave(few: HeadScores, shipped: HeadScores) -> None:
    for scored in few.patterns:
        of_all = shipped.of(scored.pattern)
        assert of_all is not None
        if not scored.pattern.syntax:
            np.testing.assert_allclose(scored.score, of_all.score, atol=0.08)


@pytest.mark.slow
def test_the_committed_file_is_what_the_command_writes(shipped: HeadScores, tmp_path: "Path") -> None:
    main([POCKET], folder=tmp_path)
    again = json.loads((tmp_path / file_name(POCKET)).read_text(encoding="utf-8"))
    entry = head_scores_entry(shipped)
    assert again.keys() == entry.keys()
    assert again["sentences"] == entry["sentences"]
    np.testing.assert_allclose(again["bits"], entry["bits"], atol=1e-3)
    assert again["kinds"].keys() == entry["kinds"].keys()
    for name, scored in entry["kinds"].items():
        assert (again["kinds"][name]["count"], again["kinds"][name]["offset"]) == (scored["count"], scored["offset"])
        for part in ("score", "error", "least", "baseline"):
            # A tie broken the other way on another processor moves one pair of some two hundred.
            np.testing.assert_allclose(again["kinds"][name][part], scored[part], atol=6e-3)


def test_the_pocket_model_has_heads_that_look_next_door_and_heads_that_know_grammar(shipped: HeadScores) -> None:
    named = {
        (layer, head): label.pattern
        for layer, row in enumerate(head_labels(shipped), start=1)
        for head, label in enumerate(row, start=1)
        if label
    }
    assert named[1, 4] is HeadPattern.PREVIOUS
    assert named[2, 4] is HeadPattern.NEXT
    assert named[2, 1] is HeadPattern.POSSESSOR_POSSESSED
    assert named[3, 1] is HeadPattern.VERB_OBJECT
    assert len(named) == 13


def test_what_ships_cannot_be_changed(shipped: HeadScores) -> None:
    with pytest.raises(ValueError, match="read-only"):
        shipped.patterns[0].score[0, 0] = 1
