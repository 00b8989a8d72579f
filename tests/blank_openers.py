"""What views open on that fill a blank: what their model answers there, and how sure it is of it."""

import cache.attention
import cache.engine
import cache.input
import cache.masks
import cache.positions
import cache.pretraining
import cache.shared.blanks
from components.distillation.model.presets import HIDDEN_WORD
from components.input.model.presets import CLUE_WORD
from components.input.model.truncation import END, WHOLE
from components.masks.model.writing_results import Sampling
from components.masks.tables.writing import step_table
from components.model.checkpoints.catalogue import DEFAULT_MODEL, REFERENCE, STUDENT
from components.positions.model.presets import POSITION_PRESETS
from components.positions.model.results import Swap
from components.pretraining.model.presets import PRETRAINING_PRESETS
from components.tables.numbers import percentage
from pages.input.modes.too_long import DEFAULT as TOKENS_READ
from tests.openings import (
    AHEAD,
    MANY_BITS,
    Opening,
    answer_id,
    blank,
    both,
    decided,
    filled,
    sentence_of,
)


def blank_of(view: str, *right: str, room: str = "fill", model_id: str = DEFAULT_MODEL) -> Opening:
    return blank(model_id, sentence_of(room, view), right)


def where_from() -> Opening:
    """One word decides: without it the answer is less than half as likely."""
    return decided(DEFAULT_MODEL, sentence_of("fill", "Where from?"), "states", "united")


def truncation() -> Opening:
    """The view is about what is lost: with the clue the answer is more than twice as likely as without it."""
    sentence = sentence_of("input", "Truncation")
    text = cache.input.truncate_text(DEFAULT_MODEL, sentence, TOKENS_READ, TOKENS_READ // 2, CLUE_WORD)
    whole, end = (next(each for each in text.excerpts if each.name == name) for name in (WHOLE, END))
    assert whole.probability is not None
    assert end.probability is not None
    opening = filled(f"{sentence[:30]}…", whole.candidates, [CLUE_WORD])
    lead = f"{opening.lead}; without the clue {percentage(end.probability)}"
    ahead = whole.candidates[0].probability >= AHEAD * whole.candidates[1].probability
    holds = opening.answer == CLUE_WORD and ahead and whole.probability >= 2**MANY_BITS * end.probability
    return Opening(opening.example, opening.answer, lead, holds)


def ablation() -> Opening:
    sentence = sentence_of("attention", "Switch heads off")
    opening = blank(DEFAULT_MODEL, sentence, ["were"])
    tokens = cache.engine.tokens(DEFAULT_MODEL, sentence)
    (place,) = tokens.typed_masks
    answer = answer_id(DEFAULT_MODEL, sentence, "were")
    layers, heads = 6, 12
    every = tuple((layer, head) for layer in range(layers) for head in range(heads))
    effects = sorted(
        cache.attention.head_importance(DEFAULT_MODEL, sentence, (), place, answer, every), key=lambda e: -e.bits
    )
    first, second = effects[:2]
    lead = f"{opening.lead}; without one head −{first.bits:.1f} bits, the next −{second.bits:.1f}"
    holds = opening.holds and first.bits >= MANY_BITS and first.bits >= AHEAD * second.bits
    return Opening(sentence, opening.answer, lead, holds)


def encoder_decoder() -> Opening:
    """The encoder is right, and the decoder, which sees the left alone, prefers another word."""
    sentence = sentence_of("masks", "Encoder against decoder")
    encoder = blank(DEFAULT_MODEL, sentence, ["bank"])
    beginning = sentence.partition("[MASK]")[0].strip()
    guess = step_table(cache.masks.write_on("pocket-gpt", beginning, Sampling(), 1), 0)
    lead = f"{encoder.lead}; the left alone: “{guess['word'][0]}” ({percentage(guess['probability'][0])})"
    return Opening(sentence, encoder.answer, lead, encoder.holds and guess["word"][0] != encoder.answer)


def order() -> Opening:
    preset = POSITION_PRESETS[0]
    opening = blank(DEFAULT_MODEL, preset.sentence, ["were"])
    tokens = cache.engine.tokens(DEFAULT_MODEL, preset.sentence)
    texts = [token.text for token in tokens.items]
    swap = Swap(*(texts.index(word) for word in preset.swap))
    after = cache.positions.order_effect(DEFAULT_MODEL, preset.sentence, (), tokens.typed_masks[0], swap).after
    swapped = after.candidates[0].text
    return Opening(
        preset.sentence, f"{opening.answer}; swapped, {swapped}", opening.lead, opening.holds and swapped == "was"
    )


def while_it_learns() -> Opening:
    sentence = PRETRAINING_PRESETS[0].sentence
    (place,) = cache.engine.tokens(REFERENCE, sentence).typed_masks
    finished = cache.pretraining.learning_curve(sentence, (), place).steps[-1]
    return filled(sentence, finished.blank.candidates, ["bank"])


def twins(view: str, *right: str, masked: tuple[int, ...] = ()) -> Opening:
    sentence = sentence_of("distillation", view)
    return both(*(blank(model_id, sentence, right, masked) for model_id in (REFERENCE, STUDENT)))


def soft_targets() -> Opening:
    """The view is about an answer that is spread: the hidden word is ahead, and the next words fit, too."""
    sentence = sentence_of("distillation", "Soft targets")
    (mask,) = cache.shared.blanks.predictions(REFERENCE, sentence, (HIDDEN_WORD,)).masks
    first, *others = (each.text for each in mask.candidates[:4])
    probabilities = [each.probability for each in mask.candidates]
    fitting = sum(probabilities[:4])
    lead = f"{percentage(probabilities[0])}; with “{'”, “'.join(others)}” {percentage(fitting)}"
    fits = first == "school" and {*others} <= {"bed", "work", "sleep", "church", "town"}
    return Opening(sentence, first, lead, fits and probabilities[0] >= AHEAD * probabilities[1])
