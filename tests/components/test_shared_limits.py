"""What the browser's side limits or rounds as Python does has the same number in both."""

import re
from pathlib import Path

import pytest

from components.attention.tables import atlas
from components.charts import picture_links
from components.model.passes import numbers, traced_pass
from components.model.tokens import text_limits
from components.senses.model import river
from components.tables.passes import calculation, payload

ROOT = Path(__file__).parents[2] / "components"


@pytest.mark.parametrize(
    ("script", "name", "expected"),
    [
        ("takeaway/heads_page/atlas_bytes.js", "WHOLE_PANEL_LIMIT", atlas.WHOLE_PANEL_LIMIT),
        ("takeaway/heads_page/atlas_bytes.js", "REDUCED_SIDE", atlas.REDUCED_SIDE),
        ("takeaway/browser_model/reading.js", "CHARACTER_LIMIT", text_limits.CHARACTER_LIMIT),
        ("takeaway/river_page/thread.js", "NEAREST", river.NEAREST),
        ("takeaway/machine_page/calculation.js", "TERMS", numbers.TERM_COUNT),
        ("takeaway/machine_page/machine_pass.js", "KEPT_WORDS", traced_pass.KEPT_CANDIDATES),
        ("takeaway/machine_page/machine_pass.js", "BARS", payload.BARS),
        ("takeaway/machine_page/decimals.js", "LEAST_DECIMALS", calculation.LEAST_DECIMALS),
        ("takeaway/machine_page/decimals.js", "LARGEST_DECIMALS", calculation.MOST_DECIMALS),
        ("takeaway/machine_page/decimals.js", "DIGITS", calculation.DIGITS),
        ("widgets/figure_opener/figure_link.js", "KEYWORD", f"{picture_links.KEYWORD}\\0"),
    ],
)
def test_a_number_is_the_same_in_the_browser(script: str, name: str, expected: float | str) -> None:
    text = (ROOT / script).read_text(encoding="utf-8")
    values = re.findall(rf'^const {name} = "?([^";]+)"?;', text, re.MULTILINE)
    assert [value.replace("_", "") if isinstance(expected, int) else value for value in values] == [str(expected)]
