"""Findings of the room: sentences computed from its results."""

from collections.abc import Sequence

import numpy as np

from components.input.model.cutting import LONGEST_WORD, Rule, TokenizedWord
from components.input.model.merges import NextMerges, RankedPair
from components.input.model.results import Excerpt, PartAblation, TruncatedText
from components.input.tables.answers import gain_text
from components.model.input_vectors.results import EmbeddingPart, InputVectors
from components.tables.numbers import fixed, percent_text, probability_text
from components.tables.phrases import by_count, capitalised, count_phrase, join_tokens, list_phrase, quoted

NAME_LIMIT, PIECES_LIMIT = 60, 240  # characters of a word and of its pieces in a sentence


def sum_finding(vectors: InputVectors) -> str:
    """What the strips show: the shape of the input, what is added up, and which part is largest."""
    count, width = vectors.total.shape
    parts = [EmbeddingPart(strip.name) for strip in vectors.parts]
    added = " + ".join(part.value for part in parts) if parts else "nothing is left to add"
    steps = [
        "LayerNorm" if step.name == "LayerNorm" else f"a projection to {step.values.shape[1]}" for step in vectors.steps
    ]
    after = f", after {list_phrase(steps)}" if steps else ""
    become = by_count(count, "becomes", "become")
    text = f"{count_phrase(count, 'token')} {become} {count_phrase(count, 'vector')}: {added}."
    text += f" Layer 1 gets an array of shape (1, {count}, {width}){after}."
    lengths = {strip.name: float(np.linalg.norm(strip.values, axis=1).mean()) for strip in vectors.parts}
    if len(parts) > 1:
        largest = max(lengths, key=lengths.__getitem__)
        others = list_phrase([f"{name} {fixed(length, 2)}" for name, length in lengths.items() if name != largest])
        text += f" The {largest} embeddings are the longest here: {fixed(lengths[largest], 2)} on average ({others})."
    return text


def missing_parts_note(vectors: InputVectors) -> str:
    """Which embeddings a model does without; nothing where it has all three."""
    missing = [part.value for part in EmbeddingPart if part not in {strip.name for strip in vectors.parts}]
    return f"This model has no {list_phrase(missing)} embeddings." if missing else ""


def tokenization_finding(words: Sequence[TokenizedWord], chosen: TokenizedWord, rule: Rule) -> str:
    """How the chosen word is split."""
    tries, total = len(chosen.steps), sum(len(word.pieces) for word in words)
    name = quoted(_shortened(chosen.word, NAME_LIMIT))
    becomes = f"becomes {count_phrase(len(chosen.pieces), 'token')}"
    tokens = _shortened(join_tokens(chosen.pieces), PIECES_LIMIT)
    if not chosen.known and rule is Rule.WORD_PIECE and tries:
        text = f"{name} becomes {tokens}: the vocabulary cannot write it. It took {_lookups(tries)}."
    elif not chosen.known:
        text = f"{name} becomes {tokens}: the vocabulary cannot write all of it."
    elif len(chosen.normalized) > LONGEST_WORD:
        text = f"{name} {becomes}. Words of more than {LONGEST_WORD} letters are not shown step by step."
    elif len(chosen.pieces) == 1 and (not tries or rule is Rule.WHOLE_WORDS):
        text = f"{name} is one token: the vocabulary has the whole word."
    elif not tries:
        text = f"{name} {becomes}: {tokens}."
    elif rule is Rule.WORD_PIECE:
        text = f"{name} {becomes}: {tokens}. It took {_lookups(tries)}."
    elif rule is Rule.BYTE_PAIRS:
        text = f"{name} {becomes}: {tokens}. It took {count_phrase(tries, 'merge')}."
    else:
        score = fixed(chosen.steps[-1].score or 0.0, 1)
        text = f"{name} {becomes}: {tokens}. It is the most likely split (score {score})."
    split = sum(len(word.pieces) > 1 for word in words)
    if len(words) == 1:
        return f"{text} The sentence has no other word."
    return (
        f"{text} The sentence has {count_phrase(len(words), 'word')} (punctuation included); {split} of them "
        f"{by_count(split, 'is', 'are')} split, which makes {count_phrase(total, 'token')} in all."
    )


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[:limit]}…"


def vocabularies_finding(names: Sequence[str], cuts: Sequence[Sequence[TokenizedWord]], sizes: Sequence[int]) -> str:
    """How many tokens either vocabulary needs, and what it does not know."""
    first, second = (sum(len(word.pieces) for word in words) for words in cuts)
    text = (
        f"{names[0]} (vocabulary of {sizes[0]:,}) needs {count_phrase(first, 'token')}, {names[1]} ({sizes[1]:,}) "
        f"needs {second:,}."
    )
    for name, words in zip(names, cuts, strict=True):
        unknown = [word.word for word in words if not word.known]
        if unknown:
            shown = ", ".join(quoted(_shortened(word, NAME_LIMIT)) for word in unknown[:3])
            text += f" {name} has no token for {shown}{' and others' if len(unknown) > 3 else ''}."
    return text


