"""An address as a picture that a telephone reads."""

import segno

BORDER = 2  # modules of white around it; readers look for an edge
DARK, LIGHT = "#000000", "#ffffff"  # in either theme: many readers take no inverted code


def qr_code(address: str) -> str:
    """The code of an address, as SVG. Up to 15% of it may be covered or unclear."""
    svg: str = segno.make(address, error="m", micro=False).svg_inline(border=BORDER, dark=DARK, light=LIGHT, scale=8)
    return svg
