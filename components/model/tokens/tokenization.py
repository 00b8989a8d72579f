"""Tokenization of sentences, with the position of every token in the text.

The ids are those of ``tokenizer(sentence)``, and so of the code that visitors copy: a typed "[SEP]" or "[CLS]" is that
special token, white space is not changed, and added tokens of a checkpoint are tokens. There is one exception: a mask
may be typed as "[MASK]" or "<mask>" for any model (:mod:`components.model.tokens.typed_masks`).
"""

import re
import sys
from collections.abc import Sequence
from functools import cached_property, lru_cache

from tokenizers import Encoding, Tokenizer
from transformers import PreTrainedTokenizerBase

from components.model.results import Candidate, Token, Tokens
from components.model.tokens.text_limits import check_text, is_visually_empty
from components.model.tokens.typed_masks import MASK_TEXT, MaskedText, has_typed_mask, masked_text
from components.model.tokens.unprintable import visible_token
from components.model.user_errors import UserError, too_many_tokens

MOST_KEPT = 256  # sentences
_UNUSED = re.compile(r"\[unused\d+\]")  # BERT's reserved entries
_WORD_MARKS = "Ġ▁"  # the leading space in byte-level BPE and in SentencePiece
_SPACE = "␣"  # shown for a token of white space only


class SentenceTokenizer:
    """Tokenizes sentences for one model."""

    def __init__(self, tokenizer: PreTrainedTokenizerBase, *, positions: int) -> None:
        self._tokenizer, self.positions = tokenizer, positions
        self.mask_id: int | None = tokenizer.mask_token_id
        self.unknown_id: int | None = tokenizer.unk_token_id
        # Its configuration may name another token, but copied code asks the tokenizer.
        self.padding_id: int | None = tokenizer.pad_token_id
        self.sets_token_type_ids = sets_token_type_ids(tokenizer)
        """Whether the tokenizer gives the sentences of a pair different token type ids."""
        model = tokenizer.backend_tokenizer.model
        # WordPiece marks tokens that continue a word; in other vocabularies "##" is ordinary text.
        self._joint: str = getattr(model, "continuing_subword_prefix", None) or ""
        # Some BPE vocabularies mark tokens that end a word.
        self._suffix: str = getattr(model, "end_of_word_suffix", None) or ""
        self._has_words_alone = type(model).__name__ == "WordLevel"
        # A page tokenizes the same sentence many times.
        self._recent = lru_cache(MOST_KEPT)(self._tokens)

    @property
    def size(self) -> int:
        """The number of tokens in the vocabulary, including added ones."""
        return len(self._tokenizer)

    @cached_property
    def first_word_id(self) -> int:
        """The first id after the special and the reserved tokens at the beginning of the vocabulary."""
        unused = (int(i) for token, i in self._tokenizer.get_vocab().items() if _UNUSED.fullmatch(token))
        return 1 + max([*self._tokenizer.all_special_ids, *unused], default=-1)

    @property
    def backend(self) -> Tokenizer:
        """The fast tokenizer behind the transformers object."""
        backend: Tokenizer = self._tokenizer.backend_tokenizer
        return backend

    @cached_property
    def added_tokens(self) -> dict[int, str]:
        """The added tokens by id, including the special ones, which are matched before the text is split."""
        return {int(token_id): str(token.content) for token_id, token in self._tokenizer.added_tokens_decoder.items()}

    def tokens(self, sentence: str) -> Tokens:
        """The tokens of ``sentence``, including special tokens.

        Raises:
            UserError: The sentence is visually empty, or it has a mask and the model has no mask token.
            TooLong: It has more tokens than the model has positions.
        """
        return self._recent((sentence,))

    def pair(self, first: str, second: str) -> Tokens:
        """The tokens of a pair of sentences, including special tokens. GPT-2 has none, so its pairs are concatenated.

        Raises:
            UserError: As of :meth:`tokens`.
            TooLong: As of :meth:`tokens`.
        """
        return self._recent((first, second))

    def tokens_of_any_length(self, sentence: str) -> Tokens:
        """The tokens of ``sentence``, even if there are more than the model has positions.

        Raises:
            UserError: As of :meth:`tokens`.
        """
        return self._tokens((sentence,), limit=sys.maxsize)

    def text(self, token_id: int) -> str:
        """The text of a token for people, without the marks of the vocabulary."""
        readable = self._readable(self.raw_token(token_id)) or str(self._tokenizer.decode([token_id]))
        return visible_token(readable) or _SPACE

    def continues(self, token_id: int) -> bool:
        """Whether a token of a WordPiece vocabulary continues a word; False in other vocabularies, which do not say."""
        return bool(self._joint) and self.raw_token(token_id).startswith(self._joint)

    def candidate(self, token_id: int, probability: float) -> Candidate:
        """A candidate with the text of a token and its probability."""
        return Candidate(self.text(token_id), probability, self.continues(token_id))

    def word_id(self, word: str) -> int:
        """The id of the token that is a word.

        Raises:
            UserError: The vocabulary has no single token for it.
        """
        pieces = self.whole_words.get(word.strip().casefold())
        if not pieces:
            raise UserError(f"“{word}” is not a single token for this model. Choose another word or another model.")
        return pieces[0]

    @cached_property
    def whole_words(self) -> dict[str, tuple[int, ...]]:
        """The ids of tokens that are whole words, by the word in lower case.

        WordPiece writes them without a mark, other vocabularies with the mark of a leading space or of a word's end.
        Upper and lower case are merged, so that cased and uncased vocabularies can be compared. Words with non-ASCII
        letters are left out of byte-level vocabularies.
        """
        ids_by_word: dict[str, list[int]] = {}
        for token, token_id in self._tokenizer.get_vocab().items():
            word = self._readable(token).casefold()
            if self._is_word(token) and word[:1].isalnum() and token_id not in self._special_ids:
                ids_by_word.setdefault(word, []).append(token_id)
        return {word: tuple(sorted(ids)) for word, ids in ids_by_word.items()}

    @cached_property
    def comparable_tokens(self) -> dict[tuple[str, str], tuple[int, ...]]:
        """The ids of all tokens, by what they stand for in any vocabulary: a text in lower case, and a mark.

        The mark is empty for whole words, for punctuation, unless WordPiece marks it, and for special tokens. It is
        WordPiece's prefix for tokens that continue a word, and "joined" for tokens that another vocabulary writes
        without the mark of a word, which may continue a word or begin a sentence.
        """
        ids_by_token: dict[tuple[str, str], list[int]] = {}
        for token, token_id in self._tokenizer.get_vocab().items():
            text, mark = self._readable(token).lower() or token, ""
            if token_id in self._special_ids:
                text = token
            elif (self._joint or text[:1].isalnum()) and not self._is_word(token):
                mark = self._joint or "joined"
            ids_by_token.setdefault((text, mark), []).append(token_id)
        return {token: tuple(sorted(ids)) for token, ids in ids_by_token.items()}

    def raw_token(self, token_id: int) -> str:
        """A token as the vocabulary writes it, including marks of word beginnings and continuations.

        Models may have more rows of weights than tokens, so that their number is a multiple of 64, say.
        """
        token = self._tokenizer.convert_ids_to_tokens(token_id)
        return f"row {token_id:,}, no token" if token is None else str(token)

    def _tokens(self, sentences: Sequence[str], limit: int | None = None) -> Tokens:
        sentences = [check_text(sentence) for sentence in sentences]
        if any(map(is_visually_empty, sentences)):
            raise UserError(_NOTHING)
        texts = [self._with_mask_token(sentence) for sentence in sentences]
        encoding = self._encode([text.text for text in texts])
        # Checked before anything is built, so that rejecting a long text is fast.
        if (count := len(encoding)) > (limit or self.positions):
            raise too_many_tokens(count, self.positions)
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
        """Encode a text or a pair.

        Raises:
            UserError: The tokenizer fails on it.
        """
        try:
            encoding: Encoding = self._tokenizer(*texts, verbose=False).encodings[0]
        except BaseException as error:
            # The library raises a plain Exception for an error in its native code, and for a panic no Exception at all.
            if type(error) is Exception or is_panic(error):
                raise UserError(_CANNOT_READ) from error
            raise
        return encoding

    def _items(self, encoding: Encoding, sentences: Sequence[str], texts: Sequence[MaskedText]) -> list[Token]:
        items: list[Token] = []
        segment, before = -1, None
        places = zip(encoding.offsets, encoding.word_ids, encoding.sequence_ids, strict=True)
        for token_id, kind, (span, word, sentence) in zip(encoding.ids, encoding.type_ids, places, strict=True):
            raw = self.raw_token(token_id)
            if sentence is None:  # a special token belongs to the sentence of its type id, or else to the one before it
                part = kind if self.sets_token_type_ids else max(0, segment)
                items.append(Token(raw, token_id, 0, 0, False, True, False, part))
                before = None
                continue
            segment = sentence
            start, end = texts[sentence].typed_span(*span)
            covered = sentences[sentence][start:end]
            if covered.strip():  # some vocabularies, and some masks, include the space next to a word
                start, end = start + len(covered) - len(covered.lstrip()), end - len(covered) + len(covered.rstrip())
            is_mask = token_id == self.mask_id
            text = MASK_TEXT if is_mask else visible_token(self._readable(raw) or covered) or _SPACE
            # Without a pre-tokenizer, only the mark of a leading space separates words.
            continues = word is not None and word == before and not raw.startswith(self._leading_space)
            by_name = not is_mask and token_id in self._special_ids and covered.strip() == raw
            is_unknown = token_id == self.unknown_id and not (is_mask or by_name)
            items.append(Token(text, token_id, start, end, continues, False, is_mask, sentence, by_name, is_unknown))
            before = word
        return items

    @cached_property
    def _special_ids(self) -> frozenset[int]:
        return frozenset(self._tokenizer.all_special_ids)

    @cached_property
    def _leading_space(self) -> tuple[str, ...]:
        return () if self.backend.pre_tokenizer else ("▁",)

    def _is_word(self, piece: str) -> bool:
        """Whether a token is a whole word."""
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
        # Byte-level vocabularies write other scripts as one odd letter per byte: the caller shows the text instead.
        return bare if bare.isascii() else ""


def is_panic(error: BaseException) -> bool:
    """Whether the tokenizer's native code panicked. Its PanicException is no Exception, so it would end a thread."""
    return type(error).__name__ == "PanicException"


_NOTHING = "There is nothing to read yet. Type a sentence."
_CANNOT_READ = "This model’s tokenizer cannot read that text. Change the text, or choose another model."


def sets_token_type_ids(tokenizer: PreTrainedTokenizerBase) -> bool:
    """Whether ``tokenizer`` gives the two sentences of a pair different token type ids.

    This is tested on a pair of letters, so it works for any architecture.
    """
    if "token_type_ids" not in tokenizer.model_input_names:
        return False
    encoding = tokenizer("a", "b").encodings[0]
    pairs = zip(encoding.sequence_ids, encoding.type_ids, strict=True)
    return all(sentence is None or kind == sentence for sentence, kind in pairs)
