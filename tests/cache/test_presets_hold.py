"""Every example is asked of the model that rooms open with: it shows there what its text says."""

import numpy as np
import pytest

import cache.masks
import cache.positions
import cache.shared.blanks
import cache.shared.traces
from components.attention.model.presets import ATTENTION_PRESETS, AttentionPreset
from components.masks.model.presets import PROOF_PRESETS, ProofPreset
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.presets import FILL_PRESETS
from components.positions.model.order import Swap
from components.positions.model.presets import POSITION_PRESETS
from training.probes import sentence_pattern
from training.supplement import sentences

pytestmark = pytest.mark.usefixtures("engine")

# The first choices of an example and of its minimal pair.
FIRST_CHOICES = {
    "The clue comes later": ("bank", "doctor"),
    "Now break it: negation": ("hospital", "hospital"),
    "One word decides": ("prison", "school"),
    "World knowledge": ("germany", "italy"),
    "Agreement": ("are", "is"),
    "Pronouns": ("she", "he"),
    "Goals or songs": ("team", "band"),
    "Fixed phrase": ("much", "all"),
    "Famous names": ("composer", "artist"),
}
LOOKS_AT = [preset for preset in ATTENTION_PRESETS if preset.word_pair is not None]


def choices(sentence: str) -> list[str]:
    (blank,) = cache.shared.blanks.predictions(DEFAULT_MODEL, sentence, ()).masks
    return [candidate.text for candidate in blank.candidates]


def test_every_blank_is_filled_as_its_text_has_it() -> None:
    request = {preset.name: (choices(preset.sentence)[0], choices(preset.other)[0]) for preset in FILL_PRESETS}
    assert request == FIRST_CHOICES


def test_what_comes_first_is_ahead_of_what_comes_next() -> None:
    """Another processor rounds otherwise: an example must not hang on the last digit."""
    for preset in FILL_PRESETS:
        (blank,) = cache.shared.blanks.predictions(DEFAULT_MODEL, preset.sentence, ()).masks
        first, second = blank.candidates[:2]
        assert first.probability > 1.1 * second.probability, preset.name


@pytest.mark.parametrize("preset", LOOKS_AT, ids=lambda preset: preset.name)
def test_a_head_looks_mostly_where_an_example_points(preset: AttentionPreset) -> None:
    trace = cache.shared.traces.trace(DEFAULT_MODEL, preset.sentence, preset.second or "")
    texts = [token.text.casefold() for token in trace.tokens.items]
    assert preset.word_pair is not None
    query, key = (texts.index(word) for word in preset.word_pair)
    layer, head = np.unravel_index(trace.attention[:, :, query, key].argmax(), trace.attention.shape[:2])
    row = trace.attention[layer, head, query]
    assert row.argmax() == key
    assert row[key] > 0.5


@pytest.mark.parametrize("preset", PROOF_PRESETS, ids=lambda preset: preset.name)
def test_a_word_parts_only_where_its_right_side_is_read(preset: ProofPreset) -> None:
    proof = cache.masks.shared_word_proof(DEFAULT_MODEL, preset.sentence, preset.second, preset.word)
    assert proof.causal.tolist() == [0.0] * len(proof.causal)
    assert proof.bidirectional[1:].max() > 0.02


def test_an_example_of_order_changes_what_is_predicted() -> None:
    first = POSITION_PRESETS[0]
    tokens = cache.shared.blanks.predictions(DEFAULT_MODEL, first.sentence, ()).tokens
    texts = [token.text for token in tokens.items]
    swap = Swap(*(texts.index(word) for word in first.swap))
    effect = cache.positions.order_effect(DEFAULT_MODEL, first.sentence, (), tokens.typed_masks[0], swap)
    assert [mask.candidates[0].text for mask in (effect.before, effect.after)] == ["were", "was"]


@pytest.mark.thorough
def test_no_example_is_among_what_the_family_was_trained_to_say() -> None:
    request = [sentence for preset in FILL_PRESETS for sentence in (preset.sentence, preset.other)]
    assert sentence_pattern(request).search("\n".join(sentences(0))) is None
