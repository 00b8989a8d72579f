"""What headlines are held against: the findings that were computed while a page ran, and the numbers that it has."""

import functools
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.widgets.canvas import header_of
from pages.parts.sentences import split_headline
from tests.pages.conftest import page_text, tables
from tests.pages.tours.test_tours import numbers_in, rounds_to

RATIO = re.compile(r"[\d.,]+ times|\b1 in [\d,]+")  # of two numbers: it is nowhere else
INDEX_OF_ALL_VIEWS = "riverbank_search_box"


@contextmanager
def computed_headlines() -> Iterator[list[str]]:
    """A list that grows by the headline of each text that a function of ``components`` named ``…finding`` returns."""
    computed: list[str] = []
    noted: dict[Any, Callable[..., str]] = {}
    modules = [module for name, module in sys.modules.items() if name.startswith(("components.", "pages."))]
    with pytest.MonkeyPatch.context() as patch:
        for module in modules:
            for name, value in list(vars(module).items()):
                if name.endswith("finding") and isinstance(value, FunctionType) and value.__module__[:6] != "pages.":
                    patch.setattr(module, name, noted.setdefault(value, _noting(value, computed)))
        yield computed


def _noting(compute: Callable[..., str], computed: list[str]) -> Callable[..., str]:
    @functools.wraps(compute)
    def note(*results: Any, **named: Any) -> str:
        text = compute(*results, **named)
        if text:
            computed.append(split_headline(text)[0])
        return text

    return note


def unfounded_numbers(app: AppTest, headline: str) -> list[str]:
    """The numbers of a headline that are nowhere else on the page: in no figure, table, text or setting."""
    elements = [each.proto for each in app.main.get("bidi_component")]
    elements = [each for each in elements if each.component_name != INDEX_OF_ALL_VIEWS]
    sent = [json.loads(each.json) for each in elements if each.json]
    sent += [header_of(each.bytes) for each in elements if each.bytes]
    texts = [page_text(app), *(json.dumps(each, ensure_ascii=False) for each in sent)]
    texts += [str(each.value) for each in (*app.select_slider, *app.selectbox, *app.slider)]
    values = [value for text in texts for value, _ in numbers_in(text.replace(headline, ""))]
    for table in (*tables(app), *(frame.value for frame in app.dataframe)):
        values += [len(table), *table.select_dtypes("number").to_numpy().ravel().tolist()]
    values += [100 * value for value in values if 0 <= value <= 1]
    claimed = numbers_in(RATIO.sub("", headline))
    return [f"{value:g}" for value, places in claimed if not any(rounds_to(each, value, places) for each in values)]
