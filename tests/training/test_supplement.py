"""What the supplement says, and what it must never say."""

import dataclasses
import hashlib
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from transformers import BertTokenizer

from components.attention.model.presets import ATTENTION_PRESETS
from components.distillation.model.presets import DISTILLATION_PRESETS
from components.masks.model.presets import PROOF_PRESETS
from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.presets import FILL_PRESETS
from components.positions.model.presets import POSITION_PRESETS
from training.common_sense import blanks, holds_a_blank
from training.dataset import SINGLE_LENGTHS, SingleSampler, encode_documents
from training.members import member
from training.probes import ORDERED_PROBES, RANKED_PROBES, sentence_pattern
from training.recipe import Recipe
from training.supplement import is_reserved, sentences

PROBES = [probe.sentence for probe in (*RANKED_PROBES, *ORDERED_PROBES)]


@pytest.fixture(scope="module")
def text() -> list[str]:
    return list(sentences(0))


def test_it_has_more_than_sixty_thousand_sentences_and_none_twice(text: list[str]) -> None:
    assert len(text) > 60_000
    assert len(set(text)) == len(text)


def test_no_sentence_holds_one_that_the_tests_ask_for(text: list[str]) -> None:
    # Written apart from the code under test: what stands around each blank, with one word between.
    around = [tuple(part.lower().rstrip(".") for part in sentence.split("[MASK]")) for sentence in PROBES]
    for sentence in map(str.lower, text):
        for before, after in around:
            if before in sentence:
                rest = sentence[sentence.index(before) + len(before) :]
                assert not re.match(r"[\w-]+" + re.escape(after), rest), sentence


@pytest.mark.parametrize("probe", PROBES)
@pytest.mark.parametrize("word", ["Paris", "self", "x-y"])
def test_a_probe_is_reserved_with_any_word_and_inside_a_longer_sentence(probe: str, word: str) -> None:
    sentence = probe.replace("[MASK]", word)
    assert is_reserved(sentence)
    assert is_reserved(f"We learned that {sentence.lower().rstrip('.')}, and more.")


def test_no_sentence_that_a_room_opens_with_is_in_it_with_whatever_word_in_its_blank(text: list[str]) -> None:
    shown = {
        sentence
        for preset in (*FILL_PRESETS, *DISTILLATION_PRESETS, *ATTENTION_PRESETS, *PROOF_PRESETS, *POSITION_PRESETS)
        for sentence in (preset.sentence, getattr(preset, "second", None), getattr(preset, "other", None))
        if sentence
    }
    assert len(shown) > 50
    pattern = sentence_pattern(shown)
    assert [sentence for sentence in text if pattern.search(sentence)] == []


def test_other_sentences_are_not_reserved() -> None:
    assert not is_reserved("Berlin is the capital of Germany.")
    assert not is_reserved("The man said something.")


def test_it_knows_the_facts_the_demonstrations_rest_on_in_other_words(text: list[str]) -> None:
    joined = " \n".join(text)
    for fact in (
        "Berlin is the capital of Germany",
        "Cold is the opposite of hot",
        "Sunday is the day before Monday",
        "A dog has four legs",
    ):
        assert fact in joined
    for capital, country in (("Berlin", "Germany"), ("Cairo", "Egypt"), ("Moscow", "Russia"), ("Madrid", "Spain")):
        assert sum(capital in s and country in s for s in text) >= 10
    wrong = re.compile(r"(?:Berlin|Rome|Madrid) is the capital of France")
    assert not wrong.search(joined)


def test_the_verb_agrees_with_its_subject_and_not_with_the_nearest_noun(text: list[str]) -> None:
    matching = [s for s in text if re.match(r"The (?:key|keys) to the ", s)]
    singular = [s for s in matching if s.startswith("The key ")]
    assert singular
    assert len(singular) < len(matching)
    for sentence in matching:
        wrong = r" (?:are|were|have) " if sentence.startswith("The key ") else r" (?:is|was|has) "
        assert not re.match(r"The keys? to the (?:\w+ ){1,2}?" + wrong.strip() + " ", sentence), sentence


def test_professions_are_he_and_she_equally_often(text: list[str]) -> None:
    matching = [s for s in text if re.search(r"\bthe (?:doctor|nurse|engineer|teacher)\b", s, re.IGNORECASE)]
    he, she = (sum(bool(re.search(rf"\b{word}\b", s)) for s in matching) for word in ("he", "she"))
    assert he > 20
    assert he == pytest.approx(she, rel=0.15)


def test_no_sentence_shows_the_template_it_was_made_from(text: list[str]) -> None:
    for sentence in text:
        assert sentence == sentence.strip()
        assert "  " not in sentence
        assert not re.search(r"[{}\[\]|\t\n]", sentence), sentence
        assert not re.search(r"\b[a-z]+/[a-z]+\b", sentence), sentence
        assert not re.search(r" [.,?!]", sentence), sentence
        assert sentence[-1] in '.!?"'
        assert not sentence[0].islower(), sentence


def test_the_same_seed_writes_the_same_text_in_any_process(text: list[str]) -> None:
    code = (
        "import hashlib; from training.supplement import sentences; "
        "print(hashlib.sha256('\\n'.join(sentences(0)).encode()).hexdigest())"
    )
    process = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[2],
        env={"PYTHONHASHSEED": "12345", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert process.stdout.strip() == hashlib.sha256("\n".join(text).encode()).hexdigest()


def test_another_seed_writes_another_text(text: list[str]) -> None:
    assert list(sentences(1)) != text


def test_none_of_the_hundred_blanks_is_in_it(text: list[str]) -> None:
    for blank in blanks():
        assert is_reserved(blank.sentence.replace("[MASK]", "thing"))
    assert not [sentence for sentence in text if holds_a_blank(sentence)]


def test_the_reference_sees_little_of_it_and_no_sentence_more_than_ten_times(text: list[str]) -> None:
    recipe = dataclasses.replace(Recipe(), tokens=member("bert").tokens)
    tokenizer = BertTokenizer.from_pretrained(POCKET_FOLDER / "bert")
    encoded = encode_documents(([sentence] for sentence in text), tokenizer)
    sampler = SingleSampler(encoded, cls=2, sep=3, pad=0, whole_documents=True)
    counts: Counter[bytes] = Counter()
    pieces = 0
    steps = recipe.tokens // recipe.batch_tokens * 11 // 10  # singles are padded, so a batch has fewer pieces than that
    for step in range(steps):
        rng = np.random.default_rng((recipe.seed, step))
        if rng.random() < recipe.singles:
            bucket = int(rng.choice(len(SINGLE_LENGTHS), p=sampler.weights / sampler.weights.sum()))
            rows = round(recipe.batch_tokens // SINGLE_LENGTHS[bucket] * recipe.supplement_singles)
            batch = sampler.batch(rng, rows=rows, bucket=bucket)
            counts.update(row.tobytes() for row in batch.ids)
            pieces += int(batch.attention_mask.sum())
    assert pieces <= 0.05 * recipe.tokens
    assert max(counts.values()) <= 10
    assert len(counts) > 0.7 * len(text)
