"""Write what the heads learn from: ``python -m training.heads.data --corpus … --to …``.

Wants spaCy and its model (see :mod:`training.heads.parsing`). Text from held-out documents of the corpus, and
from held-out blocks of textbooks, goes to separate files; no paragraph is in both.
"""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from training.corpus import documents
from training.heads.parsing import Sentence, parse_paragraphs
from training.heads.questions import GeneratedQuestion, generate_questions
from training.heads.subjects import subject_lines

TAGGED_PARAGRAPHS = {  # how many paragraphs of each file get their words named
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
QUESTION_PARAGRAPHS = {  # and how many are asked about
    "wikipedia-simple-1.txt": 14000,
    "wikipedia-simple-2.txt": 12000,
    "wikipedia-articles.txt": 10000,
    "wikipedia-featured.txt": 12000,
}
PASSAGE_LENGTH = (200, 800)  # characters
UNANSWERED_RATE = 0.35  # of passages that also get a question they do not answer
QUESTIONS_PER_PASSAGE = 2  # a passage
Record = dict[str, object]


def main() -> None:
    """Write all files."""
    parser = argparse.ArgumentParser(prog="python -m training.heads.data", description=__doc__)
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--to", type=Path, default=Path("runs/heads"))
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    for name, records in (
        ("words", tagged_records(arguments.corpus, arguments.seed)),
        ("subjects", subject_records(arguments.corpus)),
        ("spans", question_records(arguments.corpus, arguments.seed)),
    ):
        written = write_records(records, arguments.to, name)
        print(name, written, flush=True)


def write_records(records: Iterator[tuple[bool, Record]], folder: Path, name: str) -> dict[str, int]:
    """Write records as JSON lines, held-out ones to a separate file. Returns the counts by file name."""
    files = {held_out: folder / f"{name}{'.held-out' if held_out else ''}.jsonl" for held_out in (False, True)}
    lines: dict[bool, list[str]] = {False: [], True: []}
    for held_out, record in records:
        lines[held_out].append(json.dumps(record, ensure_ascii=False))
    for held_out, file in files.items():
        file.write_text("\n".join(lines[held_out]) + "\n", encoding="utf-8")
    return {file.name: len(lines[held_out]) for held_out, file in files.items()}


def tagged_records(corpus: Path, seed: int) -> Iterator[tuple[bool, Record]]:
    """Sentences with a part of speech and an entity tag for every word."""
    for held_out, _, sentences in _parse_files(corpus, TAGGED_PARAGRAPHS, seed):
        for words in sentences:
            if 3 <= len(words) <= 60:
                yield (
                    held_out,
                    {
                        "text": _sentence_text(words),
                        "words": [(word.begin - words[0].begin, word.end - words[0].begin) for word in words],
                        "speech": [word.pos for word in words],
                        "names": [word.name for word in words],
                    },
                )


def question_records(corpus: Path, seed: int) -> Iterator[tuple[bool, Record]]:
    """Passages with a question each; ``begin`` is -1 if the passage does not answer it."""
    rng = random.Random(seed)
    before: tuple[str, list[tuple[GeneratedQuestion, str]]] | None = None
    for held_out, text, sentences in _parse_files(corpus, QUESTION_PARAGRAPHS, seed, PASSAGE_LENGTH):
        topic = _topic(sentences)
        candidates = [question for words in sentences for question in generate_questions(words, rng, topic)]
        chosen = rng.sample(candidates, k=min(QUESTIONS_PER_PASSAGE, len(candidates)))
        for question in chosen:
            yield held_out, _question_record(text, question)
        if before and chosen and rng.random() < UNANSWERED_RATE:
            stranger, answer = rng.choice(before[1])
            if answer.lower() not in text.lower():
                yield held_out, {"passage": text, "question": stranger.text, "begin": -1, "end": -1}
        if chosen:
            before = text, [(question, text[question.begin : question.end]) for question in chosen]


def subject_records(corpus: Path) -> Iterator[tuple[bool, Record]]:
    """Paragraphs of textbooks with the subject of the book."""
    for subject, text, held_out in subject_lines(corpus):
        yield held_out, {"text": text, "label": subject}


def _parse_files(
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
        drawn = drawn[begin : begin + paragraphs]  # a contiguous range
        for (held_out, _), (text, sentences) in zip(drawn, parse_paragraphs(text for _, text in drawn), strict=True):
            yield held_out, text, sentences


def _question_record(text: str, question: GeneratedQuestion) -> Record:
    return {"passage": text, "question": question.text, "begin": question.begin, "end": question.end}


def _topic(sentences: tuple[Sentence, ...]) -> str:
    """The person's name that a passage begins with, or ""."""
    name: list[str] = []
    for word in sentences[0] if sentences else ():
        if word.entity == "PERSON":
            name.append(word.text)
        else:
            break
    return " ".join(name)


def _sentence_text(words: Sentence) -> str:
    text, begin = "", words[0].begin
    for word in words:
        text = text.ljust(word.begin - begin) + word.text
    return text


if __name__ == "__main__":
    main()
