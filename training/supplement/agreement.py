"""Sentences in which a verb agrees with its subject, often across a distracting noun.

In "The keys to the door are lost" the verb follows "door" but agrees with "keys".
Heads and distractors appear in all four combinations of number, so a model cannot
do well by looking at the nearest noun alone.  Short plain sentences, quantifiers,
questions, pronoun subjects and tense with time words complete the picture.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial

from training.supplement.frames import (
    agree,
    distinct_sentences,
    fill,
    polish,
    read_lines,
    read_slots,
    read_table,
)

PHRASES = 9500
RELATIVES = 3500
PLAIN = 3500
QUANTIFIED = 1700
PERSONS_AND_TENSE = 2300

_IRREGULAR = dict(read_table("irregular_plurals.tsv"))
_WHO = "I|you|he|she|we|they|my father|my sister|the children|the teacher|the boys|Mary|John"


def plural_of(noun: str) -> str:
    """The plural of a noun: from the table when irregular, else by spelling."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def _in_number(noun: str, plural: bool) -> str:
    return plural_of(noun) if plural else noun


def _attractor(rng: random.Random, nouns: str) -> str:
    plural = rng.random() < 0.5
    adjectives = ("", "", "", "", "old ", "other ", "two ") if plural else ("", "", "", "", "old ")
    return f"the {rng.choice(adjectives)}{_in_number(rng.choice(nouns.split(',')), plural)}"


def _continuations() -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for kind, frame in read_table("continuations.tsv"):
        table.setdefault(kind, []).append(frame)
    return table


def _phrase(rng: random.Random, rows: list[list[str]], ends: dict[str, list[str]]) -> str:
    heads, preposition, nouns, kind = rng.choice(rows)
    plural = rng.random() < 0.5
    head = _in_number(rng.choice(heads.split(",")), plural)
    subject = f"the {head} {preposition} {_attractor(rng, nouns)}"
    return polish(agree(f"{subject} {fill(rng.choice(ends[kind]), rng, {})}", plural))


def _relative(rng: random.Random, rows: list[list[str]], ends: dict[str, list[str]]) -> str:
    heads, verb, nouns, kind = rng.choice(rows)
    plural = rng.random() < 0.5
    head = _in_number(rng.choice(heads.split(",")), plural)
    pronoun = rng.choice(("who", "that")) if kind == "person" else "that"
    subject = f"the {head} {pronoun} {verb} {_attractor(rng, nouns)}"
    return polish(agree(f"{subject} {fill(rng.choice(ends[kind]), rng, {})}", plural))


def _noun_slots(plural: bool) -> dict[str, list[str]]:
    """Slots for one number: nouns, and the determiners that go with them."""
    slots = {
        name: [_in_number(noun, plural) for noun in nouns] for name, nouns in read_slots("slots_agreement.tsv").items()
    }
    slots["a"] = ["two", "some", "many", "several", "three"] if plural else ["a"]
    slots["this"] = ["these", "those"] if plural else ["this", "that"]
    return slots


def _plain(rng: random.Random, frames: list[str], slots: dict[bool, dict[str, list[str]]]) -> str:
    plural = rng.random() < 0.5
    return polish(agree(fill(rng.choice(frames), rng, slots[plural]), plural))


def _quantified(rng: random.Random, rows: list[list[str]], slots: dict[bool, dict[str, list[str]]]) -> str:
    number, frame = rng.choice(rows)
    return polish(fill(frame, rng, slots[number != "one"]))


def _person_or_tense(rng: random.Random, frames: list[str], slots: dict[str, list[str]]) -> str:
    return polish(fill(rng.choice(frames), rng, slots))


def _action_slots() -> dict[str, list[str]]:
    """One slot per verb form, from the table of actions."""
    forms = zip(*read_table("actions.tsv"), strict=True)
    names = ("base", "third", "past", "ing")
    slots = {name: list(form) for name, form in zip(names, forms, strict=True)}
    return {**slots, "who": _WHO.split("|")}


def sentences(rng: random.Random) -> Iterator[str]:
    """About twenty thousand sentences about agreement."""
    ends = _continuations()
    slots = {plural: _noun_slots(plural) for plural in (False, True)}
    plain = [frame for _, frame in read_table("plain.tsv")]
    yield from distinct_sentences(PHRASES, partial(_phrase, rng, read_table("heads.tsv"), ends))
    yield from distinct_sentences(RELATIVES, partial(_relative, rng, read_table("relatives.tsv"), ends))
    yield from distinct_sentences(PLAIN, partial(_plain, rng, plain, slots))
    yield from distinct_sentences(QUANTIFIED, partial(_quantified, rng, read_table("quantified.tsv"), slots))
    frames = read_lines("persons_and_tense.txt")
    yield from distinct_sentences(PERSONS_AND_TENSE, partial(_person_or_tense, rng, frames, _action_slots()))
