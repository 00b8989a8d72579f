"""Text as a cell of a file that a spreadsheet opens."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def cell(value: object) -> object:
    """The value; before a text that a spreadsheet would take for a formula an apostrophe, which makes it text.

    A sign alone is no formula: it stays, as every piece of a vocabulary should.
    """
    formula = isinstance(value, str) and len(value) > 1 and value.startswith(_FORMULA)
    return f"'{value}" if formula else value
