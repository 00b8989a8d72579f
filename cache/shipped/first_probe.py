"""The precomputed probe and trees of “What each layer knows”, written by ``python -m cache.shipped.first_probe``."""

from cache.shipped.probes import rounded
from cache.shipped.shipped import shipped
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.probing.model.results import ProbedTask
from components.probing.model.tasks import TASKS
from components.probing.model.tree_presets import tree_presets
from components.probing.model.tree_results import PredictedTrees


@shipped("first_probe.json")
def first_probe() -> ProbedTask:
    """The first task, probed on every layer of the default model."""
    from cache.probing import probed_task

    probed: ProbedTask = rounded(probed_task(DEFAULT_MODEL, TASKS[0].key, lambda _text: None))
    return probed


@shipped("first_tree.json", digits=4)
def first_tree() -> PredictedTrees:
    """The trees of the first sentence, read from every layer of the default model."""
    from cache.probing import sentence_trees

    trees: PredictedTrees = sentence_trees(DEFAULT_MODEL, tree_presets()[0].sentence)
    return trees


if __name__ == "__main__":
    first_probe.write()
    first_tree.write()
