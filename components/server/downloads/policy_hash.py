"""The hash by which a Content-Security-Policy allows one inline script or style sheet, and no other."""

import base64
import hashlib


def policy_hash(text: str) -> str:
    """A script or style sheet as a source of a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
