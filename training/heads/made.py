"""Write what the heads learn from: ``python -m training.heads.made --corpus … --to …``.

Wants spaCy and its model (see :mod:`training.heads.parsed`). Whatever stands in a held-out document of the corpus, or
in a held-out block of a textbook, goes into files of its own, and no paragraph is in both.
"""

import argparse
import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from training.corpus import documents
from training.heads.parsed import Sentence, parsed
from training.heads.questions import Question, questions
from training.heads.relations import relations
from training.heads.subjects import subject_lines

TAGGED = {  # how many paragraphs of each file get their words named
    "web-english-ewt.txt": 1924,
    "wikipedia-articles.txt": 2500,
    "wikipedia-simple-1.txt": 2500,
    "wikipedia-featured.txt": 1200,
    "sentences-tatoeba.txt": 4000,
    "sentences-common-voice.txt": 2500,
    "dialogues-schema-guided.txt": 1500,
    "stories-pratham.txt": 1500,
    "government-web.txt": 700,
}
ASKED = {  # and how many are asked about
    "wikipedia-simple-1.txt": 14000,
    "wikipedia-simple-2.txt": 12000,
    "wikipedia-articles.txt": 10000,
    "wikipedia-featured.txt": 12000,
}
RELATED = {
    "wikipedia-simple-1.txt": 6000,
    "sentences-tatoeba.txt": 9000,
    "sentences-common-voice.txt": 6000,
    "stories-pratham.txt": 5000,
    "wikipedia-articles.txt": 3000,
}
PASSAGE = (200, 800)  # characters
UNANSWERED = 0.35  # of passages that also get a question they do not answer
QUESTIONS = 2  # a passage
NEXT = 30_000  # pairs of neighbours
Record = dict[str, object]


