"""Text as a cell of a file that a spreadsheet opens."""

import re

# A spreadsheet whose separator is ";" or a tab cuts a text there, and then each part can be a formula. It strips
# spaces and quotes before it looks at the sign, and takes full-width signs for the narrow ones.
_FORMULA = re.compile(r"(^|[;\t\r\n])([\s\"]*[=+\-@＝＋－＠])")


def cell(value: object) -> object:
    """The value; in a text that a spreadsheet would take for a formula an apostrophe before it, which makes it text.

    A sign alone is no formula: it stays, as every piece of a vocabulary should.
    """
    if not isinstance(value, str) or len(value) < 2:
        return value
    return _FORMULA.sub(r"\1'\2", value)
