"""Protection of text cells against formula injection in spreadsheets."""

import re

# A spreadsheet with the separator ";" or tab splits a text there, and each part can be a formula. Spreadsheets strip
# spaces and quotes before they look for the sign, and accept full-width signs.
_FORMULA = re.compile(r"(^|[;\t\r\n])([\s\"]*[=+\-@＝＋－＠])")


def cell(value: object) -> object:
    """The value, with an apostrophe before anything that a spreadsheet would run as a formula.

    A sign alone is no formula and stays as it is, like every token of a vocabulary.
    """
    if not isinstance(value, str) or len(value) < 2:
        return value
    return _FORMULA.sub(r"\1'\2", value)
