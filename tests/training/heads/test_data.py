"""What the heads learn from, made of parsed sentences: questions, and labels for pieces."""

import random

import pytest
from transformers import AutoTokenizer

from components.model.checkpoints.catalogue import POCKET_FOLDER
from training.heads.batches import label_first_tokens, token_span
from training.heads.parsing import ParsedWord, Sentence
from training.heads.questions import generate_questions, subtree_places

PARSED = [  # text, lemma, part of speech, tag, relation, head, name, entity
    ("Leif", "Leif", "PROPN", "NNP", "compound", 1, "B-PER", "PERSON"),
    ("Erikson", "Erikson", "PROPN", "NNP", "nsubj", 2, "I-PER", "PERSON"),
    ("visited", "visit", "VERB", "VBD", "ROOT", 2, "O", ""),
    ("cold", "cold", "ADJ", "JJ", "amod", 4, "O", ""),
    ("Greenland", "Greenland", "PROPN", "NNP", "dobj", 2, "B-LOC", "GPE"),
    ("in", "in", "ADP", "IN", "prep", 2, "O", ""),
    ("985", "985", "NUM", "CD", "pobj", 5, "O", "DATE"),
    (".", ".", "PUNCT", ".", "punct", 2, "O", ""),
]


def sentence() -> Sentence:
    words, offset = [], 0
    for text, lemma, pos, tag, dep, head, name, entity in PARSED:
        words.append(ParsedWord(text, offset, lemma, pos, tag, dep, head, name, entity))
        offset += len(text) + 1
    return tuple(words)


TEXT = " ".join(word[0] for word in PARSED)


def test_a_question_is_answered_by_its_span() -> None:
    made = {
        TEXT[generated.begin : generated.end]: generated.text
        for seed in range(9)
        for generated in generate_questions(sentence(), random.Random(seed))
    }
    assert made["Leif Erikson"].startswith("Who visited")
    assert made["985"].startswith(("When did Leif Erikson visit", "In which year did Leif Erikson visit"))
    assert made["cold Greenland"].startswith("What did Leif Erikson visit")
    assert "985" not in made["985"]


def test_a_phrase_is_a_word_with_all_that_hangs_on_it() -> None:
    assert subtree_places(sentence(), 4) == [3, 4]
    assert subtree_places(sentence(), 2) == list(range(8))


@pytest.fixture(scope="module")
def tokenizer() -> AutoTokenizer:
    return AutoTokenizer.from_pretrained(POCKET_FOLDER / "minilm", local_files_only=True)


def test_only_the_first_piece_of_a_word_has_a_label(tokenizer: AutoTokenizer) -> None:
    encoding = tokenizer("Wangari don't").encodings[0]
    labelled = label_first_tokens(encoding, [(0, 7), (8, 10), (10, 13)], ["PROPN", "AUX", "PART"])
    assert [(encoding.tokens[place], label) for place, label in labelled] == [
        ("wang", "PROPN"),
        ("don", "AUX"),
        ("'", "PART"),
        ("t", "PART"),
    ]


def test_an_answer_is_found_among_the_pieces_of_the_passage_alone(tokenizer: AutoTokenizer) -> None:
    passage = "Naïve Zoë paid."
    encoding = tokenizer("Who is Zoë?", passage).encodings[0]
    first, last = token_span(encoding, 6, 9) or (0, 0)
    assert passage[encoding.offsets[first][0] : encoding.offsets[last][1]] == "Zoë"
    assert encoding.sequence_ids[first] == 1
    short = tokenizer("Who?", passage, truncation=True, max_length=6).encodings[0]
    assert token_span(short, 10, 14) is None


def test_a_piece_without_a_label_gets_no_gradient() -> None:
    import torch
    from torch.nn import functional

    from training.heads.batches import NO_LABEL

    scores = torch.randn(1, 4, 3, requires_grad=True)
    labels = torch.tensor([[NO_LABEL, 2, NO_LABEL, 0]])
    functional.cross_entropy(scores.transpose(1, 2), labels, ignore_index=NO_LABEL).backward()
    assert scores.grad is not None
    assert not scores.grad[0, [0, 2]].any()
    assert scores.grad[0, [1, 3]].any(dim=1).all()
