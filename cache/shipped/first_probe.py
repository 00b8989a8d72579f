"""The precomputed probes of the room “What each layer knows”, written by ``python -m cache.shipped.first_probe``."""

from cache.shipped.probes import rounded
from cache.shipped.shipped import shipped
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.probing.model.results import ProbedTask
from components.probing.model.tasks import TASKS


@shipped("first_probe.json")
def first_probe() -> ProbedTask:
    """The first task, probed on every layer of the default model."""
    from cache.probing import probed_task

    probed: ProbedTask = rounded(probed_task(DEFAULT_MODEL, TASKS[0].key, lambda _text: None))
    return probed


if __name__ == "__main__":
    first_probe.write()
