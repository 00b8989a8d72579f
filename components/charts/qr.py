"""QR codes of addresses."""

import segno

BORDER = 2  # white modules around the code, which readers need
DARK, LIGHT = "#000000", "#ffffff"  # in both themes: many readers cannot read inverted codes


def qr_code(address: str) -> str:
    """The QR code of an address, as SVG, with error correction for 15% of it."""
    svg: str = segno.make(address, error="m", micro=False).svg_inline(border=BORDER, dark=DARK, light=LIGHT, scale=8)
    return svg


def qr_code_uri(address: str) -> str:
    """The same code as a data URI, for an image in a custom element."""
    code = segno.make(address, error="m", micro=False)
    uri: str = code.svg_data_uri(border=BORDER, dark=DARK, light=LIGHT, omitsize=True)
    return uri
