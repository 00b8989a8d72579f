"""The memory limit for cached results of a process, so that its memory use is known in advance.

The operator sets it as ``RIVERBANK_CACHE_MB``. Models, pages and the small results that Streamlit caches by count (some
kilobytes each) come on top.
"""

import logging
import os

VARIABLE = "RIVERBANK_CACHE_MB"
DEFAULT_MB, SMALLEST_MB = 512, 64
RESULTS_SHARE, DOWNLOADS_SHARE = 0.75, 0.25  # results for pages, and large downloads that browsers fetch in parts

_LOG = logging.getLogger(__name__)


def memory_bytes(share: float = 1.0) -> int:
    """A share of the memory limit in bytes. A setting that is no number or too small is ignored, with a warning."""
    text = os.environ.get(VARIABLE, "")
    megabytes = int(text) if text.isascii() and text.isdigit() else 0
    if text and megabytes < SMALLEST_MB:
        _LOG.warning("%s is %r: it takes a whole number from %d. Using %d.", VARIABLE, text, SMALLEST_MB, DEFAULT_MB)
        megabytes = 0
    return int((megabytes or DEFAULT_MB) * 2**20 * share)
