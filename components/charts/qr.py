"""QR codes of addresses."""

import segno

BORDER = 2  # white modules around the code, which readers need
DARK, LIGHT = "#000000", "#ffffff"  # in both themes: many readers cannot read inverted codes


def qr_code(address: str) -> str:
    """The QR code of an address, as SVG, with error correction for 15% of it."""
    svg: str = segno.make(address, error="m", micro=False).svg_inline(border=BORDER, dark=DARK, light=LIGHT, scale=8)
    return svg
