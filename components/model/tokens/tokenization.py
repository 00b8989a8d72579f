"""A sentence as a model reads it: tokens with their place in the text.

There is one rule: the whole text as the tokenizer reads it, so that ids are those of ``tokenizer(sentence)`` and of the
code that visitors copy. A "[SEP]" or "[CLS]" that somebody types is the special token of that name, white space stays
as it was typed, and tokens that a checkpoint added itself are tokens. Before that, one thing is done: a mask may be
typed as "[MASK]" or "<mask>" whatever the model (:mod:`components.model.tokens.typed_masks`).
"""

import re
import sys
from collections.abc import Sequence
from functools import cached_property, lru_cache

from tokenizers import Encoding, Tokenizer
from transformers import PreTrainedTokenizerBase

from components.model.results import Candidate, Token, Tokens
from components.model.tokens.special_tokens import sets_token_type_ids
from components.model.tokens.text_limits import check_text
from components.model.tokens.typed_masks import MASK_TEXT, MaskedText, has_typed_mask, masked_text
from components.model.tokens.visually_empty import is_visually_empty
from components.model.user_errors import TooLong, UserError

MOST_KEPT = 256  # sentences
_FREE = re.compile(r"\[unused\d+\]")  # BERT's
_WORD_MARKS = "Ġ▁"  # byte-level BPE and SentencePiece write a leading space like this
_SPACE = "␣"  # how a piece that is nothing but space is shown


