"""The WordPiece tokenizer of the pocket family, trained on the corpus and the supplement.

Lower-cased like ``bert-base-uncased``, with about a quarter of its vocabulary.
Source: Devlin et al. 2019, https://arxiv.org/abs/1810.04805, section 3; Wu et al. 2016, https://arxiv.org/abs/1609.08144.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable

from tokenizers import BertWordPieceTokenizer
from transformers import BertTokenizer

SPECIAL_TOKENS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
FREQUENT_COUNT = 15  # times


def frequent_words(sentences: Iterable[str]) -> set[str]:
    """The lower-case words that occur at least :data:`FREQUENT_COUNT` times."""
    counts = Counter(word for sentence in sentences for word in re.findall(r"[a-z]+", sentence.lower()))
    return {word for word, count in counts.items() if count >= FREQUENT_COUNT}


def train_tokenizer(
    texts: Iterable[str], *, whole: Collection[str], vocabulary_size: int, positions: int
) -> BertTokenizer:
    """A lower-case BERT tokenizer whose vocabulary was learned from ``texts``.

    Args:
        texts: Paragraphs of plain text.
        whole: Words that must be a single token, since one mask can only be filled by one token.
        vocabulary_size: The size of the vocabulary, including the five special tokens.
        positions: The model's maximum sequence length, in tokens.
    """
    trainer = BertWordPieceTokenizer(lowercase=True)
    trainer.train_from_iterator(
        texts,
        vocab_size=vocabulary_size,
        min_frequency=3,
        limit_alphabet=200,
        special_tokens=list(SPECIAL_TOKENS),
        show_progress=False,
    )
    by_frequency = [piece for piece, _ in sorted(trainer.get_vocab().items(), key=lambda entry: entry[1])]
    missing = sorted(set(whole) - set(by_frequency))
    # Word pieces that were learned last are the rarest, and are dropped.
    rare = [piece for piece in reversed(by_frequency) if piece not in whole and piece not in SPECIAL_TOKENS]
    dropped = set(rare[: len(by_frequency) + len(missing) - vocabulary_size])
    pieces = [piece for piece in by_frequency if piece not in dropped] + missing
    # A dictionary, not a file: from a file this class silently loads only the five special tokens.
    return BertTokenizer(
        vocab={piece: i for i, piece in enumerate(pieces)}, do_lower_case=True, model_max_length=positions
    )
