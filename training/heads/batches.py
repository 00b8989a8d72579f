"""Batches for every head, from the files that :mod:`training.heads.data` writes and the opinions that ship."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from components.model.heads.specs import ANSWERS, NAMES, OPINION, SPAN, SPECS, SPEECH, SUBJECT

NO_LABEL = -100  # ignore_index of torch's cross-entropy
LENGTH_LIMIT = 224  # tokens of a question and its passage
QUESTION, PASSAGE = "question", "passage"
UNRELATED_RATE = 0.2  # share of questions that are paired with an unrelated passage
Batch = dict[str, torch.Tensor]
Record = dict[str, Any]


@dataclass(frozen=True)
class HeadTask:
    """Training records for one or more heads, how they become a batch, the sampling share and the batch size."""

    name: str
    records: Sequence[Record]
    batch: Callable[[Sequence[Record], random.Random], Batch]
    share: float
    size: int


class HeadBatches:
    """The batches of all tasks, with one tokenizer."""

    def __init__(self, folder: Path, tokenizer: Any, *, held_out: bool = False) -> None:
        self.tokenizer = tokenizer
        ending = ".held-out.jsonl" if held_out else ".jsonl"

        def read(name: str) -> list[Record]:
            lines = (folder / f"{name}{ending}").read_text(encoding="utf-8").splitlines()
            return [json.loads(line) for line in lines]

        self._spans, self._subjects = read("spans"), read("subjects")
        self.tasks = (
            HeadTask("words", read("words"), self.words, 0.22, 24),
            HeadTask(SPAN, self._spans, self.spans, 0.40, 12),
            HeadTask(SUBJECT, self._subjects, self.subjects, 0.10, 16),
            HeadTask(OPINION, opinions("test" if held_out else "train"), self.opinions, 0.04, 16),
        )

    def words(self, records: Sequence[Record], rng: random.Random) -> Batch:
        """Labels at the first token of every word; the others have none."""
        batch, encodings = self._encode([record["text"] for record in records])
        for head, column in ((SPEECH, "speech"), (NAMES, "names")):
            labels = torch.full_like(batch["input_ids"], NO_LABEL)
            for row, (record, encoding) in enumerate(zip(records, encodings, strict=True)):
                for position, label in label_first_tokens(encoding, record["words"], record[column]):
                    labels[row, position] = SPECS[head].labels.index(label)
            batch[head] = labels
        return batch

    def spans(self, records: Sequence[Record], rng: random.Random) -> Batch:
        """First and last token of answers; [CLS] twice if the passage has none."""
        examples = []
        for record in records:
            is_unrelated = rng.random() < UNRELATED_RATE
            passage = rng.choice(self._spans)["passage"] if is_unrelated else record["passage"]
            examples.append({**record, "passage": passage, "begin": -1} if is_unrelated else record)
        batch, encodings = self._encode(
            [example["question"] for example in examples], [example["passage"] for example in examples]
        )
        places = torch.zeros(len(examples), 2, dtype=torch.long)
        for row, (example, encoding) in enumerate(zip(examples, encodings, strict=True)):
            span = token_span(encoding, example["begin"], example["end"]) if example["begin"] >= 0 else None
            if span:
                places[row] = torch.tensor(span)
            elif example["begin"] >= 0:
                places[row] = NO_LABEL  # truncated with the end of a long passage
        batch[SPAN] = places
        # For passage retrieval: answered questions and their passages, encoded separately.
        answered = [record for record in records if record["begin"] >= 0]
        for part in (QUESTION, PASSAGE):
            alone, _ = self._encode([record[part] for record in answered])
            batch |= {f"{part}.{name}": each for name, each in alone.items()}
        batch[ANSWERS] = (places[:, 0] != 0).long().where(places[:, 0] != NO_LABEL, NO_LABEL)
        return batch

    def subjects(self, records: Sequence[Record], rng: random.Random) -> Batch:
        """Paragraphs of one subject; in 40% of cases two paragraphs joined."""
        texts, labels = [], torch.zeros(len(records), len(SPECS[SUBJECT].labels))
        for row, record in enumerate(records):
            parts = [record]
            if rng.random() < 0.4:
                parts.append(rng.choice(self._subjects))
                rng.shuffle(parts)
            texts.append(" ".join(part["text"] for part in parts))
            for part in parts:
                labels[row, SPECS[SUBJECT].labels.index(part["label"])] = 1
        batch, _ = self._encode(texts)
        batch[SUBJECT] = labels
        return batch

    def opinions(self, records: Sequence[Record], rng: random.Random) -> Batch:
        """Sentences and their sentiment."""
        batch, _ = self._encode([record["text"] for record in records])
        batch[OPINION] = torch.tensor([SPECS[OPINION].labels.index(record["label"]) for record in records])
        return batch

    def _encode(self, first: list[str], second: list[str] | None = None) -> tuple[Batch, list[Any]]:
        encoded = self.tokenizer(
            first, second, truncation=True, max_length=LENGTH_LIMIT, padding=True, return_tensors="pt", verbose=False
        )
        return dict(encoded.data), list(encoded.encodings)


def opinions(part: str) -> list[Record]:
    """The shipped opinions of one split, "train" or "test"."""
    file = Path(__file__).parents[2] / "components/model/lists/opinions.tsv"
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    return [{"text": text, "label": label} for split, label, text in rows if split == part]


def label_first_tokens(encoding: Any, words: Sequence[tuple[int, int]], labels: Sequence[str]) -> list[tuple[int, str]]:
    """The first token of each word, and the label of that word."""
    owners = {
        character: label for (begin, end), label in zip(words, labels, strict=True) for character in range(begin, end)
    }
    labelled, before = [], None
    for position, (word, (begin, _)) in enumerate(zip(encoding.word_ids, encoding.offsets, strict=True)):
        if word is not None and word != before and begin in owners:
            labelled.append((position, owners[begin]))
        before = word
    return labelled


def token_span(encoding: Any, begin: int, end: int) -> tuple[int, int] | None:
    """The first and last token of the second text for these characters; None if they are truncated."""
    inside = [
        position
        for position, (sequence, (first, after)) in enumerate(zip(encoding.sequence_ids, encoding.offsets, strict=True))
        if sequence == 1 and first < end and after > begin
    ]
    return (inside[0], inside[-1]) if inside and encoding.offsets[inside[-1]][1] >= end else None
