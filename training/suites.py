"""Test suites by other people, as choices between two texts of which a language model should prefer the first.

- Subject-verb agreement in nonsense sentences (Gulordava et al. 2018; the items that Goldberg 2019 gave BERT,
  https://arxiv.org/abs/1901.05287).
- CPRAG-102, ROLE-88 and NEG-136 (Ettinger 2020, https://arxiv.org/abs/1907.13528): four tests.
- BLiMP (Warstadt et al. 2020, https://arxiv.org/abs/1912.00582), a sample of each paradigm.

A text is scored by the log-probabilities of one or more of its tokens, each predicted from all other tokens. For the
first two sources these are the words that differ; for BLiMP every token of the sentence, so that its score is a
pseudo-log-likelihood (Salazar et al. 2020, https://arxiv.org/abs/1910.14659).
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from transformers import PreTrainedTokenizerBase

from components.suites.model.pairs import MinimalPair
from components.suites.model.readers import read_pairs

AGREEMENT, MINIMAL_PAIRS = "agreement", "minimal pairs"
COMMON_SENSE, ROLES, AFFIRMATIVE, NEGATED = "common sense", "roles", "affirmative", "negated"
SUITES = {
    "Goldberg": (AGREEMENT,),
    "Ettinger": (COMMON_SENSE, ROLES, AFFIRMATIVE, NEGATED),
    "BLiMP": (MINIMAL_PAIRS,),
}  # the tests of each suite
BLIMP_PAIRS = 20  # of each of the 67 paradigms: all of them take an hour on two cores
_WORD_FILES = (
    Path("goldberg") / "gulordava_results_base.txt",  # BERT's results, with the items that it was given
    *(Path("ettinger") / f"{name}.tsv" for name in ("CPRAG-102", "ROLE-88", "NEG-136-SIMP", "NEG-136-NAT")),
)


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
        return [*self._word_choices(), *self._minimal_pairs()]

    def _word_choices(self) -> Iterator[TextChoice]:
        """Choices by the words that differ, if both are in the vocabulary."""
        for file in _WORD_FILES:
            for pair in read_pairs((self._folder / file).read_bytes()):
                words = _words(pair)
                if all(word in self._vocabulary for _, word, _ in words):
                    better, worse = (self._masked(*parts) for parts in words)
                    yield TextChoice(pair.phenomenon.lower(), (better,), (worse,))

    def _minimal_pairs(self) -> Iterator[TextChoice]:
        files = sorted((self._folder / "blimp").glob("*.jsonl"))
        if not files:
            raise FileNotFoundError(f"no .jsonl file in {self._folder / 'blimp'}")
        for file in files:
            pairs = read_pairs(file.read_bytes())
            for pair in random.Random(0).sample(pairs, min(BLIMP_PAIRS, len(pairs))):
                yield TextChoice(MINIMAL_PAIRS, self._every_token(pair.good), self._every_token(pair.bad))

    def _masked(self, before: str, word: str, after: str) -> MaskedToken:
        ids = tuple(self._tokenizer(f"{before}{self._tokenizer.mask_token}{after}")["input_ids"])
        return MaskedToken(ids, ids.index(self._tokenizer.mask_token_id), self._vocabulary[word])

    def _every_token(self, sentence: str) -> tuple[MaskedToken, ...]:
        ids = self._tokenizer(sentence)["input_ids"]
        mask = self._tokenizer.mask_token_id
        return tuple(
            MaskedToken((*ids[:position], mask, *ids[position + 1 :]), position, token)
            for position, token in enumerate(ids)
            if token not in self._tokenizer.all_special_ids
        )


def _words(pair: MinimalPair) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
    """The good and the bad text of a pair, each as what is before its word, the word, and what is after it."""
    assert pair.words is not None
    (first, end), (other, other_end) = pair.words
    good, bad = pair.good, pair.bad
    return (good[:first], good[first:end], good[end:]), (bad[:other], bad[other:other_end], bad[other_end:])
