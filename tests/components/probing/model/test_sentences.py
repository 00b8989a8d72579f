"""The sentences that ship: what the grammar derives, with labels that hold."""

import pytest

from components.probing.model.grammar import Derivation, derive, sentence_line
from components.probing.model.items import TRAINING
from components.probing.model.sentences import COLUMNS, FILE, NOTHING, labelled_sentences, word_spans
from components.probing.model.tasks import TASKS, WORDS, ProbingTask, word_items


@pytest.fixture(scope="module")
def derivations() -> list[Derivation]:
    return derive()


def test_the_file_is_what_the_grammar_writes(derivations: list[Derivation]) -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert lines[0].split("\t") == ["split", "sentence", *COLUMNS]
    assert lines[1:] == [sentence_line(derivation) for derivation in derivations]


def test_there_are_many_different_sentences_and_words_that_only_tests_have() -> None:
    sentences = labelled_sentences()
    assert len({sentence.text for sentence in sentences}) == len(sentences) >= 300
    forms = {True: set[str](), False: set[str]()}
    for sentence in sentences:
        forms[sentence.tests] |= {sentence.text[start:end].lower() for start, end in word_spans(sentence.text)}
    assert len(forms[True] - forms[False]) > 50


def test_every_sentence_is_a_tree_with_one_root_and_agreement(derivations: list[Derivation]) -> None:
    for derivation in derivations:
        words = derivation.words
        roots = [index for index, word in enumerate(words) if word.head is None]
        assert len(roots) == 1
        assert words[roots[0]].part == "VERB"
        assert max(derivation.depth(index) for index in range(len(words))) < len(words)
        for word in words:
            head = None if word.head is None else words[word.head]
            if word.role == "subject":
                assert head is not None
                assert head.part == "VERB"
            if word.part in ("DET", "ADJ"):
                assert head is not None
                assert head.part == "NOUN"
            if word.form in ("these", "those", "all"):
                assert head is not None
                assert head.number == "Plur"
            if word.form in ("a", "an", "this", "every"):
                assert head is not None
                assert head.number == "Sing"


def test_labels_are_where_their_part_of_speech_is() -> None:
    for sentence in labelled_sentences():
        parts = sentence.labels["part"]
        for column, part in (("number", "NOUN"), ("tense", "VERB"), ("animacy", "NOUN")):
            assert [label != NOTHING for label in sentence.labels[column]] == [each == part for each in parts]


@pytest.mark.parametrize("task", [task for task in TASKS if task.source == WORDS], ids=lambda task: task.key)
def test_every_task_has_items_for_training_and_for_testing(task: ProbingTask) -> None:
    items = word_items(task)
    training = [item for item in items.items if item.fold == TRAINING]
    testing = [item for item in items.items if item.fold != TRAINING]
    assert 300 < len(training) <= 1000
    assert 200 < len(testing) <= 600
    assert {items.spans[item.span].text for item in training}.isdisjoint(
        items.spans[item.span].text for item in testing
    )
