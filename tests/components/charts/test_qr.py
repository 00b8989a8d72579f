"""A code says what it was given: it is read back by its modules."""

import xml.etree.ElementTree as ET

import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from components.charts.qr import BORDER, qr_code
from tests.examples import scaled

ADDRESS = "http://192.168.1.20:8501/fill-the-blank?sentence=She+sat+by+the+%5BMASK%5D.&guess=1"


def test_the_code_is_a_picture_of_the_address_and_of_no_other() -> None:
    svg = ET.fromstring(qr_code(ADDRESS))
    side = segno.make(ADDRESS, error="m", micro=False).symbol_size(scale=8, border=BORDER)[0]
    assert svg.get("width") == str(side)
    assert qr_code(ADDRESS) != qr_code(ADDRESS + "x")
    assert "#fff" in qr_code(ADDRESS)  # white in the dark too


@settings(max_examples=scaled(20))
@given(st.text(min_size=1, max_size=200))
def test_any_text_is_well_formed_and_never_markup(text: str) -> None:
    svg = qr_code("https://example.org/?sentence=" + text)
    ET.fromstring(svg)
    assert "<script" not in svg
