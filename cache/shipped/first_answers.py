"""Precomputed predictions and canvases for the first screen of rooms.

They are shown until the engine is ready and live results replace them. ``python -m cache.shipped.first_answers`` writes
them; tests compare them with the bundled model.
"""

from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from cache.engine import engine
from cache.shipped.shipped import shipped
from components.attention.model.presets import ATTENTION_PRESETS
from components.masks.model.presets import PROOF_PRESETS
from components.masks.model.weights import lookahead_head
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.model.inference.attention_mask import Causal
from components.model.presets import FILL_PRESETS
from components.model.results import Conditions, Predictions
from components.positions.model.similarity import SimilarityMeasure

ATTENTION_FILE = Path(__file__).with_name("first_attention.bin")
MASKS_FILE = Path(__file__).with_name("first_masks.bin")
POSITIONS_FILE = Path(__file__).with_name("first_positions.bin")
PASS_FILE = Path(__file__).with_name("first_pass.bin")
PASS_FINDING_FILE = Path(__file__).with_name("first_pass.txt")
FIRST_PANELS = (64, 64)  # positions and dimensions


@shipped("first_answers.json", indent=1)
def stored_predictions() -> tuple[Predictions, ...]:
    """Predictions for every preset of “Masked words”."""
    from components.model.inference.prediction import predictions

    return tuple(predictions(*engine().read(DEFAULT_MODEL, preset.sentence)) for preset in FILL_PRESETS)


def precomputed_predictions(model_id: str, sentence: str) -> Predictions | None:
    """Predictions for the typed masks of ``sentence``; None if they are not shipped."""
    stored = stored_predictions.read() if model_id == DEFAULT_MODEL else ()
    return next((predicted for predicted in stored if predicted.tokens.sentence == sentence), None)


def first_example() -> Predictions:
    """Predictions for the first preset, which a page shows if it has nothing better yet."""
    return stored_predictions.read()[0]


@dataclass(frozen=True)
class PrecomputedPayload:
    """What a room's canvas shows until the engine is ready.

    Attributes:
        payload: The payload of the canvas.
        conditions: Of its figures.
        finding: What the canvas shows, in words; may be empty.
    """

    payload: bytes
    conditions: Conditions
    finding: str = ""


@cache
def first_attention() -> PrecomputedPayload:
    """All heads of the attention room's first preset, the initially selected one in full."""
    return PrecomputedPayload(ATTENTION_FILE.read_bytes(), first_example().conditions)


@cache
def first_masks() -> PrecomputedPayload:
    """The first preset of “Attention masks”, without a mask and with the causal one."""
    return PrecomputedPayload(MASKS_FILE.read_bytes(), first_example().conditions)


@cache
def first_positions() -> PrecomputedPayload:
    """Some positions and dimensions of the default model, with those given by formulas."""
    return PrecomputedPayload(POSITIONS_FILE.read_bytes(), first_example().conditions)


@cache
def first_pass() -> PrecomputedPayload:
    """The pass of the first preset, with its first layer and one number."""
    finding = PASS_FINDING_FILE.read_text(encoding="utf-8").strip()
    return PrecomputedPayload(PASS_FILE.read_bytes(), first_example().conditions, finding)


def main() -> None:
    """Write the predictions of every preset of “Masked words”, and the first canvases of other rooms."""
    from cache.attention import HeadAggregation, encode_atlas
    from cache.masks import comparison_grid_bytes
    from cache.shipped.encoded_pass import first_pass_bytes, first_pass_finding
    from components.attention.model.opening import opening_head
    from components.masks.model.comparison import mask_comparison
    from components.masks.model.prefixes import prefix_attention
    from components.model.inference.forward import trace
    from components.positions.model.embeddings import position_encoding, position_table
    from components.positions.tables.figure import PanelChoice, choose_panels, position_panels
    from components.positions.tables.panels import position_panels_bytes

    stored_predictions.write()
    example = ATTENTION_PRESETS[0]
    traced = trace(*engine().inspect(DEFAULT_MODEL, example.sentence))
    layer, head, _ = opening_head(traced, example.word_pair)
    ATTENTION_FILE.write_bytes(encode_atlas(DEFAULT_MODEL, traced, HeadAggregation.HEADS, (layer, head)))
    compared = mask_comparison(*engine().inspect(DEFAULT_MODEL, PROOF_PRESETS[0].sentence), Causal())
    opened = engine().open_for_inspection(DEFAULT_MODEL)
    MASKS_FILE.write_bytes(
        comparison_grid_bytes(compared, partial(prefix_attention, opened), *lookahead_head(compared.bidirectional))
    )
    read = engine().read(DEFAULT_MODEL, FILL_PRESETS[0].sentence)
    PASS_FILE.write_bytes(first_pass_bytes(*read))
    PASS_FINDING_FILE.write_text(first_pass_finding(*read) + "\n", encoding="utf-8")
    panels = position_panels(position_encoding(opened), position_table(opened), SimilarityMeasure.COSINE, *FIRST_PANELS)
    POSITIONS_FILE.write_bytes(position_panels_bytes(choose_panels(panels, PanelChoice.ONE_EACH)))


if __name__ == "__main__":
    main()
