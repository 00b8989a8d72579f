"""The precomputed first mistake of the default model, written by ``python -m cache.shipped.first_mistake``."""

from cache.shipped.shipped import shipped
from components.mistakes.model.catalogue import MISTAKES
from components.mistakes.model.results import Comparison
from components.model.checkpoints.catalogue import DEFAULT_MODEL


@shipped("first_mistake.json", indent=1)
def first_mistake() -> Comparison:
    """Both ways of the first mistake."""
    from cache.mistakes import compare

    return compare(DEFAULT_MODEL, MISTAKES[0].key)


if __name__ == "__main__":
    first_mistake.write()