def main() -> None:
    """Write every file."""
    parser = argparse.ArgumentParser(prog="python -m training.heads.made", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--to", type=Path, default=Path("runs/heads"))
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    for name, records in (
        ("words", tagged(arguments.corpus, arguments.seed)),
        ("relations", related(arguments.corpus, arguments.seed)),
        ("neighbours", neighbours(arguments.corpus, arguments.seed)),
        ("subjects", subjects(arguments.corpus)),
        ("spans", asked(arguments.corpus, arguments.seed)),
    ):
        written = write(records, arguments.to, name)
        print(name, written, flush=True)


def write(records: Iterator[tuple[bool, Record]], folder: Path, name: str) -> dict[str, int]:
    """Records as lines of JSON, those held out apart."""
    files = {held_out: folder / f"{name}{'.held-out' if held_out else ''}.jsonl" for held_out in (False, True)}
    lines: dict[bool, list[str]] = {False: [], True: []}
    for held_out, record in records:
        lines[held_out].append(json.dumps(record, ensure_ascii=False))
    for held_out, file in files.items():
        file.write_text("\n".join(lines[held_out]) + "\n", encoding="utf-8")
    return {file.name: len(lines[held_out]) for held_out, file in files.items()}


def tagged(corpus: Path, seed: int) -> Iterator[tuple[bool, Record]]:
    """Sentences with a part of speech and a name's kind at every word."""
    for held_out, _, sentences in _parsed(corpus, TAGGED, seed):
        for words in sentences:
            if 3 <= len(words) <= 60:
                yield (
                    held_out,
                    {
                        "text": _written(words),
                        "words": [(word.begin - words[0].begin, word.end - words[0].begin) for word in words],
                        "speech": [word.pos for word in words],
                        "names": [word.name for word in words],
                    },
                )


def asked(corpus: Path, seed: int) -> Iterator[tuple[bool, Record]]:
    """Passages with a question each; ``begin`` is -1 where the passage does not answer it."""
    rng = random.Random(seed)
    before: tuple[str, list[tuple[Question, str]]] | None = None
    for held_out, text, sentences in _parsed(corpus, ASKED, seed, PASSAGE):
        topic = _topic(sentences)
        found = [question for words in sentences for question in questions(words, rng, topic)]
        chosen = rng.sample(found, k=min(QUESTIONS, len(found)))
        for question in chosen:
            yield held_out, _record(text, question)
        if before and chosen and rng.random() < UNANSWERED:
            stranger, answer = rng.choice(before[1])
            if answer.lower() not in text.lower():
                yield held_out, {"passage": text, "question": stranger.text, "begin": -1, "end": -1}
        if chosen:
            before = text, [(question, text[question.begin : question.end]) for question in chosen]


def related(corpus: Path, seed: int) -> Iterator[tuple[bool, Record]]:
    """Pairs of which one follows from the other, contradicts it, or neither."""
    rng = random.Random(seed)
    names: list[str] = []
    before: Sentence = ()
    for held_out, _, sentences in _parsed(corpus, RELATED, seed):
        for words in sentences:
            names = [*names[-200:], *(word.text for word in words if word.name == "B-PER")]
            if before and words:
                for given, said, label in relations(words, before, names, rng):
                    yield held_out, {"first": given, "second": said, "label": label}
            before = words or before


def neighbours(corpus: Path, seed: int) -> Iterator[tuple[bool, Record]]:
    """Two sentences of one text: the second comes next, comes before, or is from elsewhere in the document."""
    rng = random.Random(seed)
    pairs: list[tuple[bool, Record]] = []
    only = ["fiction-public-domain.txt", "wikipedia-simple-1.txt", "wikipedia-articles.txt", "stories-pratham.txt"]
    for document in documents(corpus, only):
        said = [_sentences(paragraph) for paragraph in document.paragraphs]
        flat = [sentence for paragraph in said for sentence in paragraph]
        for paragraph in said:
            for one, other in pairwise(paragraph):
                kind = rng.choice(("next", "before", "elsewhere"))
                first, second = (one, other) if kind != "before" else (other, one)
                second = rng.choice(flat) if kind == "elsewhere" else second
                pairs.append((document.held_out, {"first": first, "second": second, "label": kind}))
    yield from rng.sample(pairs, k=min(NEXT, len(pairs)))


def subjects(corpus: Path) -> Iterator[tuple[bool, Record]]:
    """Paragraphs of textbooks and the subject of the book."""
    for subject, text, held_out in subject_lines(corpus):
        yield held_out, {"text": text, "label": subject}


def _parsed(
    corpus: Path, wanted: dict[str, int], seed: int, length: tuple[int, int] = (10, 900)
) -> Iterator[tuple[bool, str, tuple[Sentence, ...]]]:
    for file, paragraphs in wanted.items():
        drawn = [
            (document.held_out, paragraph)
            for document in documents(corpus, [file])
            for paragraph in document.paragraphs
            if length[0] <= len(paragraph) <= length[1]
        ]
        begin = random.Random(seed).randrange(max(1, len(drawn) - paragraphs))
        drawn = drawn[begin : begin + paragraphs]  # neighbours stay neighbours
        for (held_out, _), (text, sentences) in zip(drawn, parsed(text for _, text in drawn), strict=True):
            yield held_out, text, sentences


def _record(text: str, question: Question) -> Record:
    return {"passage": text, "question": question.text, "begin": question.begin, "end": question.end}


def _topic(sentences: tuple[Sentence, ...]) -> str:
    """The person that a passage begins with, if it begins with one."""
    name: list[str] = []
    for word in sentences[0] if sentences else ():
        if word.entity == "PERSON":
            name.append(word.text)
        else:
            break
    return " ".join(name)


def _written(words: Sentence) -> str:
    text, begin = "", words[0].begin
    for word in words:
        text = text.ljust(word.begin - begin) + word.text
    return text


def _sentences(paragraph: str) -> list[str]:
    """Sentences by their full stops: enough for pairs."""
    parts = paragraph.replace("! ", "!\n").replace("? ", "?\n").replace(". ", ".\n").split("\n")
    return [part.strip() for part in parts if 25 <= len(part.strip()) <= 220]


if __name__ == "__main__":
    main()
