"""Batches for every head, from the files that :mod:`training.heads.made` writes and the opinions that ship."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from components.tasks.model.specs import ANSWERS, NAMES, NEIGHBOUR, OPINION, RELATION, SPAN, SPECS, SPEECH, SUBJECT

NO_LABEL = -100  # what torch's cross-entropy leaves out
LONGEST = 224  # pieces of a question and its passage
QUESTION, PASSAGE = "question", "passage"
STRANGER = 0.2  # of questions that are put to a passage of somewhere else
Batch = dict[str, torch.Tensor]
Record = dict[str, Any]


@dataclass(frozen=True)
class Task:
    """What is drawn together: records of a kind, how they become a batch, and how often they come."""

    name: str
    records: Sequence[Record]
    batch: Callable[[Sequence[Record], random.Random], Batch]
    share: float
    size: int


class Batches:
    """Every task's batches, with one tokenizer."""

    def __init__(self, folder: Path, tokenizer: Any, *, held_out: bool = False) -> None:
        self.tokenizer = tokenizer
        ending = ".held-out.jsonl" if held_out else ".jsonl"

        def read(name: str) -> list[Record]:
            lines = (folder / f"{name}{ending}").read_text(encoding="utf-8").splitlines()
            return [json.loads(line) for line in lines]

        self._spans = read("spans")
        self.tasks = (
            Task("words", read("words"), self.words, 0.22, 24),
            Task(SPAN, self._spans, self.spans, 0.40, 12),
            Task(RELATION, read("relations"), self.pairs(RELATION), 0.14, 24),
            Task(NEIGHBOUR, read("neighbours"), self.pairs(NEIGHBOUR), 0.10, 20),
            Task(SUBJECT, read("subjects"), self.subjects, 0.10, 16),
            Task(OPINION, opinions("test" if held_out else "train"), self.opinions, 0.04, 16),
        )

    def words(self, records: Sequence[Record], rng: random.Random) -> Batch:
        """Labels at the first piece of every word; the others have none."""
        batch, encodings = self._encoded([record["text"] for record in records])
        for head, column in ((SPEECH, "speech"), (NAMES, "names")):
            labels = torch.full_like(batch["input_ids"], NO_LABEL)
            for row, (record, encoding) in enumerate(zip(records, encodings, strict=True)):
                for position, label in first_pieces(encoding, record["words"], record[column]):
                    labels[row, position] = SPECS[head].labels.index(label)
            batch[head] = labels
        return batch

    def spans(self, records: Sequence[Record], rng: random.Random) -> Batch:
        """Where answers begin and end, in pieces; [CLS] twice where the passage has none."""
        asked = []
        for record in records:
            stranger = rng.random() < STRANGER
            passage = rng.choice(self._spans)["passage"] if stranger else record["passage"]
            asked.append({**record, "passage": passage, "begin": -1} if stranger else record)
        batch, encodings = self._encoded([one["question"] for one in asked], [one["passage"] for one in asked])
        places = torch.zeros(len(asked), 2, dtype=torch.long)
        for row, (one, encoding) in enumerate(zip(asked, encodings, strict=True)):
            found = span_of(encoding, one["begin"], one["end"]) if one["begin"] >= 0 else None
            if found:
                places[row] = torch.tensor(found)
            elif one["begin"] >= 0:
                places[row] = NO_LABEL  # cut off with the end of a long passage
        batch[SPAN] = places
        # For vectors that find passages: every answered question alone, and the passage that answers it alone.
        answered = [record for record in records if record["begin"] >= 0]
        for part in (QUESTION, PASSAGE):
            alone, _ = self._encoded([record[part] for record in answered])
            batch |= {f"{part}.{name}": each for name, each in alone.items()}
        batch[ANSWERS] = (places[:, 0] != 0).long().where(places[:, 0] != NO_LABEL, NO_LABEL)
        return batch

    def pairs(self, head: str) -> Callable[[Sequence[Record], random.Random], Batch]:
        """Two texts and how they stand to each other."""

        def made(records: Sequence[Record], rng: random.Random) -> Batch:
            batch, _ = self._encoded([one["first"] for one in records], [one["second"] for one in records])
            batch[head] = torch.tensor([SPECS[head].labels.index(one["label"]) for one in records])
            return batch

        return made

    def subjects(self, records: Sequence[Record], rng: random.Random) -> Batch:
        """Paragraphs of one subject, and in four of ten cases of two, one after the other."""
        texts, labels = [], torch.zeros(len(records), len(SPECS[SUBJECT].labels))
        for row, record in enumerate(records):
            parts = [record]
            if rng.random() < 0.4:
                parts.append(rng.choice(self.tasks[4].records))
                rng.shuffle(parts)
            texts.append(" ".join(part["text"] for part in parts))
            for part in parts:
                labels[row, SPECS[SUBJECT].labels.index(part["label"])] = 1
        batch, _ = self._encoded(texts)
        batch[SUBJECT] = labels
        return batch

    def opinions(self, records: Sequence[Record], rng: random.Random) -> Batch:
        """Sentences and what they think."""
        batch, _ = self._encoded([one["text"] for one in records])
        batch[OPINION] = torch.tensor([SPECS[OPINION].labels.index(one["label"]) for one in records])
        return batch

    def _encoded(self, first: list[str], second: list[str] | None = None) -> tuple[Batch, list[Any]]:
        encoded = self.tokenizer(
            first, second, truncation=True, max_length=LONGEST, padding=True, return_tensors="pt", verbose=False
        )
        return dict(encoded.data), list(encoded.encodings)


def opinions(part: str) -> list[Record]:
    """The opinions that ship."""
    file = Path(__file__).parents[2] / "components/teaching/model/opinions.tsv"
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    return [{"text": text, "label": label} for split, label, text in rows if split == part]


def first_pieces(encoding: Any, words: Sequence[tuple[int, int]], labels: Sequence[str]) -> list[tuple[int, str]]:
    """The positions at which words begin, as the tokenizer cuts words, and the label of the word that stands there."""
    owners = {
        character: label for (begin, end), label in zip(words, labels, strict=True) for character in range(begin, end)
    }
    found, before = [], None
    for position, (word, (begin, _)) in enumerate(zip(encoding.word_ids, encoding.offsets, strict=True)):
        if word is not None and word != before and begin in owners:
            found.append((position, owners[begin]))
        before = word
    return found


def span_of(encoding: Any, begin: int, end: int) -> tuple[int, int] | None:
    """The first and the last piece of the second text that hold these characters; None where they are cut off."""
    inside = [
        position
        for position, (sequence, (first, after)) in enumerate(zip(encoding.sequence_ids, encoding.offsets, strict=True))
        if sequence == 1 and first < end and after > begin
    ]
    return (inside[0], inside[-1]) if inside and encoding.offsets[inside[-1]][1] >= end else None
