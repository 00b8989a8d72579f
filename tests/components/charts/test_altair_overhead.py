"""Charts that spare Altair's repeated work are the same charts, and what is wrong with one is still found."""

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

import altair as alt
import pandas as pd
import pytest
from altair.utils import schemapi

from components.charts import altair_overhead
from components.charts.altair_overhead import reduce_chart_overhead

TABLE = pd.DataFrame({"share": [0.2, 0.8], "word": ["river", "money"]})
WRONG: list[dict[str, Any]] = [
    {"radius": "wide"},
    {"grid": 5},
    {"form": 3},
    {"opacity": "half"},
    {"height": "tall"},
    {"stroke": 7},
]


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    methods, debug = [schemapi.SchemaBase.__dict__[name] for name in ("from_dict", "validate")], schemapi.DEBUG_MODE
    copier = schemapi._deep_copy
    yield
    schemapi._deep_copy = copier
    schemapi.SchemaBase.from_dict, schemapi.SchemaBase.validate = methods  # type: ignore[method-assign,assignment]
    schemapi.DEBUG_MODE = debug


@pytest.fixture
def _reduced() -> None:
    reduce_chart_overhead()


def chart(
    *,
    radius: Any = 4,
    grid: Any = False,
    form: Any = ".1f",
    opacity: Any = 0.5,
    height: Any = 200,
    stroke: Any = None,
    ink: str = "red",
) -> alt.LayerChart:
    base = alt.Chart(TABLE).encode(x=alt.X("share:Q", axis=alt.Axis(grid=grid)), y="word:N")
    bars = base.mark_bar(cornerRadiusEnd=radius).encode(
        color=alt.condition("datum.share > 0.5", alt.value(alt.ExprRef(f"'{ink}'")), alt.value("grey")),
        tooltip=[alt.Tooltip("share:Q", format=form)],
    )
    texts = base.mark_text().encode(
        text="word:N", opacity=alt.condition("datum.share > 0.5", alt.value(1), alt.value(opacity))
    )
    return alt.layer(bars, texts).properties(height=height).configure_view(stroke=stroke)


def test_a_chart_is_the_same_the_first_time_and_again(request: pytest.FixtureRequest) -> None:
    schemapi.SchemaBase.from_dict = classmethod(altair_overhead._from_dict)  # type: ignore[method-assign]
    schemapi._deep_copy = altair_overhead._deep_copy
    expected = [chart().to_json(), chart(ink="blue").to_json()]
    request.getfixturevalue("_reduced")
    for _ in range(2):
        assert [chart().to_json(), chart(ink="blue").to_json()] == expected


@pytest.mark.usefixtures("_reduced")
@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: next(iter(wrong)))
def test_what_is_wrong_anywhere_in_a_chart_is_found_when_it_is_converted(wrong: dict[str, Any]) -> None:
    chart().to_dict()
    for _ in range(2):  # only what has passed is not checked again
        with pytest.raises((schemapi.SchemaValidationError, schemapi.jsonschema.ValidationError)):
            chart(**wrong).to_dict()


@pytest.mark.usefixtures("_reduced")
def test_a_chart_that_has_passed_is_checked_again_when_it_changes_and_not_when_its_table_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    validate, checked = altair_overhead._validate, []

    def count(cls: type[schemapi.SchemaBase], *arguments: Any) -> None:
        checked.append(cls)
        validate(cls, *arguments)

    monkeypatch.setattr(altair_overhead, "_validate", count)
    monkeypatch.setattr(altair_overhead, "_valid", OrderedDict())

    def checks(**changed: Any) -> int:
        checked.clear()
        chart(**changed).to_dict()
        return len(checked)

    assert checks() > 0
    assert checks() == 0
    assert checks(height=300) > 0
    with monkeypatch.context() as patched:
        patched.setattr(f"{__name__}.TABLE", pd.DataFrame({"share": [0.1, 0.3], "word": ["bank", "tree"]}))
        assert checks() == 0


@pytest.mark.usefixtures("_reduced")
def test_a_change_of_one_object_changes_no_other() -> None:
    first = alt.Color.from_dict({"field": "share", "type": "quantitative"})
    first.title = "changed"
    assert "title" not in alt.Color.from_dict({"field": "share", "type": "quantitative"}).to_dict()


@pytest.mark.usefixtures("_reduced")
def test_a_change_of_a_copy_changes_no_original_and_both_share_their_table() -> None:
    original = chart()
    before, copied = original.to_json(), original.copy()
    copied.layer[0].encoding.x.axis.grid = True
    copied.layer[0].encoding.tooltip[0].format = ".2f"
    copied.layer[1].encoding.opacity["condition"]["value"] = 0.1
    assert original.to_json() == before != copied.to_json()
    assert copied.data is original.data is TABLE
