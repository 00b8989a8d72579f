"""BIO tags: which sequences are valid, how invalid ones are repaired, and the F1 of names.

A name begins with B and continues with I of the same kind (Ramshaw and Marcus 1995, https://arxiv.org/abs/cmp-lg/9505040).
A head tags every word separately, so it may say I where no name has begun.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.model.results import Floats

OUTSIDE = "O"


@dataclass(frozen=True)
class NamedEntity:
    """A name in a text. ``first`` and ``last`` are indices of words, both inclusive."""

    kind: str
    first: int
    last: int


def may_follow(tag: str, before: str | None) -> bool:
    """Whether a tag is valid after another; None is the start of the sentence."""
    if not tag.startswith("I-"):
        return True
    return before is not None and before != OUTSIDE and before[2:] == tag[2:]


def invalid_positions(tags: Sequence[str]) -> list[int]:
    """The indices of tags that are invalid where they are."""
    return [place for place, tag in enumerate(tags) if not may_follow(tag, tags[place - 1] if place else None)]


def repair_as_beginnings(tags: Sequence[str]) -> list[str]:
    """Turn every I that continues no name into B, as most evaluation scripts do."""
    repaired: list[str] = []
    for tag in tags:
        fits = may_follow(tag, repaired[-1] if repaired else None)
        repaired.append(tag if fits else f"B-{tag[2:]}")
    return repaired


def viterbi_tags(scores: Floats, tags: Sequence[str]) -> list[str]:
    """The valid sequence with the highest sum of scores, by the Viterbi algorithm.

    Args:
        scores: Log-probabilities or logits. *Shape:* (word, tag)
        tags: The names of the columns.
    """
    allowed = np.array([[may_follow(tag, before) for tag in tags] for before in tags])
    first = np.array([may_follow(tag, None) for tag in tags])
    best = np.where(first, scores[0], -np.inf)
    back: list[np.ndarray] = []
    for row in scores[1:]:
        ways = np.where(allowed, best[:, None], -np.inf)  # from, to
        back.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + row
    path = [int(best.argmax())]
    for step in reversed(back):
        path.append(int(step[path[-1]]))
    return [tags[place] for place in reversed(path)]


@dataclass(frozen=True)
class RepairedTags:
    """The predicted tags of words, and two ways of repairing them.

    Attributes:
        tags: The most likely tag of each word, chosen separately.
        places: The words whose tag is invalid there.
        as_beginnings: Every invalid I turned into B.
        most_likely: The valid sequence that is most likely as a whole.
    """

    tags: tuple[str, ...]
    places: tuple[int, ...]
    as_beginnings: tuple[str, ...]
    most_likely: tuple[str, ...]


def repair_tags(probabilities: Floats, labels: Sequence[str]) -> RepairedTags:
    """Repair the most likely tags of a text in both ways. *Shape:* ``probabilities`` (word, label)."""
    tags = [labels[place] for place in probabilities.argmax(axis=1)]
    scores = np.log(np.maximum(probabilities, 1e-30))
    return RepairedTags(
        tags=tuple(tags),
        places=tuple(invalid_positions(tags)),
        as_beginnings=tuple(repair_as_beginnings(tags)),
        most_likely=tuple(viterbi_tags(scores, labels)),
    )


def extract_names(tags: Sequence[str]) -> list[NamedEntity]:
    """The names in a sequence of tags; an I that continues no name begins one."""
    names: list[NamedEntity] = []
    for place, tag in enumerate(repair_as_beginnings(tags)):
        if tag.startswith("B-"):
            names.append(NamedEntity(tag[2:], place, place))
        elif tag != OUTSIDE:
            names[-1] = NamedEntity(names[-1].kind, names[-1].first, place)
    return names


def entity_f1(predicted: Sequence[Sequence[str]], gold: Sequence[Sequence[str]]) -> float:
    """The F1 of names: one counts as correct if its words and its kind are (CoNLL 2003); 1 where there are none."""
    correct = predicted_count = gold_count = 0
    for predicted_tags, gold_tags in zip(predicted, gold, strict=True):
        ours, theirs = set(extract_names(predicted_tags)), set(extract_names(gold_tags))
        correct, predicted_count, gold_count = (
            correct + len(ours & theirs),
            predicted_count + len(ours),
            gold_count + len(theirs),
        )
    return 2 * correct / (predicted_count + gold_count) if predicted_count + gold_count else 1.0
