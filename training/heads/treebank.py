"""Measure the head for parts of speech on a treebank that people labelled: ``python -m training.heads.treebank``.

It adds a figure to the evaluation and the cards that ``training.heads.export`` wrote, so it comes after that.
``--fit`` also fits a head to other documents of the treebank and compares the two, without writing it.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.unlisted import HEADS_FOLDER, MULTITASK_MODEL
from components.model.heads.head import Head
from components.model.heads.heads import encode_texts, load_heads
from components.model.heads.specs import PARTS_OF_SPEECH, SPECS, SPEECH
from components.model.user_errors import UserError
from components.probing.model.parsed_sentences import ParsedSentence, read_conllu
from components.tasks.model.readings import split_words
from training.heads.cards import write_cards
from training.heads.evaluation import HeadFigure, share_figure
from training.trees.treebank import split_treebank

TREEBANK = "words of a treebank"
WEIGHT_DECAY = 1e-5  # of the sum of squares of a fitted head
STEPS = 60  # of L-BFGS


@dataclass(frozen=True)
class LabelledWords:
    """Words as a head sees them. *Shape:* ``vectors`` (word, width), of each word's first token; ``labels`` (word,)."""

    vectors: npt.NDArray[np.float32]
    labels: npt.NDArray[np.int64]

    def right(self, head: Head) -> list[float]:
        """1 for each word about which a head is right, else 0."""
        right: npt.NDArray[np.bool_] = head.scores(self.vectors).argmax(axis=1) == self.labels
        return [float(each) for each in right]


def treebank_words(opened: OpenModel, sentences: Sequence[ParsedSentence]) -> LabelledWords:
    """The words that begin where a word of the treebank does: “don’t” is two words there, and three to BERT.

    Sentences that are too long for the model are left out.
    """
    texts, tags_by_start = [], []
    for parsed in sorted(sentences, key=lambda parsed: len(parsed.sentence)):  # batches with little padding
        try:
            texts.append(opened.tokenizer.tokens(parsed.sentence))
        except UserError:
            continue
        tags_by_start.append({word.start: tag for word, tag in zip(parsed.words, parsed.tags, strict=True)})
    vectors, labels = [], []
    for tokens, every, tags in zip(texts, encode_texts(opened, texts), tags_by_start, strict=True):
        for word in split_words(tokens):
            if word.start in tags:
                vectors.append(every[word.positions[0]])
                labels.append(PARTS_OF_SPEECH.index(tags[word.start]))
    return LabelledWords(np.stack(vectors), np.array(labels))


def fit_head(words: LabelledWords) -> Head:
    """Softmax regression with weight decay, by L-BFGS. It starts from zero, so it needs no seed."""
    vectors, labels = torch.from_numpy(words.vectors), torch.from_numpy(words.labels)
    matrix = torch.zeros(len(PARTS_OF_SPEECH), vectors.shape[1], requires_grad=True)
    bias = torch.zeros(len(PARTS_OF_SPEECH), requires_grad=True)
    optimizer = torch.optim.LBFGS([matrix, bias], max_iter=STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        value = functional.cross_entropy(vectors @ matrix.T + bias, labels) + WEIGHT_DECAY * matrix.square().sum()
        torch.autograd.backward(value)
        return value

    optimizer.step(loss)
    return Head(SPECS[SPEECH], None, matrix.detach().numpy(), bias.detach().numpy())


def treebank_figure(head: Head, words: LabelledWords) -> HeadFigure:
    """The share of words that a head tags correctly, beside that of the commonest tag."""
    majority = Counter(words.labels.tolist()).most_common(1)[0][1] / len(words.labels)
    return share_figure(SPEECH, TREEBANK, words.right(head), majority)


def with_figure(evaluation: dict[str, Any], figure: HeadFigure) -> dict[str, Any]:
    """An evaluation with a figure after the others of its head, in the place of a former one of the same name."""
    figures = [each for each in evaluation["figures"] if (each["head"], each["what"]) != (figure.head, figure.what)]
    place = 1 + max(place for place, each in enumerate(figures) if each["head"] == figure.head)
    return {**evaluation, "figures": [*figures[:place], figure.as_dict(), *figures[place:]]}


def main() -> None:
    """Parse the command line, measure, and write the figure and the cards."""
    parser = argparse.ArgumentParser(prog="python -m training.heads.treebank", description=__doc__)
    parser.add_argument("--treebank", type=Path, default=Path("../shared/data/ud-ewt/train.conllu"))
    parser.add_argument("--fit", action="store_true", help="compare with a head fitted to the treebank")
    arguments = parser.parse_args()
    with arguments.treebank.open(encoding="utf-8") as lines:
        parts = split_treebank(read_conllu(lines))
    opened, head = Loader(weights_folder).open(MULTITASK_MODEL), load_heads()[SPEECH][0]
    test = treebank_words(opened, parts["test"])
    figure = treebank_figure(head, test)
    file = HEADS_FOLDER / "evaluation.json"
    evaluation = with_figure(json.loads(file.read_text(encoding="utf-8")), figure)
    file.write_text(json.dumps(evaluation, indent=1) + "\n", encoding="utf-8")
    write_cards(evaluation)
    sys.stdout.write(f"{figure}\n")
    if arguments.fit:
        train = treebank_words(opened, parts["train"])
        sys.stdout.write(f"fitted to {len(train.labels):,} words: {treebank_figure(fit_head(train), test)}\n")


if __name__ == "__main__":
    main()
