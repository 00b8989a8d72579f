"""The stored grid is what the bundled model computes now."""

import pytest

import cache.patching
from cache.shipped.first_patching import first_patching
from components.model.checkpoints.catalogue import DEFAULT_MODEL
from components.patching.model.presets import pair_presets
from components.patching.model.results import PatchSite

pytestmark = pytest.mark.usefixtures("engine")


def test_the_first_grid_is_what_the_model_computes_now() -> None:
    stored, first = first_patching.read(), pair_presets()[0]
    live = cache.patching.patch_grid(
        DEFAULT_MODEL, first.sentence, first.other, first.words, PatchSite.WHOLE, lambda _done, _of: None
    )
    assert stored.pair == live.pair
    assert stored.layers == live.layers
    assert stored.array == pytest.approx(live.array, abs=1e-3)
    assert (stored.clean, stored.corrupt) == pytest.approx((live.clean, live.corrupt), abs=1e-3)


def test_a_grid_is_cached_and_a_stopped_one_is_not() -> None:
    key = (DEFAULT_MODEL, "The cat [MASK] old.", "The cats [MASK] old.", ("", ""), PatchSite.WHOLE)

    def stop(_done: int, _of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.patching.patch_grid(*key, stop)
    reports: list[int] = []
    first = cache.patching.patch_grid(*key, lambda done, _of: reports.append(done))
    assert reports
    assert cache.patching.patch_grid(*key, stop) is first
