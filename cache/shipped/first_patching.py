"""The precomputed grid of the room “Change its mind”, written by ``python -m cache.shipped.first_patching``."""

from cache.shipped.shipped import shipped
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.patching.model.presets import pair_presets
from components.patching.model.results import PatchGrid, PatchSite


@shipped("first_patching.json")
def first_patching() -> PatchGrid:
    """The grid of the first example."""
    from cache.patching import patch_grid

    first = pair_presets()[0]
    key = (DEFAULT_MODEL, first.sentence, first.other, first.words)
    return patch_grid(*key, PatchSite.WHOLE, lambda _done, _of: None)


if __name__ == "__main__":
    first_patching.write()
