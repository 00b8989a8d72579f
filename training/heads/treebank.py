"""Fit the head for parts of speech to a treebank that people labelled: ``python -m training.heads.treebank``.

It replaces the head that ``training.heads`` trained on a program's labels, with its figures and its card, so it comes
after ``training.heads.export``. Documents of the treebank are for the test, or for training. The weight decay is
chosen on a part of the training documents; then the head is fitted to all of them.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import save_file
from torch.nn import functional

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL
from components.model.heads.head import Head
from components.model.heads.heads import encode_texts, load_heads
from components.model.heads.specs import PARTS_OF_SPEECH, SPECS, SPEECH
from components.model.user_errors import UserError
from components.probing.model.parsed_sentences import ParsedSentence, read_conllu
from components.tasks.model.readings import split_words
from training.heads.cards import write_cards
from training.heads.evaluation import HeadFigure, share_figure, vocabulary, written_speech_figures
from training.trees.treebank import split_treebank

TREEBANK = "words of a treebank"
WEIGHT_DECAYS = (1e-6, 3e-6, 1e-5, 3e-5)  # of the sum of squares of a matrix
STEPS = 60  # of L-BFGS
DEVELOPMENT_SHARE = 0.1  # of the training documents


@dataclass(frozen=True)
class LabelledWords:
    """Words as a head sees them.

    Attributes:
        vectors: Of each word's first token. *Shape:* (word, width)
        labels: The index of each word's tag. *Shape:* (word,)
        begins: Whether a word of the treebank begins where the word does. *Shape:* (word,)
    """

    vectors: npt.NDArray[np.float32]
    labels: npt.NDArray[np.int64]
    begins: npt.NDArray[np.bool_]

    def __add__(self, other: "LabelledWords") -> "LabelledWords":
        return LabelledWords(
            np.concatenate([self.vectors, other.vectors]),
            np.concatenate([self.labels, other.labels]),
            np.concatenate([self.begins, other.begins]),
        )

    def right(self, head: Head) -> list[float]:
        """1 for each word about which a head is right, else 0; of words that begin where one of the treebank does."""
        right: npt.NDArray[np.bool_] = head.scores(self.vectors).argmax(axis=1) == self.labels
        return [float(each) for each in right[self.begins]]


@dataclass(frozen=True)
class FittedHead:
    """A head, and how it was fitted.

    Attributes:
        head: Fitted to all training documents.
        word_count: The number of their words.
        weight_decay: The one with which a head fitted to the others was best on the development documents.
        accuracies: That of each weight decay on the development documents.
    """

    head: Head
    word_count: int
    weight_decay: float
    accuracies: dict[float, float]


def treebank_parts(sentences: Iterable[ParsedSentence], seed: int = 0) -> dict[str, list[ParsedSentence]]:
    """The sentences for the test, those of the structural probes; and of other documents those for training.

    No document and no text is in two of ``test``, ``dev`` and ``train``. ``dev`` has a tenth of the training documents.
    """
    sentences = list(sentences)
    parts = {"test": split_treebank(sentences)["test"], "dev": list[ParsedSentence](), "train": list[ParsedSentence]()}
    test_documents = {parsed.document for parsed in parts["test"]}
    documents = sorted({parsed.document for parsed in sentences} - test_documents)
    development = set(random.Random(seed).sample(documents, k=max(1, round(DEVELOPMENT_SHARE * len(documents)))))
    texts = {_plain_text(parsed) for parsed in sentences if parsed.document in test_documents}
    for parsed in sentences:
        text = _plain_text(parsed)
        if parsed.document not in test_documents and text not in texts:
            texts.add(text)
            parts["dev" if parsed.document in development else "train"].append(parsed)
    return parts


def treebank_words(opened: OpenModel, sentences: Sequence[ParsedSentence]) -> LabelledWords:
    """The words of sentences, each with the tag of the treebank's word that it begins in.

    “don’t” is two words to the treebank, and three to BERT. Sentences that are too long for the model are left out.
    """
    texts, tags_by_text = [], []
    for parsed in sorted(sentences, key=lambda parsed: len(parsed.sentence)):  # batches with little padding
        try:
            texts.append(opened.tokenizer.tokens(parsed.sentence))
        except UserError:
            continue
        tags_by_text.append(
            {
                character: (tag, character == word.start)
                for word, tag in zip(parsed.words, parsed.tags, strict=True)
                for character in range(word.start, word.end)
            }
        )
    vectors, labels, begins = [], [], []
    for tokens, every, tags in zip(texts, encode_texts(opened, texts), tags_by_text, strict=True):
        for word in split_words(tokens):
            if word.start in tags:
                tag, is_start = tags[word.start]
                vectors.append(every[word.positions[0]])
                labels.append(PARTS_OF_SPEECH.index(tag))
                begins.append(is_start)
    return LabelledWords(np.stack(vectors), np.array(labels), np.array(begins))


def fit_head(words: LabelledWords, weight_decay: float) -> Head:
    """Softmax regression with weight decay, by L-BFGS. It starts from zero, so it needs no seed."""
    vectors, labels = torch.from_numpy(words.vectors), torch.from_numpy(words.labels)
    matrix = torch.zeros(len(PARTS_OF_SPEECH), vectors.shape[1], requires_grad=True)
    bias = torch.zeros(len(PARTS_OF_SPEECH), requires_grad=True)
    optimizer = torch.optim.LBFGS([matrix, bias], max_iter=STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = functional.cross_entropy(vectors @ matrix.T + bias, labels) + weight_decay * matrix.square().sum()
        torch.autograd.backward(value)
        return value

    optimizer.step(loss)
    return Head(SPECS[SPEECH], None, matrix.detach().numpy(), bias.detach().numpy())


def fit_best_head(train: LabelledWords, development: LabelledWords) -> FittedHead:
    """Choose the weight decay on development words, and fit a head to them and the training words."""
    accuracies = {decay: float(np.mean(development.right(fit_head(train, decay)))) for decay in WEIGHT_DECAYS}
    best = max(WEIGHT_DECAYS, key=accuracies.__getitem__)
    words = train + development
    return FittedHead(fit_head(words, best), len(words.labels), best, accuracies)


def speech_figures(opened: OpenModel, head: Head, test: LabelledWords, trained: set[str]) -> list[HeadFigure]:
    """All figures of a head for parts of speech.

    Args:
        opened: The encoder.
        head: The head.
        test: Words of the test documents, read by the encoder.
        trained: The words, lower-cased, that the head was fitted to.
    """
    return [*written_speech_figures(opened, head, trained), treebank_figure(head, test)]


def treebank_figure(head: Head, words: LabelledWords) -> HeadFigure:
    """The share of words that a head tags correctly, beside that of the commonest tag."""
    labels = words.labels[words.begins]
    majority = Counter(labels.tolist()).most_common(1)[0][1] / len(labels)
    return share_figure(SPEECH, TREEBANK, words.right(head), majority)


def with_figures(figures: Sequence[dict[str, Any]], new: Sequence[HeadFigure]) -> list[dict[str, Any]]:
    """The figures of all heads with new ones in the place of those of the same head."""
    head = new[0].head
    place = next(place for place, each in enumerate(figures) if each["head"] == head)
    others = [each for each in figures if each["head"] != head]
    return [*others[:place], *(each.as_dict() for each in new), *others[place:]]


def write_head(head: Head, file: Path) -> None:
    """Write a head as ``training.heads.export`` does."""
    tensors = {"weight": torch.from_numpy(head.matrix), "bias": torch.from_numpy(head.bias)}
    save_file({name: each.float().contiguous() for name, each in tensors.items()}, file)
    file.chmod(0o644)


def main() -> None:
    """Parse the command line, fit the heads, measure them, and write the head, its figures and its card."""
    parser = argparse.ArgumentParser(prog="python -m training.heads.treebank", description=__doc__)
    parser.add_argument("--treebank", type=Path, default=Path("../shared/data/ud-ewt/train.conllu"))
    arguments = parser.parse_args()
    with arguments.treebank.open(encoding="utf-8") as lines:
        parts = treebank_parts(read_conllu(lines))
    trained = vocabulary(parsed.sentence for part in ("train", "dev") for parsed in parts[part])
    loader, before = Loader(weights_folder), load_heads()[SPEECH][0]
    file = HEADS_FOLDER / "evaluation.json"
    evaluation = json.loads(file.read_text(encoding="utf-8"))
    for key, record in (("frozen", model_record(DEFAULT_MODEL)), ("figures", MULTITASK_MODEL)):
        opened = loader.open(record)
        words = {part: treebank_words(opened, sentences) for part, sentences in parts.items()}
        fitted = fit_best_head(words["train"], words["dev"])
        figures = speech_figures(opened, fitted.head, words["test"], trained)
        evaluation[key] = with_figures(evaluation[key], figures)
        _print(key, fitted, figures)
    _print("before", None, speech_figures(opened, before, words["test"], trained))
    write_head(fitted.head, HEADS_FOLDER / f"{SPEECH}.safetensors")
    evaluation["treebank"] = {
        "words": fitted.word_count,
        "sentences": len(parts["train"]) + len(parts["dev"]),
        "weight_decay": fitted.weight_decay,
        "tried": len(WEIGHT_DECAYS),
    }
    file.write_text(json.dumps(evaluation, indent=1) + "\n", encoding="utf-8")
    write_cards(evaluation)


def _print(name: str, fitted: FittedHead | None, figures: Sequence[HeadFigure]) -> None:
    sys.stdout.write(f"{name}\n")
    if fitted is not None:
        sys.stdout.write(f"  weight decay {fitted.weight_decay} of {fitted.accuracies}, {fitted.word_count:,} words\n")
    for figure in figures:
        sys.stdout.write(f"  {figure.as_dict()}\n")


def _plain_text(parsed: ParsedSentence) -> str:
    return " ".join(parsed.sentence.casefold().split())


if __name__ == "__main__":
    main()
