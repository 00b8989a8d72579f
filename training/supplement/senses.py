"""Sentences in which the context decides what a word with several meanings means.

"Bank" beside "loan" is about money and beside "stream" about a river.  Each frame
holds the word together with its clues, before it or after it, so that masking either
one leaves the other to predict it from.  The senses of a word get equal shares.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from training.supplement.frames import Slots, agree, distinct_sentences, fill, polish, read_slots, read_table
from training.supplement.people import Person, people

# "Bank" is the word the app demonstrates, so it gets the most sentences; the other
# words of its menu follow, and the rest only keep the idea general.
_BANK = 6000
_MENU_WORD = 1050
_OTHER_WORD = 170
_MENU = frozenset(["bat", "spring", "light", "right", "match", "charge", "cell", "plant", "bark"])


def _quota(word: str) -> int:
    if word == "bank":
        return _BANK
    return _MENU_WORD if word in _MENU else _OTHER_WORD


def _frames_by_sense() -> dict[str, dict[str, list[str]]]:
    words: dict[str, dict[str, list[str]]] = {}
    for word, sense, frame in read_table("senses.tsv"):
        words.setdefault(word, {}).setdefault(sense, []).append(frame)
    return words


def _takes_plural_verb(person: Person) -> bool:
    return person.was == "were" or person.subject == "I"


def _sentence(rng: random.Random, frames: list[str], crowd: list[Person], slots: Slots) -> str:
    person = rng.choice(crowd)
    text = fill(rng.choice(frames), rng, {**slots, **person.slots()})
    return polish(agree(text, _takes_plural_verb(person)))


def sentences(rng: random.Random) -> Iterator[str]:
    """About twenty thousand sentences about word sense."""
    crowd = people()
    slots = read_slots("slots_senses.tsv")
    for word, senses in _frames_by_sense().items():
        share = _quota(word) // len(senses)
        for frames in senses.values():
            yield from distinct_sentences(share, partial(_sentence, rng, frames, crowd, slots))