class SentenceTokenizer:
    """Tokenizes sentences for one model."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase, *, positions: int) -> None:
        self._tokenizer, self.positions = tokenizer, positions
        self.mask_id: int | None = tokenizer.mask_token_id
        self.unknown_id: int | None = tokenizer.unk_token_id
        self.sets_token_type_ids = sets_token_type_ids(tokenizer)
        """Whether models with this tokenizer are told which sentence of a pair each token is part of."""
        model = tokenizer.backend_tokenizer.model
        # WordPiece marks pieces that go on with a word; in other vocabularies "##" is what somebody typed.
        self._joint: str = getattr(model, "continuing_subword_prefix", None) or ""
        # Some BPE marks pieces that end a word.
        self._suffix: str = getattr(model, "end_of_word_suffix", None) or ""
        self._has_words_alone = type(model).__name__ == "WordLevel"
        # Everything on a page asks for the tokens of one sentence, and they never change.
        self._recent = lru_cache(MOST_KEPT)(self._tokens)

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

    @cached_property
    def added_tokens(self) -> dict[int, str]:
        """Tokens that are read from the text before any rule cuts it, by id: special ones, and those added later."""
        return {int(token_id): str(token.content) for token_id, token in self._tokenizer.added_tokens_decoder.items()}

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

    def tokens_of_any_length(self, sentence: str) -> Tokens:
        """The tokens of ``sentence``, more than the model has positions if need be; raises as ``tokens`` does else."""
        return self._tokens((sentence,), limit=sys.maxsize)

    def text(self, token_id: int) -> str:
        """A piece of the vocabulary as people read it."""
        return self._readable(self.raw_token(token_id)) or str(self._tokenizer.decode([token_id])).strip() or _SPACE

    def continues(self, token_id: int) -> bool:
        """Whether a piece of a WordPiece vocabulary goes on with the word before it; other vocabularies do not say."""
        return bool(self._joint) and self.raw_token(token_id).startswith(self._joint)

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
            raise UserError(f"“{word}” is not a single token for this model. Choose another word or another model.")
        return pieces[0]

    @cached_property
    def whole_words(self) -> dict[str, tuple[int, ...]]:
        """Pieces that are a word by themselves in a sentence, by that word in small letters.

        WordPiece writes them without a mark, other vocabularies with that of a leading space or of a word's end. A word
        in capitals is the same word, so that vocabularies with and without capitals can be compared. Letters other than
        ASCII's are left out where a vocabulary writes them as bytes.
        """
        found: dict[str, list[int]] = {}
        for piece, token_id in self._tokenizer.get_vocab().items():
            word = self._readable(piece).casefold()
            if self._is_word(piece) and word[:1].isalnum() and token_id not in self._special_ids:
                found.setdefault(word, []).append(token_id)
        return {word: tuple(sorted(ids)) for word, ids in found.items()}

    def raw_token(self, token_id: int) -> str:
        """A piece as the vocabulary has it, marks of word beginnings and continuations included."""
        return str(self._tokenizer.convert_ids_to_tokens(token_id))

    def _tokens(self, sentences: Sequence[str], limit: int | None = None) -> Tokens:
        sentences = [check_text(sentence) for sentence in sentences]
        if any(map(is_visually_empty, sentences)):
            raise UserError(_NOTHING)
        texts = [self._with_mask_token(sentence) for sentence in sentences]
        encoding = self._encode([text.text for text in texts])
        # Counted before anything is built: a long text is refused within the second that a short one takes.
        if (count := len(encoding)) > (limit or self.positions):
            raise TooLong(
                f"This text has {count:,} tokens; the limit of this model is {self.positions:,}. "
                "Shorten it: Riverbank does not truncate it for you."
            )
        if not {*range(len(sentences))} <= set(encoding.sequence_ids):
            raise UserError(_NOTHING)
        return Tokens(sentences[0], tuple(self._items(encoding, sentences, texts)), *sentences[1:])

    def _with_mask_token(self, sentence: str) -> MaskedText:
        if self.mask_id is not None:
            return masked_text(sentence, str(self._tokenizer.mask_token))
        if has_typed_mask(sentence):
            raise UserError("This model predicts the next word and has no [MASK] token. Choose a masked model.")
        return MaskedText(sentence, ())

    def _encode(self, texts: Sequence[str]) -> Encoding:
        """What the tokenizer makes of a text, or of two.

        Raises:
            UserError: It breaks down over it.
        """
        try:
            encoding: Encoding = self._tokenizer(*texts, verbose=False).encodings[0]
        except BaseException as error:
            # Of an error in its compiled code the library raises Exception itself, of a panic something that is none.
            if type(error) is Exception or is_panic(error):
                raise UserError(_CANNOT_READ) from error
            raise
        return encoding

    def _items(self, encoding: Encoding, sentences: Sequence[str], texts: Sequence[MaskedText]) -> list[Token]:
        items: list[Token] = []
        segment, before = -1, None
        places = zip(encoding.offsets, encoding.word_ids, encoding.sequence_ids, strict=True)
        for token_id, kind, (span, word, sentence) in zip(encoding.ids, encoding.type_ids, places, strict=True):
            piece = self.raw_token(token_id)
            if sentence is None:  # part of the sentence that the tokenizer says, or else of the one before it
                part = kind if self.sets_token_type_ids else max(0, segment)
                items.append(Token(piece, token_id, 0, 0, False, True, False, part))
                before = None
                continue
            segment = sentence
            start, end = texts[sentence].typed_span(*span)
            covered = sentences[sentence][start:end]
            if covered.strip():  # some vocabularies, and some masks, count the space beside a word as its own
                start, end = start + len(covered) - len(covered.lstrip()), end - len(covered) + len(covered.rstrip())
            is_mask = token_id == self.mask_id
            text = MASK_TEXT if is_mask else self._readable(piece) or covered.strip() or _SPACE
            # Where a text is cut into no words beforehand, the mark of a leading space is all there is to tell.
            continues = word is not None and word == before and not piece.startswith(self._leading_space)
            by_name = not is_mask and token_id in self._special_ids and covered.strip() == piece
            items.append(Token(text, token_id, start, end, continues, False, is_mask, sentence, by_name))
            before = word
        return items

    @cached_property
    def _special_ids(self) -> frozenset[int]:
        return frozenset(self._tokenizer.all_special_ids)

    @cached_property
    def _leading_space(self) -> tuple[str, ...]:
        return () if self.backend.pre_tokenizer else ("▁",)

    def _is_word(self, piece: str) -> bool:
        """Whether a piece is a word by itself."""
        if self._joint:
            return not piece.startswith(self._joint)
        if self._suffix:
            return piece.endswith(self._suffix)
        return self._has_words_alone or piece.startswith(tuple(_WORD_MARKS))

    def _readable(self, piece: str) -> str:
        if self._joint:
            return piece.removeprefix(self._joint)
        if self._suffix or self._has_words_alone:
            return piece.removesuffix(self._suffix)
        bare = piece.lstrip(_WORD_MARKS)
        # Byte-level vocabularies write other scripts as one odd letter a byte: the caller shows the text itself.
        return bare if bare.isascii() else ""


def is_panic(error: BaseException) -> bool:
    """Whether the tokenizer's native code failed: its PanicException is no Exception, and would end a whole thread."""
    return type(error).__name__ == "PanicException"


_NOTHING = "There is nothing to read yet. Type a sentence."
_CANNOT_READ = "This model’s tokenizer cannot read that text. Change the text, or choose another model."
