"""Compute the predictions that ship with the app: ``python -m cache.precompute``."""

import dataclasses
import json

from cache.attention import Drawn, atlas_of
from cache.masks import grids_of
from cache.precomputed import ATTENTION_FILE, FILE, FIRST_MODEL, MASKS_FILE, POSITIONS_FILE
from components.model.attention_mask import Causal
from components.model.attention_presets import ATTENTION_PRESETS
from components.model.availability import weights_folder
from components.model.engine import Engine
from components.model.mask_presets import PROOF_PRESETS
from components.model.mask_reading import head_looking_ahead
from components.model.position_similarity import Compared
from components.model.presets import FILL_PRESETS
from components.tables.position_figure import position_panels
from components.tables.position_panels import position_panels_bytes

FIRST_PANELS = (64, 64)  # positions and dimensions


def main() -> None:
    """Write the predictions of every preset of "Fill the blank", and the first pictures of other rooms."""
    engine = Engine(weights_folder)
    entries = [dataclasses.asdict(engine.predictions(FIRST_MODEL, preset.sentence)) for preset in FILL_PRESETS]
    FILE.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    traced = engine.trace(FIRST_MODEL, ATTENTION_PRESETS[0].sentence)
    ATTENTION_FILE.write_bytes(atlas_of(FIRST_MODEL, traced, Drawn.HEADS, (0, 0)))
    compared = engine.masks.comparison(FIRST_MODEL, PROOF_PRESETS[0].first, Causal())
    MASKS_FILE.write_bytes(grids_of(compared, *head_looking_ahead(compared.bidirectional)))
    found, table = engine.positions.positions(FIRST_MODEL), engine.positions.table(FIRST_MODEL)
    POSITIONS_FILE.write_bytes(position_panels_bytes(position_panels(found, table, Compared.COSINE, *FIRST_PANELS)))


if __name__ == "__main__":
    main()
