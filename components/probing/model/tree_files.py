"""The shipped structural probes and their figures, which ``python -m training.trees`` writes."""

from functools import cache

from components.model.checkpoints.catalogue import POCKET_FOLDER
from components.model.serialisation import from_json
from components.probing.model.tree_results import TreeEvaluation

TREES_FOLDER = POCKET_FOLDER / "trees"
PROBES = "probes.safetensors"  # 8-bit maps (components.model.checkpoints.int8_weights), "<model id>/<layer>" each
EVALUATION = "evaluation.json"


def map_name(model_id: str, layer: int) -> str:
    """The name of a layer's map in the file."""
    return f"{model_id}/{layer}"


@cache
def tree_evaluations() -> dict[str, TreeEvaluation]:
    """The figures of every model that has a probe, by its id, in the catalogue's order."""
    evaluations = from_json(tuple[TreeEvaluation, ...], (TREES_FOLDER / EVALUATION).read_text(encoding="utf-8"))
    return {evaluation.model_id: evaluation for evaluation in evaluations}
