"""Change its mind: the code of both views prints the numbers on the screen."""

import re

import pytest

import cache.patching
from components.model.checkpoints.catalogue import DEFAULT_MODEL, MODELS
from components.model.checkpoints.records import Role
from components.patching.model.presets import pair_presets
from components.patching.model.results import PatchSite
from components.patching.tables.paths import average_table
from tests.pages.conftest import open_page
from tests.pages.notebook import printed_lines

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("ready")]
PAGE = "pages/patching/page.py"
FIRST = pair_presets()[0]
KEY = (FIRST.sentence, FIRST.other, FIRST.words)


def ignore(_done: int, _of: int) -> None:
    """Do nothing."""


@pytest.mark.parametrize("site", list(PatchSite))
@pytest.mark.parametrize("cell", [(0, 2), (4, 6), (3, 2)])
def test_the_code_of_a_cell_prints_its_share(site: PatchSite, cell: tuple[int, int]) -> None:
    layer, position = cell
    if layer == 0 and site is not PatchSite.WHOLE:
        pytest.skip("the embeddings have no parts")
    app = open_page(PAGE, vector=site.value, layer=str(layer), token=str(position + 1))
    (line,) = printed_lines(app)
    grid = cache.patching.patch_grid(DEFAULT_MODEL, *KEY, site, ignore)
    assert float(line.split()[0]) == pytest.approx(grid.array[grid.layers.index(layer), position], abs=2e-4)


@pytest.mark.parametrize("model", [model.id for model in MODELS if model.pocket and model.role is Role.MASKED])
def test_it_does_so_for_every_bundled_model(model: str) -> None:
    link = {"sentence": "The dog [MASK] old.", "beside": "The dogs [MASK] old."}
    app = open_page(PAGE, model=model, layer="2", token="3", **link)
    (line,) = printed_lines(app)
    grid = cache.patching.patch_grid(model, link["sentence"], link["beside"], ("", ""), PatchSite.WHOLE, ignore)
    assert float(line.split()[0]) == pytest.approx(grid.array[2, 2], abs=5e-4)


def test_the_code_of_many_pairs_prints_the_average_of_each_layer() -> None:
    lines = printed_lines(open_page(PAGE, mode="Over many pairs"))
    table = average_table(cache.patching.phenomenon_paths(DEFAULT_MODEL, "Number", ignore))
    blank = table[(table["group"] == "the blank") & (table["layer"] > 0)]
    assert len(lines) == 6
    for line, share in zip(lines, blank["share"], strict=True):
        (printed,) = re.findall(r"back (-?[\d.]+) on", line)
        assert float(printed) == pytest.approx(share, abs=2e-4)
