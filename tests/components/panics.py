"""The error of native code that panics."""


class PanicException(BaseException):
    """Named as pyo3 names it: no Exception, and recognised by its name."""
