"""A head for parts of speech is fitted to some documents of a treebank and measured on others; its figures and card."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL
from components.model.heads.heads import load_heads
from components.model.heads.specs import PARTS_OF_SPEECH, SPECS, SPEECH
from components.probing.model.parsed_sentences import ParsedSentence, read_conllu
from components.tasks.model.gold import texts_with_speech_tags, word_labels
from components.tasks.model.readings import tag_words
from training.heads.cards import write_cards
from training.heads.treebank import (
    TREEBANK,
    LabelledWords,
    fit_best_head,
    fit_head,
    treebank_figure,
    treebank_parts,
    treebank_words,
    with_figures,
    write_head,
)

FILE = Path(__file__).parents[4] / "shared" / "data" / "ud-ewt" / "train.conllu"
SENTENCE = """# newdoc id = a
# text = They don’t sing.
1\tThey\tthey\tPRON\t_\t_\t4\tnsubj\t_\t_
2-3\tdon’t\t_\t_\t_\t_\t_\t_\t_\t_
2\tdo\tdo\tAUX\t_\t_\t4\taux\t_\t_
3\tn’t\tnot\tPART\t_\t_\t4\tadvmod\t_\t_
4\tsing\tsing\tVERB\t_\t_\t0\troot\t_\t_
5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_
"""


@pytest.fixture(scope="module")
def opened() -> OpenModel:
    return Loader(weights_folder).open(MULTITASK_MODEL)


def separable_words(count: int = 60, *, noise: float = 0.1, seed: int = 0) -> LabelledWords:
    """Words of three tags, whose vectors have a large value in the place of the tag."""
    labels = np.arange(count) % 3
    vectors = np.random.default_rng(seed).normal(scale=noise, size=(count, 8)).astype(np.float32)
    vectors[np.arange(count), labels] += 3
    return LabelledWords(vectors, labels, np.ones(count, dtype=np.bool_))


def test_a_word_gets_the_tag_of_the_treebanks_word_that_it_begins_in(opened: OpenModel) -> None:
    (parsed,) = read_conllu(SENTENCE.splitlines(keepends=True))
    assert parsed.tags == ("PRON", "AUX", "PART", "VERB", "PUNCT")
    words = treebank_words(opened, [parsed])
    tags = [PARTS_OF_SPEECH[label] for label in words.labels]
    assert tags == ["PRON", "AUX", "PART", "PART", "VERB", "PUNCT"]  # BERT's words are They, don, ’, t, sing, .
    assert words.begins.tolist() == [True, True, False, False, True, True]
    assert len(words.vectors) == len(tags)


def test_what_begins_inside_a_word_of_the_treebank_is_not_measured() -> None:
    words = separable_words()
    head = fit_head(words, 1e-5)
    half = LabelledWords(words.vectors, np.where(np.arange(60) < 30, words.labels, 3), np.arange(60) < 30)
    figure = treebank_figure(head, half)
    assert (figure.count, figure.interval.value, figure.chance) == (30, 1, 1 / 3)


def test_the_weight_decay_is_the_best_on_the_development_words() -> None:
    train, development = separable_words(30, noise=2.0), separable_words(90, noise=2.0, seed=1)
    fitted = fit_best_head(train, development)
    assert fitted.accuracies[fitted.weight_decay] == max(fitted.accuracies.values())
    assert fitted.word_count == 120
    again = fit_head(train + development, fitted.weight_decay)
    np.testing.assert_array_equal(fitted.head.matrix, again.matrix)


def test_no_document_and_no_text_is_in_two_parts() -> None:
    parts = treebank_parts(_sentences())
    assert all(parts.values())
    for name in ("document", "sentence"):
        values_by_part = [{getattr(parsed, name) for parsed in sentences} for sentences in parts.values()]
        assert sum(map(len, values_by_part)) == len(set.union(*values_by_part))
    assert treebank_parts(_sentences()) == parts


def _sentences() -> Iterator[ParsedSentence]:
    """Some 2,400 sentences of 300 documents; each document ends with a sentence that all have."""
    (parsed,) = read_conllu(SENTENCE.splitlines(keepends=True))
    for document in range(300):
        for number in range(8):
            text = f"They don’t sing. {document} {number}" if number else parsed.sentence
            yield ParsedSentence(text, parsed.words, parsed.heads, str(document), parsed.tags)


def test_figures_stand_in_the_place_of_the_others_of_their_head() -> None:
    words = separable_words()
    figure = treebank_figure(fit_head(words, 1e-5), words)
    names, span = {"head": "names", "what": "words"}, {"head": "span", "what": "answers"}
    others: list[dict[str, Any]] = [
        names,
        {"head": SPEECH, "what": "words, written"},
        {"head": SPEECH, "what": TREEBANK},
        span,
    ]
    assert with_figures(others, [figure]) == [names, figure.as_dict(), span]


def test_a_written_head_is_the_fitted_one(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    words = LabelledWords(
        rng.normal(size=(40, 384)).astype(np.float32), np.arange(40) % 17, np.ones(40, dtype=np.bool_)
    )
    head = fit_head(words, 1e-3)
    for name in SPECS:
        (tmp_path / f"{name}.safetensors").write_bytes((HEADS_FOLDER / f"{name}.safetensors").read_bytes())
    write_head(head, tmp_path / f"{SPEECH}.safetensors")
    (loaded,) = load_heads(tmp_path)[SPEECH]
    np.testing.assert_array_equal(loaded.scores(words.vectors), head.scores(words.vectors))


def test_the_shipped_cards_are_those_of_the_shipped_evaluation(tmp_path: Path) -> None:
    evaluation = json.loads((HEADS_FOLDER / "evaluation.json").read_text(encoding="utf-8"))
    write_cards(evaluation, tmp_path)
    for name in SPECS:
        written, shipped = ((folder / f"{name}.md").read_text(encoding="utf-8") for folder in (tmp_path, HEADS_FOLDER))
        assert written == shipped
    assert f"{evaluation['treebank']['words']:,} words" in (tmp_path / f"{SPEECH}.md").read_text(encoding="utf-8")
    del evaluation["treebank"]  # as after ``training.heads.export``
    write_cards(evaluation, tmp_path)
    assert "spaCy" in (tmp_path / f"{SPEECH}.md").read_text(encoding="utf-8")


def test_the_shipped_figure_of_written_words_is_that_of_the_shipped_head(opened: OpenModel) -> None:
    evaluation = json.loads((HEADS_FOLDER / "evaluation.json").read_text(encoding="utf-8"))
    figure = next(each for each in evaluation["figures"] if each["head"] == SPEECH)
    (head,) = load_heads()[SPEECH]
    right = []
    for text in texts_with_speech_tags():
        reading = tag_words(opened, opened.tokenizer.tokens(text.text), head)
        tags = word_labels(text, [word.start for word in reading.words], names=False)
        right += [ours == tag for ours, tag in zip(reading.tags(), tags, strict=True)]
    assert len(right) == figure["asked"]
    assert np.mean(right) == pytest.approx(
        figure["interval"][1], abs=1.5 / len(right)
    )  # another processor may differ in a word


@pytest.mark.thorough
@pytest.mark.skipif(not FILE.exists(), reason="the treebank is not on this machine")
def test_the_shipped_head_has_its_figure_on_the_test_documents(opened: OpenModel) -> None:
    with FILE.open(encoding="utf-8") as lines:
        sample = treebank_parts(read_conllu(lines))["test"][:150]
    evaluation = json.loads((HEADS_FOLDER / "evaluation.json").read_text(encoding="utf-8"))
    shipped = next(each for each in evaluation["figures"] if (each["head"], each["what"]) == (SPEECH, TREEBANK))
    figure = treebank_figure(load_heads()[SPEECH][0], treebank_words(opened, sample))
    assert figure.interval.value == pytest.approx(shipped["interval"][1], abs=0.02)
