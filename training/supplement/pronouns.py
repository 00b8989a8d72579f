"""Sentences in which a pronoun refers back to someone mentioned earlier.

Names, family words and roles such as "king" fix the pronoun.  Professions do not, so
every sentence about one comes as a pair, once with "he" and once with "she", and
regularly a third time with "they": the model should learn no preference from here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from training.supplement.frames import (
    Slots,
    agree,
    distinct_sentences,
    fill,
    polish,
    read_lines,
    read_slots,
    read_table,
)
from training.supplement.people import Person, people

KNOWN_PERSON = 5200
PROFESSION_TRIPLES = 900
THINGS = 180

_THINGS = "cup|watch|radio|clock|lamp|bottle|camera|plate|mirror|telephone|glass|toy|vase|guitar"


def _about(person: Person, rng: random.Random, frames: list[list[str]], slots: Slots) -> str:
    wanted = ("any", "many") if person.is_group else ("any", "one")
    frame = rng.choice([frame for number, frame in frames if number in wanted])
    text = agree(fill(frame, rng, {**slots, **person.slots()}), person.is_group)
    return polish(text)


def _known_person(rng: random.Random, crowd: list[Person], frames: list[list[str]], slots: Slots) -> str:
    return _about(rng.choice(crowd), rng, frames, slots)


def _profession_sentences(
    rng: random.Random, crowd: list[Person], frames: list[list[str]], slots: Slots
) -> Iterator[str]:
    """The same sentences with "he", with "she" and with "they" in equal measure."""
    he, she, they = (next(person for person in crowd if person.subject == word) for word in ("he", "she", "they"))
    professions = read_lines("professions.txt")
    # Frames with a present-tense verb would need another form after "they".
    shared = [row for row in frames if row[0] == "any"]
    made: set[str] = set()
    while len(made) < PROFESSION_TRIPLES:
        subject = f"the {rng.choice(professions)}"
        seed = rng.getrandbits(32)
        versions = []
        for pronouns in (he, she, they):
            # The same seed makes the same choices, so only the pronouns differ.
            person = replace(pronouns, subject=subject, kind="profession")
            versions.append(_about(person, random.Random(seed), shared, slots))
        if versions[0] not in made:
            made.add(versions[0])
            yield from versions


def _thing(rng: random.Random, frames: list[str]) -> str:
    return polish(fill(rng.choice(frames), rng, {"it": _THINGS.split("|")}))


def sentences(rng: random.Random) -> Iterator[str]:
    """About eight thousand sentences about pronouns."""
    everyone = people()
    frames = read_table("pronoun_frames.tsv")
    slots = read_slots("slots_pronouns.tsv")
    crowd = [person for person in everyone if person.kind not in ("pronoun", "speaker")]
    yield from distinct_sentences(KNOWN_PERSON, partial(_known_person, rng, crowd, frames, slots))
    yield from _profession_sentences(rng, everyone, frames, slots)
    yield from distinct_sentences(THINGS, partial(_thing, rng, read_lines("things.txt")))
