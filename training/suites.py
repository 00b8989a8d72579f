"""Test suites by other people, as choices between two texts of which a language model should prefer the first.

- Subject-verb agreement in nonsense sentences (Gulordava et al. 2018; the items that Goldberg 2019 gave BERT,
  https://arxiv.org/abs/1901.05287).
- CPRAG-102, ROLE-88 and NEG-136 (Ettinger 2020, https://arxiv.org/abs/1907.13528): four tests.
- BLiMP (Warstadt et al. 2020, https://arxiv.org/abs/1912.00582), a sample of each paradigm.

A text is scored by the log-probabilities of one or more of its tokens, each predicted from all other tokens. For the
first two sources these are the words that differ; for BLiMP every token of the sentence, so that its score is a
pseudo-log-likelihood (Salazar et al. 2020, https://arxiv.org/abs/1910.14659).
"""

import csv
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from transformers import PreTrainedTokenizerBase

AGREEMENT, MINIMAL_PAIRS = "agreement", "minimal pairs"
COMMON_SENSE, ROLES, AFFIRMATIVE, NEGATED = "common sense", "roles", "affirmative", "negated"
SUITES = {
    "Goldberg": (AGREEMENT,),
    "Ettinger": (COMMON_SENSE, ROLES, AFFIRMATIVE, NEGATED),
    "BLiMP": (MINIMAL_PAIRS,),
}  # the tests of each suite
BLIMP_PAIRS = 20  # of each of the 67 paradigms: all of them take an hour on two cores
_AGREEMENT = Path("goldberg") / "gulordava_results_base.txt"  # BERT's results, with the items that it was given


@dataclass(frozen=True)
class MaskedToken:
    """A token to predict: the ids of a text in which it is masked, its position, and its id."""

    ids: tuple[int, ...]
    position: int
    token: int


@dataclass(frozen=True)
class TextChoice:
    """Two texts, each as the tokens by which it is scored. ``better`` should get the higher log-probability."""

    test: str
    better: tuple[MaskedToken, ...]
    worse: tuple[MaskedToken, ...]


class SuiteReader:
    """Reads the suites in ``folder`` for the vocabulary of ``tokenizer``.

    Items whose words are not single tokens of the vocabulary are left out, except in BLiMP, where any text will do.

    Args:
        folder: The folder with ``goldberg``, ``ettinger`` and ``blimp``.
        tokenizer: A tokenizer with a mask token.

    Raises:
        FileNotFoundError: A file is missing, when its suite is read.
    """

    def __init__(self, folder: Path, tokenizer: PreTrainedTokenizerBase) -> None:
        self._folder, self._tokenizer = folder, tokenizer
        self._vocabulary: dict[str, int] = tokenizer.get_vocab()

    def choices(self) -> list[TextChoice]:
        """The choices of all suites."""
        return [
            *self._agreement(),
            *self._common_sense(),
            *self._roles(),
            *self._negation(),
            *self._minimal_pairs(),
        ]

    def _agreement(self) -> Iterator[TextChoice]:
        """Right and wrong form of a verb, in sentences such as "an insight executed in fifty [MASK] there"."""
        for line in (self._folder / _AGREEMENT).read_text(encoding="utf-8").splitlines():
            fields = line.split(maxsplit=6)
            if len(fields) < 7 or "***mask***" not in fields[6]:  # remarks of the program that wrote the file
                continue
            sentence = fields[6][2:-1].replace("***mask***", self._mask)  # it is written b'…'
            yield from self._word_choice(AGREEMENT, (sentence, fields[2]), (sentence, fields[4]))

    def _common_sense(self) -> Iterator[TextChoice]:
        """The expected word, and one of the same category that does not fit."""
        for row in self._table("CPRAG-102"):
            text = f"{row['context_s1']} {row['context_s2']}"
            texts = [self._with_article(text, row[name]) for name in ("expected", "within_category")]
            yield from self._word_choice(COMMON_SENSE, texts[0], texts[1])

    def _roles(self) -> Iterator[TextChoice]:
        """A verb after the subject and object that it fits, and after the same nouns the other way round."""
        rows = list(self._table("ROLE-88"))
        for second, first in zip(rows[::2], rows[1::2], strict=True):
            texts = [(f"{row['context'].strip()} {self._mask}.", row["target"]) for row in (first, second)]
            yield from self._word_choice(ROLES, texts[0], texts[1])

    def _negation(self) -> Iterator[TextChoice]:
        """The ending that makes a sentence true, and the one that would with, or without, its "not"."""
        for name in ("NEG-136-SIMP", "NEG-136-NAT"):
            for row in self._table(name):
                for test, context, true, false in (
                    (AFFIRMATIVE, "context_aff", "target_aff", "target_neg"),
                    (NEGATED, "context_neg", "target_neg", "target_aff"),
                ):
                    texts = [self._with_article(row[context], row[target]) for target in (true, false)]
                    yield from self._word_choice(test, texts[0], texts[1])

    def _minimal_pairs(self) -> Iterator[TextChoice]:
        files = sorted((self._folder / "blimp").glob("*.jsonl"))
        if not files:
            raise FileNotFoundError(f"no .jsonl file in {self._folder / 'blimp'}")
        for file in files:
            lines = file.read_text(encoding="utf-8").splitlines()
            for line in random.Random(0).sample(lines, min(BLIMP_PAIRS, len(lines))):
                pair = json.loads(line)
                yield TextChoice(
                    MINIMAL_PAIRS, self._every_token(pair["sentence_good"]), self._every_token(pair["sentence_bad"])
                )

    @property
    def _mask(self) -> str:
        return str(self._tokenizer.mask_token)

    def _table(self, name: str) -> Iterator[dict[str, str]]:
        with (self._folder / "ettinger" / f"{name}.tsv").open(encoding="utf-8") as file:
            yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)

    def _with_article(self, context: str, word: str) -> tuple[str, str]:
        """A context with a blank at its end, and the word for it; "(a|an)" becomes the article of the word."""
        article = "an" if word[0] in "aeiou" else "a"
        return f"{context.replace('(a|an)', article)} {self._mask}.", word

    def _word_choice(self, test: str, better: tuple[str, str], worse: tuple[str, str]) -> Iterator[TextChoice]:
        """A choice between two sentences with a word for their blank each, if both words are in the vocabulary."""
        if better[1] in self._vocabulary and worse[1] in self._vocabulary:
            yield TextChoice(test, (self._masked(*better),), (self._masked(*worse),))

    def _masked(self, sentence: str, word: str) -> MaskedToken:
        ids = tuple(self._tokenizer(sentence)["input_ids"])
        return MaskedToken(ids, ids.index(self._tokenizer.mask_token_id), self._vocabulary[word])

    def _every_token(self, sentence: str) -> tuple[MaskedToken, ...]:
        ids = self._tokenizer(sentence)["input_ids"]
        mask = self._tokenizer.mask_token_id
        return tuple(
            MaskedToken((*ids[:position], mask, *ids[position + 1 :]), position, token)
            for position, token in enumerate(ids)
            if token not in self._tokenizer.all_special_ids
        )
