"""Write the second part of the probe set for attention heads: ``python -m training.head_sentences``.

The first part is ordinary prose, in which a determiner mostly directly precedes its noun and a verb its object, so a
head that always attends to the next word seems to know grammar. Here related words are one to seven words apart: with
adjectives, adverbs and clauses between them, in questions and in the passive. Each frame marks the related words, so
every generated sentence is annotated.

Marks follow a slash: ``d`` and ``n`` are a determiner and its noun, ``p`` and ``q`` a possessor and its possession,
``s`` and ``v`` a subject and its verb, ``o`` the object of a verb. The digit is the number of the pair.
"""

import random
import re
from collections.abc import Iterator

from components.attention.model.head_probes import FILE, Relation

FRAMES = (
    "The/d1 {kind} {kind} {person}/n1s1 {did}/v1 the/d2 {made} {made} {made} {thing}/n2o1.",
    "The/d1 {person}/n1s1 who {did}/v2 the/d2 {thing}/n2o2 {went}/v1 to the/d3 {place}/n3.",
    "The/d1 {person}/n1s1 near the/d2 {built} {place}/n2 {adverb} {did}/v1 a/d3 {thing}/n3o1.",
    "{Name}/s1 {adverb} and {adverb} {did}/v1 her/p1 {made} {made} {thing}/q1o1.",
    "Did the/d1 {kind} {person}/n1s1 from the/d2 {place}/n2 really {do}/v1 the/d3 {thing}/n3o1?",
    "Which/d1 {thing}/n1o1 did the/d2 {person}/n2s1 {do}/v1 behind the/d3 {place}/n3?",
    "The/d1 {made} {thing}/n1 was {done} by the/d2 {kind} {kind} {person}/n2.",
    "{Name}'s/p1 {made} {made} {made} {thing}/q1s1 {fell}/v1 near the/d1 {place}/n1.",
    "My/p1 {kind} neighbour's/q1p2 {made} {made} {thing}/q2s1 {fell}/v1 again.",
    "The/d1 {thing}/n1s1 that the/d2 {person}/n2s2 {did}/v2 on {day} {fell}/v1.",
    "The/d1 {person}/n1s1 gave/v1 the/d2 {kind} {person}/n2 a/d3 {made} {thing}/n3o1.",
    "On {day}, behind the/d1 {place}/n1, our/p1 {kind} {person}/q1s1 {adverb} {did}/v1 every/d2 {thing}/n2o1.",
    "Without a/d1 word/n1, the/d2 {kind}, {kind} {person}/n2s1 {did}/v1 his/p1 own {made} {thing}/q1o1.",
    "No/d1 {person}/n1s1 in the/d2 {built} {room}/n2 has ever {done}/v1 this/d3 {made} {thing}/n3o1.",
    "There, in the/d1 {room}/n1, stood/v1 a/d2 {made} {made} {thing}/n2s1.",
    "Its/p1 {built} {built} {place}/q1s1 still attracts/v1 no/d1 {person}/n1o1.",
)
SENTENCES_PER_FRAME = 23  # sentences
WORDS = {
    "kind": "old clever young famous gentle tired strange quiet cheerful",
    "made": "small heavy red broken bright wooden dusty expensive",
    "built": "old narrow famous quiet ugly pretty empty",
    "person": "baker teacher farmer sailor doctor lawyer painter nurse pilot miller tailor gardener singer hunter",
    "thing": "basket letter lamp kettle ladder blanket bottle carpet bicycle mirror wagon coat map bell rope table",
    "place": "kitchen bridge market harbour garden station village church forest tower library castle",
    "room": "kitchen garden station church library castle tower",
    "adverb": "slowly quickly finally often rarely suddenly quietly carefully",
    "went": "walked hurried returned drove moved",
    "fell": "fell vanished disappeared burned",
    "day": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "Name": "Anna Clara Emma Julia Laura Maria Sophie Helen",
}
VERBS = [
    verb.split("/")
    for line in (
        "carry/carried/carried find/found/found sell/sold/sold repair/repaired/repaired borrow/borrowed/borrowed",
        "drop/dropped/dropped clean/cleaned/cleaned hide/hid/hidden buy/bought/bought lift/lifted/lifted",
        "steal/stole/stolen forget/forgot/forgotten",
    )
    for verb in line.split()
]
_PARTS = {  # a relation's two marks, in the order of the file's ">"
    Relation.DETERMINER: ("d", "n"),
    Relation.OBJECT: ("v", "o"),
    Relation.POSSESSIVE: ("p", "q"),
    Relation.SUBJECT: ("s", "v"),
}


def sentences() -> Iterator[str]:
    """The lines of the file; deterministic."""
    rng = random.Random(0)
    for frame in FRAMES:
        made: set[str] = set()
        while len(made) < SENTENCES_PER_FRAME:
            line = _line(frame, rng)
            if line not in made:
                made.add(line)
                yield line


def _line(frame: str, rng: random.Random) -> str:
    rests = {name: rng.sample(words.split(), len(words.split())) for name, words in WORDS.items()}
    verbs = rng.sample(VERBS, len(VERBS))

    def word(slot: re.Match[str]) -> str:
        if slot[1] in ("do", "did", "done"):
            return verbs.pop()[("do", "did", "done").index(slot[1])]
        return rests[slot[1]].pop()

    words, marks = [], []
    for chunk in re.sub(r"\{(\w+)\}", word, frame).split(" "):
        text, _, mark = chunk.partition("/")
        end = mark[-1] if mark[-1:] in (".", ",", "?") else ""
        words.append((text, end))
        marks.append(re.findall(r"[a-z]\d", mark))
    words_only = [text for text, _ in words]
    for place, following in enumerate(words_only[1:]):
        if words_only[place] == "a" and following[0] in "aeiou":
            words_only[place] = "an"
    sentence = " ".join(text + end for text, (_, end) in zip(words_only, words, strict=True))
    return "\t".join((sentence, *(_pairs(words_only, marks, *_PARTS[relation]) for relation in Relation)))


def _pairs(words: list[str], marks: list[list[str]], left: str, right: str) -> str:
    bare = [text.rstrip(".,?") for text in words]
    names = [text if bare.count(text) == 1 else f"{text}.{bare[: n + 1].count(text)}" for n, text in enumerate(bare)]
    place = {mark: name for name, of in zip(names, marks, strict=True) for mark in of}
    numbers = sorted(mark[1] for mark in place if mark[0] == left)
    return " ".join(f"{place[left + n]}>{place[right + n]}" for n in numbers if right + n in place)


def main() -> None:
    """Write the lines to the file, replacing earlier generated ones."""
    made = list(sentences())
    other_lines = [line for line in FILE.read_text(encoding="utf-8").splitlines() if line not in set(made)]
    FILE.write_text("\n".join((*other_lines, *made)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
