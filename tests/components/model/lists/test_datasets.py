"""Lists: what ships shares nothing between its parts, and what a visitor brings is taken or refused in words."""

import hashlib
import re

import pytest

from components.model.lists.columns import LABEL_LIST
from components.model.lists.datasets import (
    HELD_OUT_LIMIT,
    LabelledDataset,
    LabelledSentence,
    dataset_from_list,
    shipped_dataset,
)
from components.model.lists.errors import ListError, ListProblem
from components.model.lists.reader import listed_sentences, read_table
from components.model.serialisation import from_json, to_json
from components.model.user_errors import UserError
from components.teaching.model.dataset_lookup import SHIPPED, find_dataset, load_film_reviews

GOOD = "".join(f"sentence number {n}\t{'good' if n % 2 else 'bad'}\n" for n in range(40))


def brought(text: str) -> LabelledDataset:
    """A visitor's list from the text of it."""
    return dataset_from_list(listed_sentences(read_table(text, LABEL_LIST)))


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


def rows_of_four(items: tuple[LabelledSentence, ...]) -> set[tuple[str, ...]]:
    ngrams = set()
    for each in items:
        sentence_words = words(each.text)
        ngrams |= {tuple(sentence_words[start : start + 4]) for start in range(len(sentence_words) - 3)}
    return ngrams


@pytest.mark.parametrize("key", SHIPPED)
def test_no_sentence_is_learned_from_and_asked_about(key: str) -> None:
    chosen = shipped_dataset(key)
    hashes = [
        {hashlib.sha256(" ".join(words(each.text)).encode()).hexdigest() for each in part}
        for part in (chosen.train, chosen.test)
    ]
    assert not hashes[0] & hashes[1]
    assert [len(part) for part in hashes] == [len(chosen.train), len(chosen.test)]
    for part in (chosen.train, chosen.test):
        counts = [sum(each.label == label for each in part) for label in range(len(chosen.labels))]
        assert len(set(counts)) == 1, "as many of each label"


def test_opinions_share_no_frame_between_their_parts() -> None:
    chosen = shipped_dataset("opinions")
    assert (len(chosen.train), len(chosen.test)) == (300, 200)
    assert not rows_of_four(chosen.train) & rows_of_four(chosen.test)


def test_a_list_of_ones_own_is_parted_within_each_label() -> None:
    dataset = brought(GOOD)
    assert dataset.labels == ("bad", "good")
    assert len(dataset.train) == 30
    assert [sum(each.label == label for each in dataset.test) for label in (0, 1)] == [5, 5]
    assert not {each.text for each in dataset.train} & {each.text for each in dataset.test}
    assert dataset == brought(GOOD)
    assert dataset.key != brought(GOOD.replace("number 3\t", "number three\t")).key


def test_of_a_long_list_no_more_is_held_out_than_a_run_evaluates() -> None:
    """A run evaluates the first of the held-out sentences, so these must not be of one label."""
    text = "".join(f"sentence number {n}\t{'good' if n % 5 else 'bad'}\n" for n in range(LABEL_LIST.limit))
    dataset = brought(text)
    assert len(dataset.test) == HELD_OUT_LIMIT
    assert len(dataset.train) == LABEL_LIST.limit - HELD_OUT_LIMIT
    assert dataset.majority_share == 0.8
    first = [each.label for each in dataset.test[:50]]
    assert {0, 1} == set(first)
    assert not {each.text for each in dataset.train} & {each.text for each in dataset.test}


@pytest.mark.parametrize(
    "text",
    [
        GOOD.replace("\t", ","),
        "".join(f'"a sentence, with a comma, {n}","{n % 3}"\n' for n in range(30)),
        "".join(f"предложение {n} ok\t{'да' if n % 2 else 'нет'}\n" for n in range(30)),
        "".join(f"שלום {n}\t{'א' if n % 2 else 'ב'}\n" for n in range(30)),
        "\ufeff" + GOOD.replace("\n", "\n\n\n"),
    ],
)
def test_lists_of_many_kinds_are_taken(text: str) -> None:
    dataset = brought(text)
    assert 2 <= len(dataset.labels) <= 3
    assert len(dataset.train) > len(dataset.test) > 0


@pytest.mark.parametrize(
    ("text", "problem", "values"),
    [
        ("a.\tx\nb.\ty\n", ListProblem.TOO_FEW_SENTENCES, {"count": 2, "limit": 4}),
        ("".join(f"sentence {n}\tgood\n" for n in range(30)), ListProblem.ONE_LABEL, {}),
        (
            "".join(f"sentence {n}\tlabel {n}\n" for n in range(30)),
            ListProblem.TOO_MANY_LABELS,
            {"count": 30, "limit": 10},
        ),
        ("".join(f"sentence {n}\n" for n in range(30)), ListProblem.MISSING_LABEL, {"line": 1}),
        (
            "".join(f"sentence {n}\t{'rare' if n == 3 else n % 2}\n" for n in range(30)),
            ListProblem.RARE_LABEL,
            {"label": "rare", "count": 1, "limit": 2},
        ),
        (GOOD + "sentence number 1\tbad\n", ListProblem.CONTRADICTION, {"line": 41, "first_line": 2}),
        (
            "".join(f"sentence {n}\t{'x' * 60}{n % 2}\n" for n in range(30)),
            ListProblem.LONG_LABEL,
            {"line": 1, "limit": 40},
        ),
    ],
)
def test_what_cannot_be_used_is_refused_with_the_reason(
    text: str, problem: ListProblem, values: dict[str, object]
) -> None:
    with pytest.raises(ListError) as raised:
        brought(text)
    assert (raised.value.problem, raised.value.values) == (problem, values)


def test_a_list_can_be_sent_to_a_process() -> None:
    assert from_json(LabelledDataset, to_json(brought(GOOD))) == brought(GOOD)


def test_a_list_that_is_not_here_is_refused(tmp_path: object) -> None:
    assert load_film_reviews({}) is None
    for key in ("sst2", "own-0123456789ab", "../etc"):
        with pytest.raises(UserError, match="not on this server"):
            find_dataset(key, {"RIVERBANK_LISTS": str(tmp_path)})
