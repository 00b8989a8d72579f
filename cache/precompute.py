"""Compute the predictions that ship with the app: ``python -m cache.precompute``."""

import dataclasses
import json

from cache.precomputed import FILE, FIRST_MODEL
from components.model.availability import weights_folder
from components.model.engine import Engine
from components.model.presets import FILL_PRESETS


def main() -> None:
    """Write the predictions of every preset."""
    engine = Engine(weights_folder)
    entries = [dataclasses.asdict(engine.predictions(FIRST_MODEL, preset.sentence)) for preset in FILL_PRESETS]
    FILE.write_text(json.dumps(entries, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
