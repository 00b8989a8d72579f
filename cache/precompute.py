"""Compute the predictions that ship with the app: ``python -m cache.precompute``."""

import dataclasses
import json

from cache.attention import Drawn, atlas_of
from cache.precomputed import ATTENTION_FILE, FILE, FIRST_MODEL
from components.model.attention_presets import ATTENTION_PRESETS
from components.model.availability import weights_folder
from components.model.engine import Engine
from components.model.presets import FILL_PRESETS


def main() -> None:
    """Write the predictions of every preset of "Fill the blank", and the first atlas of "Who looks at whom?"."""
    engine = Engine(weights_folder)
    entries = [dataclasses.asdict(engine.predictions(FIRST_MODEL, preset.sentence)) for preset in FILL_PRESETS]
    FILE.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    traced = engine.trace(FIRST_MODEL, ATTENTION_PRESETS[0].sentence)
    ATTENTION_FILE.write_bytes(atlas_of(FIRST_MODEL, traced, Drawn.HEADS, (0, 0)))


if __name__ == "__main__":
    main()
