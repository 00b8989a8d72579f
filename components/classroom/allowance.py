"""How often somebody may do something: so many at once, and then one every so many seconds."""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Limit:
    """What somebody may do: ``at_once``, and then once every ``every_s`` seconds."""

    at_once: float
    every_s: float


@dataclass(frozen=True)
class Allowance:
    """What is left of a limit, and when that was: it fills up as time goes by."""

    left: float
    at: float

    def taken(self, limit: Limit, now: float) -> "Allowance | None":
        """What is left after one more; None where it may not be done now."""
        left = min(limit.at_once, self.left + (now - self.at) / limit.every_s)
        return None if left < 1 else replace(self, left=left - 1, at=now)
