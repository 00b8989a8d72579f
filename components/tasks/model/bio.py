"""Names as B, I and O: which sequences are possible, how an impossible one is mended, and how names are counted.

A name begins with B and goes on with I of the same kind (Ramshaw and Marcus 1995, https://arxiv.org/abs/cmp-lg/9505040).
A head labels every word by itself, so it may say I where nothing has begun.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.model.results import Floats

OUTSIDE = "O"


@dataclass(frozen=True)
class Name:
    """A name: its kind, its first word and its last."""

    kind: str
    first: int
    last: int


def may_follow(tag: str, before: str | None) -> bool:
    """Whether a tag can stand after another; None is the beginning of the sentence."""
    if not tag.startswith("I-"):
        return True
    return before is not None and before != OUTSIDE and before[2:] == tag[2:]


def broken(tags: Sequence[str]) -> list[int]:
    """The places whose tag cannot stand where it does."""
    return [place for place, tag in enumerate(tags) if not may_follow(tag, tags[place - 1] if place else None)]


def begun(tags: Sequence[str]) -> list[str]:
    """Mended as most scripts do: an I that goes on with nothing begins a name, and is read as B."""
    mended: list[str] = []
    for tag in tags:
        fits = may_follow(tag, mended[-1] if mended else None)
        mended.append(tag if fits else f"B-{tag[2:]}")
    return mended


def likeliest(scores: Floats, tags: Sequence[str]) -> list[str]:
    """The possible sequence with the highest sum of scores (Viterbi 1967): what a CRF does with rules as its weights.

    Args:
        scores: The logarithms of probabilities, or logits. *Shape:* (word, tag)
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
class Mended:
    """Tags of words, those that cannot stand where they do, and two ways of reading all of them.

    Attributes:
        tags: The likeliest of each word by itself.
        places: The words whose tag cannot stand there.
        begun: Mended as most scripts do.
        likeliest: The possible sequence that is likeliest as a whole.
    """

    tags: tuple[str, ...]
    places: tuple[int, ...]
    begun: tuple[str, ...]
    likeliest: tuple[str, ...]


def mended(probabilities: Floats, labels: Sequence[str]) -> Mended:
    """Both ways of mending what a head says of the words of a text. *Shape:* ``probabilities`` (word, label)."""
    tags = [labels[place] for place in probabilities.argmax(axis=1)]
    scores = np.log(np.maximum(probabilities, 1e-30))
    return Mended(tuple(tags), tuple(broken(tags)), tuple(begun(tags)), tuple(likeliest(scores, labels)))


def names_in(tags: Sequence[str]) -> list[Name]:
    """The names of a sequence; an I that goes on with nothing begins one."""
    found: list[Name] = []
    for place, tag in enumerate(begun(tags)):
        if tag.startswith("B-"):
            found.append(Name(tag[2:], place, place))
        elif tag != OUTSIDE:
            found[-1] = Name(found[-1].kind, found[-1].first, place)
    return found


def entity_f1(found: Sequence[Sequence[str]], gold: Sequence[Sequence[str]]) -> float:
    """How many names were found whole and with their kind: the harmonic mean of precision and recall (CoNLL 2003)."""
    right = said = there = 0
    for one, other in zip(found, gold, strict=True):
        ours, theirs = set(names_in(one)), set(names_in(other))
        right, said, there = right + len(ours & theirs), said + len(ours), there + len(theirs)
    return 2 * right / (said + there) if said + there else 1.0
