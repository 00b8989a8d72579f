"""How much memory a process may keep results in, so that what it needs can be said before it is started.

The operator sets it as ``RIVERBANK_CACHE_MB``. Models, pages and the many small results that Streamlit keeps by count
(some kilobytes each) come on top.
"""

import logging
import os

VARIABLE = "RIVERBANK_CACHE_MB"
DEFAULT_MB, SMALLEST_MB = 512, 64
RESULTS_SHARE, DOWNLOADS_SHARE = 0.75, 0.25  # results kept for pages, and what browsers fetch part by part

_LOG = logging.getLogger(__name__)


def memory_bytes(share: float = 1.0) -> int:
    """A share of the memory for results, in bytes. What is not a number, or too small to work with, is not used."""
    text = os.environ.get(VARIABLE, "")
    megabytes = int(text) if text.isascii() and text.isdigit() else 0
    if text and megabytes < SMALLEST_MB:
        _LOG.warning("%s is %r: it takes a whole number from %d. Using %d.", VARIABLE, text, SMALLEST_MB, DEFAULT_MB)
        megabytes = 0
    return int((megabytes or DEFAULT_MB) * 2**20 * share)
