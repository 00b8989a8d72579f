"""Writer of the graphs of the bundled encoders, which :class:`components.model.compiled.store.GraphStore` reads.

``python -m cache.shipped.encoder_graphs`` writes missing graphs and removes those that no checkpoint uses.
"""

from typing import Any

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.catalogue import MODELS
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.records import Bundled
from components.model.checkpoints.registry import model_record
from components.model.checkpoints.unlisted import DISCRIMINATOR, GENERATOR, MULTITASK_MODEL_ID
from components.model.compiled.graph import architecture_key, export_graph
from components.model.compiled.store import SHIPPED, graph_file


def main() -> None:
    """Export one graph for each architecture of the bundled checkpoints."""
    SHIPPED.mkdir(exist_ok=True)
    loader, needed = Loader(weights_folder), set()
    for model in (*(each.id for each in MODELS), DISCRIMINATOR, GENERATOR, MULTITASK_MODEL_ID):
        if isinstance(model_record(model).home, Bundled):
            encoder: Any = loader.open(model_record(model)).model.base_model
            file = graph_file(SHIPPED, architecture_key(encoder))
            needed.add(file)
            if not file.exists():
                file.write_bytes(export_graph(encoder).to_bytes())
    for file in set(SHIPPED.iterdir()) - needed:
        file.unlink()


if __name__ == "__main__":
    main()
