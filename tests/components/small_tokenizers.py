"""The tokenizers of small models, ours and as transformers has them, and the marks that run a test with each."""

import pytest

from components.model.results import Tokens
from components.model.tokens.tokenization import SentenceTokenizer
from tests.components.small_models import byte_pairs, word_piece

POSITIONS = 64
PLAIN = {"word pieces": word_piece(), "byte pairs": byte_pairs("<mask>")}
WORD_PIECES, BYTE_PAIRS = (SentenceTokenizer(plain, positions=POSITIONS) for plain in PLAIN.values())
NEXT_WORD = SentenceTokenizer(byte_pairs(None), positions=POSITIONS)
BOTH = pytest.mark.parametrize("tokenizer", [WORD_PIECES, BYTE_PAIRS], ids=PLAIN)
BOTH_AND_PLAIN = pytest.mark.parametrize(
    ("tokenizer", "plain"), list(zip((WORD_PIECES, BYTE_PAIRS), PLAIN.values(), strict=True)), ids=PLAIN
)
SPECIALS = ("[SEP]", "[CLS]", "[PAD]", "[UNK]", "</s>", "<s>", "<pad>", "<|endoftext|>")


def slices(tokens: Tokens) -> list[str]:
    return [tokens.sentence[token.start : token.end] for token in tokens.items if not token.special]