def next_merges_finding(next_merges: NextMerges) -> str:
    """What either rule would merge next; empty if there is nothing left to merge."""
    if not next_merges.by_count or not next_merges.by_gain:
        return ""
    by_count, by_gain = next_merges.by_count[0], next_merges.by_gain[0]
    both = " too" if by_gain.pair == by_count.pair else ""
    text = (
        f"After {next_merges.done:,} merges, BPE would merge {_both(by_count)} next, the most frequent pair "
        f"({by_count.count:,} times); WordPiece would merge {_both(by_gain)}{both} (gain in likelihood: "
        f"{gain_text(by_gain)})."
    )
    if next_merges.actual is not None:
        text += f" The real vocabulary, made from an earlier text, continued with {quoted(next_merges.actual)}."
    return text


def parts_finding(ablation: PartAblation, name: str = "") -> str:
    """What each part is worth to the answer.

    Args:
        ablation: The answers.
        name: Which changed input to tell about; empty for the one that costs most, tokens left aside.
    """
    whole, *others = ablation.rows
    # Without any token nothing is left to answer from, and nobody needs to be told.
    worst = min(
        (row for row in others if EmbeddingPart.TOKEN not in row.name),
        key=lambda row: row.probability,
        default=others[0],
    )
    changed = next((row for row in others if row.name == name), worst)
    verb = "falls" if changed.probability < whole.probability else "goes"
    left_out = [part.value for part in EmbeddingPart if f"no {part.value}s" in changed.name]
    how = f"Without {list_phrase(left_out)} embeddings" if left_out else f"With {changed.name}"
    text = (
        f"{how}, {quoted(ablation.answer.text)} {verb} from {probability_text(whole.probability)} to "
        f"{probability_text(changed.probability)}"
    )
    if changed.rank != 1:
        return f"{text}; {quoted(changed.candidates[0].text)} comes first."
    return f"{text}{' but still comes first' if whole.rank == 1 else ' and comes first'}."


def truncation_finding(truncated: TruncatedText) -> str:
    """What each way of truncating keeps, and what that costs."""
    with_blank = [piece for piece in truncated.excerpts if piece.probability is not None]
    if truncated.blank is None:
        return (
            f"The text has {truncated.count:,} tokens, an excerpt at most {truncated.limit}. Type [MASK] to see what "
            "truncation costs."
        )
    best = max(with_blank, key=lambda piece: piece.probability or 0.0)
    worst = min(with_blank, key=lambda piece: piece.probability or 0.0)
    lost = len(truncated.excerpts) - len(with_blank)
    highest, lowest = (percent_text(piece.probability or 0.0) for piece in (best, worst))
    # The whole text is no excerpt, and each window is one of several of the same method.
    shorter = sum(piece.end - piece.start < truncated.count for piece in truncated.excerpts)
    answer = quoted(truncated.answer)
    if lowest == highest:
        text = f"{answer} gets {highest} with {best.name}."
    elif _has_clue(truncated, best) and not _has_clue(truncated, worst):
        text = f"{capitalised(answer)} falls from {highest} to {lowest} when the clue is not read."
        text += f" It gets {highest} with {best.name}, but {lowest} with {worst.name}."
    else:
        text = f"{answer} gets {highest} with {best.name}, but {lowest} with {worst.name}."
    text += f" The text has {truncated.count:,} tokens"
    text += f", an excerpt at most {truncated.limit}." if shorter else f", and {truncated.limit} are allowed."
    others = [piece.name for piece in with_blank if piece.rank != 1]
    if lost:
        verb = by_count(lost, "does", "do")
        text += f" {lost} of {shorter} excerpts {verb} not contain the blank."
    if truncated.clue_positions:
        holds = [piece.name for piece in with_blank if _has_clue(truncated, piece)]
        text += (
            f" The clue is in the same text as the blank here: {list_phrase(holds)}."
            if holds
            else " No cut keeps the clue and the blank together."
        )
    if others:
        text += f" Another word comes first here: {list_phrase(others)}."
    return text


def _has_clue(truncated: TruncatedText, excerpt: Excerpt) -> bool:
    return any(excerpt.start <= position < excerpt.end for position in truncated.clue_positions)


def _both(ranked: RankedPair) -> str:
    return " and ".join(quoted(piece) for piece in ranked.pair)


def _lookups(count: int) -> str:
    return f"{count_phrase(count, 'look-up')} in the vocabulary"
