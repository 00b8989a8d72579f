"""The lecturer's own phone as a remote control: a one-time pass, and the keys of phones that used one.

A phone gets a key of its own, which opens the notes and moves the projector and does nothing else, and which can be
taken back without changing the key of the class.
"""

import hashlib
import hmac
from dataclasses import dataclass, replace

from components.classroom.rate_limits import CLOCK_TOLERANCE_S

PASS_S = 120.0  # seconds for which a pass can be used
REMOTE_LIMIT = 4  # phones; a further one takes the place of the first


@dataclass(frozen=True)
class RemoteAccess:
    """Which phones may command the projector, besides the browser that started the class.

    Secrets are stored as digests only.

    Attributes:
        pass_digest: The digest of the pass that a phone may use; "" if there is none.
        pass_until: When that pass expires, in seconds since 1970.
        key_digests: The digests of the phones' keys, the first one first.
    """

    pass_digest: str = ""
    pass_until: float = 0.0
    key_digests: tuple[str, ...] = ()

    def issue(self, secret: str, now: float) -> "RemoteAccess":
        """The state with a pass; an earlier one that was not used is void."""
        return replace(self, pass_digest=_digest(secret), pass_until=now + PASS_S)

    def pass_left_s(self, now: float) -> float:
        """Seconds for which the pass can be used; 0 if it was used, or if there is none."""
        left_s = self.pass_until - now if self.pass_digest else 0.0
        return min(PASS_S, max(0.0, left_s)) if left_s < PASS_S + CLOCK_TOLERANCE_S else 0.0  # the clock was set back

    def use(self, secret: str, key: str, now: float) -> "RemoteAccess | None":
        """The state after a phone has used the pass and got ``key``; None if the pass is not valid."""
        if not self.pass_left_s(now) or not hmac.compare_digest(_digest(secret), self.pass_digest):
            return None
        return RemoteAccess(key_digests=(*self.key_digests, _digest(key))[-REMOTE_LIMIT:])

    def admits(self, key: str) -> bool:
        """Whether this is the key of a phone."""
        digest = _digest(key)
        return any(hmac.compare_digest(digest, each) for each in self.key_digests)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
