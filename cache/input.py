"""Cached results of the room “Tokens and input”, shared by all visitors."""

from typing import TYPE_CHECKING

from cache.engine import engine
from cache.shipped.word_counts import word_counts
from cache.sized_cache import share_results
from components.model.checkpoints.catalogue import REFERENCE

if TYPE_CHECKING:
    from components.input.model.cutting import Rule, TokenizedWord
    from components.input.model.merges import NextMerges, TokenPair
    from components.input.model.results import ModelArrays, PartAblation, TruncatedText
    from components.model.input_vectors.results import EmbeddingPart


@share_results(200)
def model_arrays(model_id: str, sentence: str, second: str = "") -> "ModelArrays":
    """The arrays of one pass over a sentence or a pair, from ids to the pooled vector."""
    from components.input.model.arrays import model_arrays

    opened, tokens = engine().inspect(model_id, sentence, second)
    return model_arrays(opened, tokens, engine().weights_folder(opened.record))


@share_results(500)
def piece_names(model_id: str, sentence: str, second: str = "") -> list[str]:
    """The pieces of a sentence or a pair as the vocabulary has them."""
    opened, tokens = engine().inspect(model_id, sentence, second)
    return [opened.tokenizer.raw_token(token_id) for token_id in tokens.ids]


@share_results(1000)
def tokenize_words(model_id: str, sentence: str) -> "tuple[TokenizedWord, ...]":
    """Every word of a sentence, and how the model's vocabulary splits it."""
    from components.input.model.cutting import tokenize_words

    opened, _ = engine().read(model_id, sentence)
    return tokenize_words(opened.tokenizer, sentence)


@share_results(50)
def rule(model_id: str) -> "Rule":
    """The rule by which a model's vocabulary splits words."""
    from components.input.model.cutting import read_vocabulary

    return read_vocabulary(engine().open_model(model_id).tokenizer.backend).rule


@share_results(1)
def pocket_merges() -> "dict[TokenPair, int]":
    """The merges behind the pocket family's vocabulary."""
    from components.input.model.cutting import read_vocabulary
    from components.input.model.merges import recover_merges

    pieces = read_vocabulary(engine().open_model(REFERENCE).tokenizer.backend).pieces
    return recover_merges(sorted(pieces, key=lambda piece: pieces[piece]))


@share_results(300)
def next_merges(done: int) -> "NextMerges":
    """The pairs that BPE and WordPiece would merge next in the family's text, after ``done`` merges."""
    from components.input.model.merges import next_merges

    return next_merges(word_counts(), pocket_merges(), done)


@share_results(500)
def ablate_parts(
    model_id: str,
    sentence: str,
    masked: tuple[int, ...],
    blank: int,
    answer: int,
    together: "tuple[EmbeddingPart, ...]" = (),
) -> "PartAblation":
    """A blank with every part of the input vectors, then without one at a time, and without several ``together``."""
    from components.input.model.part_ablation import ablate_parts

    return ablate_parts(*engine().read(model_id, sentence), masked, blank, answer, together=together)


@share_results(300)
def truncate_text(model_id: str, sentence: str, limit: int, overlap: int, clue: str) -> "TruncatedText":
    """A text that is too long, under each way of cutting it; windows share ``overlap`` pieces."""
    from components.input.model.truncation import truncate_text

    opened = engine().open_model(model_id)
    tokens = opened.tokenizer.tokens_of_any_length(sentence)
    return truncate_text(opened, tokens, limit=limit, overlap=overlap, clue=clue)


@share_results(50)
def positions(model_id: str) -> int:
    """The largest number of tokens that a model reads."""
    return engine().open_model(model_id).tokenizer.positions
