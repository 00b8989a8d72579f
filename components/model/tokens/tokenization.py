"""A sentence as a model reads it: tokens with their place in the text.

Text is text. A typed "[SEP]", "[CLS]" or "[PAD]" is read as the characters it is made of, not as the token of that
name; only a mask may be typed, as "[MASK]" or "<mask>" whatever the model, so that one link serves every model.
"""

import re
import sys
from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from tokenizers import Encoding, Tokenizer
from transformers import PreTrainedTokenizerBase

from components.model.results import Candidate, Token, Tokens
from components.model.tokens.nothing_shown import shows_nothing
from components.model.tokens.special_tokens import Mark, sentence_marks
from components.model.tokens.text_limits import check_text
from components.model.user_errors import TooLong, UserError

MOST_KEPT = 256  # sentences
_MASK = re.compile(r"\[mask\]|<mask>", re.IGNORECASE)
_FREE = re.compile(r"\[unused\d+\]")  # BERT's
_WORD_MARKS = "Ġ▁"  # byte-level BPE and SentencePiece write a leading space like this
_SPACE = "␣"  # how a piece that is nothing but space is shown


class SentenceTokenizer:
    """Tokenizes sentences for one model, with masks and without other special tokens."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase, *, positions: int) -> None:
        self._tokenizer, self.positions = tokenizer, positions
        self.mask_id: int | None = tokenizer.mask_token_id
        self.unknown_id: int | None = tokenizer.unk_token_id
        self._alone = sentence_marks(tokenizer, sentences=1)
        self._paired = sentence_marks(tokenizer, sentences=2)
        # WordPiece marks pieces that go on with a word; in other vocabularies "##" is what somebody typed.
        self._joint: str = getattr(tokenizer.backend_tokenizer.model, "continuing_subword_prefix", None) or ""
        mask = tokenizer.added_tokens_decoder.get(self.mask_id)
        # Some masks take the space beside them as their own, as a word of that vocabulary would.
        self._eats_before, self._eats_after = (mask.lstrip, mask.rstrip) if mask else (False, False)
        # Everything on a page asks for the tokens of one sentence, and they never change.
        self._recent = lru_cache(MOST_KEPT)(self._tokens)
        # Leaves the tokenizer reading special tokens as text, as every later call does: that switch is shared between
        # threads, and is not to be thrown while another thread tokenizes.
        self._encodings(["a"])

    @property
    def size(self) -> int:
        """How many pieces it can write."""
        return len(self._tokenizer)

    @cached_property
    def first_word_id(self) -> int:
        """Where special pieces, and places that were left free for more, end at the beginning of the vocabulary."""
        free = (int(i) for piece, i in self._tokenizer.get_vocab().items() if _FREE.fullmatch(piece))
        return 1 + max([*self._tokenizer.all_special_ids, *free], default=-1)

    @property
    def backend(self) -> Tokenizer:
        """What cuts the text."""
        found: Tokenizer = self._tokenizer.backend_tokenizer
        return found

    @property
    def types_sentences(self) -> bool:
        """Whether models with this tokenizer are told which sentence of a pair each token is part of."""
        return self._paired.typed

    def tokens(self, sentence: str) -> Tokens:
        """The tokens of ``sentence``, the tokenizer's own included.

        Raises:
            UserError: The sentence shows nothing, or has a mask and the model knows none.
            TooLong: It has more pieces than the model has positions.
        """
        return self._recent((sentence,))

    def pair(self, first: str, second: str) -> Tokens:
        """The tokens of two sentences with the tokenizer's own before, between and after; raises as ``tokens`` does.

        A vocabulary without such marks, as GPT-2's, has the one simply after the other.
        """
        return self._recent((first, second))

    def of_any_length(self, sentence: str) -> Tokens:
        """The tokens of ``sentence``, more than the model has positions if need be; raises as ``tokens`` does else."""
        return self._tokens((sentence,), limit=sys.maxsize)

    def text(self, token_id: int) -> str:
        """A piece of the vocabulary as people read it."""
        return self._readable(self.piece(token_id)) or str(self._tokenizer.decode([token_id])).strip() or _SPACE

    def continues(self, token_id: int) -> bool:
        """Whether a piece of a WordPiece vocabulary goes on with the word before it; other vocabularies do not say."""
        return bool(self._joint) and self.piece(token_id).startswith(self._joint)

    def candidate(self, token_id: int, probability: float) -> Candidate:
        """A piece, in words, and how likely a model finds it."""
        return Candidate(self.text(token_id), probability, self.continues(token_id))

    def word_id(self, word: str) -> int:
        """The piece that a word is.

        Raises:
            UserError: The vocabulary has no single piece for it.
        """
        pieces = self.whole_words.get(word.strip().casefold())
        if not pieces:
            raise UserError(
                f"“{word}” is not one piece of this model’s vocabulary. Please name another word or another model."
            )
        return pieces[0]

    @cached_property
    def whole_words(self) -> dict[str, tuple[int, ...]]:
        """Pieces that are a word by themselves in a sentence, by that word in small letters.

        WordPiece writes them without a mark, other vocabularies with that of a leading space. A word in capitals is the
        same word, so that vocabularies with and without capitals can be compared. Letters other than ASCII's are left
        out where a vocabulary writes them as bytes.
        """
        special = set(self._tokenizer.all_special_ids)
        found: dict[str, list[int]] = {}
        for piece, token_id in self._tokenizer.get_vocab().items():
            begins = not piece.startswith(self._joint) if self._joint else piece.startswith(tuple(_WORD_MARKS))
            word = self._readable(piece).casefold()
            if begins and word[:1].isalnum() and token_id not in special:
                found.setdefault(word, []).append(token_id)
        return {word: tuple(sorted(ids)) for word, ids in found.items()}

    def piece(self, token_id: int) -> str:
        """A piece as the vocabulary has it, marks of word beginnings and continuations included."""
        return str(self._tokenizer.convert_ids_to_tokens(token_id))

    def _tokens(self, sentences: Sequence[str], limit: int | None = None) -> Tokens:
        marks = self._alone if len(sentences) == 1 else self._paired
        sentences = [check_text(sentence) for sentence in sentences]
        if any(map(shows_nothing, sentences)):
            raise UserError(_NOTHING)
        spans = [self.spans(sentence) for sentence in sentences]
        plain = [
            self._encodings([s[a:b] for a, b, mask in of if not mask]) for s, of in zip(sentences, spans, strict=True)
        ]
        # Counted before anything is built: a long text is refused within the second that a short one takes.
        counts = [sum(map(len, read)) + sum(mask for *_, mask in of) for read, of in zip(plain, spans, strict=True)]
        if not all(counts):
            raise UserError(_NOTHING)
        if (count := len(marks) + sum(counts)) > (limit or self.positions):
            raise TooLong(
                f"That text makes {count:,} pieces, and this model reads at most {self.positions:,} at once. "
                "Please shorten it: nothing is cut off silently."
            )
        before, *after = ([self._mark(mark) for mark in group] for group in marks.groups)
        items = before
        for segment, sentence in enumerate(sentences):
            encodings = iter(plain[segment])
            for start, end, mask in spans[segment]:
                if mask:
                    items.append(self._mask(start, end, segment))
                else:
                    items += self._plain(sentence[start:end], start, next(encodings), segment)
            items += after[segment]
        return Tokens(sentences[0], tuple(items), *sentences[1:])

    def _mark(self, mark: Mark) -> Token:
        return Token(self.piece(mark.id), mark.id, 0, 0, False, True, False, mark.segment)

    def spans(self, sentence: str) -> list[tuple[int, int, bool]]:
        """Start and end of every mask and of the text between masks, and which of the two it is."""
        masks = list(_MASK.finditer(sentence))
        edges = [0, *(edge for mask in masks for edge in mask.span()), len(sentence)]
        found: list[tuple[int, int, bool]] = []
        for number, (start, end) in enumerate(pairwise(edges)):
            is_mask = number % 2 == 1
            if not is_mask:
                if self._eats_before and number < 2 * len(masks):
                    end = start + len(sentence[start:end].rstrip())
                if self._eats_after and number > 0:
                    start = end - len(sentence[start:end].lstrip())
            if is_mask or sentence[start:end].strip():
                found.append((start, end, is_mask))
        return found

    def _encodings(self, parts: list[str]) -> list[Encoding]:
        if not parts:
            return []
        encoded = self._tokenizer(
            parts,
            add_special_tokens=False,
            split_special_tokens=True,
            return_attention_mask=False,
            return_token_type_ids=False,
            verbose=False,
        )
        return list(encoded.encodings)

    def _mask(self, start: int, end: int, segment: int) -> Token:
        if self.mask_id is None:
            raise UserError("This model predicts the next word and knows no [MASK]. Please choose a masked model.")
        return Token("[MASK]", self.mask_id, start, end, False, False, True, segment)

    def _plain(self, part: str, start: int, encoding: Encoding, segment: int) -> list[Token]:
        tokens: list[Token] = []
        words, pieces = encoding.word_ids, encoding.tokens
        for index, (token_id, (low, high)) in enumerate(zip(encoding.ids, encoding.offsets, strict=True)):
            text = self._readable(pieces[index]) or part[low:high].strip() or _SPACE
            continues = index > 0 and words[index] is not None and words[index] == words[index - 1]
            tokens.append(Token(text, token_id, start + low, start + high, continues, False, False, segment))
        return tokens

    def _readable(self, piece: str) -> str:
        if self._joint:
            return piece.removeprefix(self._joint)
        bare = piece.lstrip(_WORD_MARKS)
        # Byte-level vocabularies write other scripts as one odd letter a byte: the caller shows the text itself.
        return bare if bare.isascii() else ""


_NOTHING = "There is nothing to read yet. Please type a sentence."
