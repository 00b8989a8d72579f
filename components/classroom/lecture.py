"""What the lecturer's windows agree on: since when a tour is on, which window leads, what the projector does next.

A moment in the future is as good as one long ago: another process wrote it before the machine's clock was set back.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

LEAD_S = 6.0  # for which a window leads after it was last heard of


class LectureAction(StrEnum):
    """What the lecturer's page can have the projector do."""

    GO = "go"
    SHOW = "show"
    HIDE = "hide"
    VOTE_AGAIN = "vote again"  # before the answer is shown
    ASK_ANEW = "ask anew"  # after it was shown
    BLACK = "black"  # or no longer black, as with the key B


@dataclass(frozen=True)
class LectureCommand:
    """A command of the lecturer's page.

    Attributes:
        number: From 1, in order; 0 if there was none yet. A projector carries out each once.
        action: What to do.
        stop: For :attr:`LectureAction.GO`, the index of the stop; the number of stops for the end of the tour.
    """

    number: int = 0
    action: LectureAction = LectureAction.GO
    stop: int = 0


@dataclass(frozen=True)
class LectureState:
    """The state of a lecture.

    Attributes:
        tour: The tour whose clock runs; "" before the first.
        began_at: When that began, in seconds since 1970.
        command: The last command.
        jumped_from: The index of the stop that was left by a jump and can be returned to; None without a jump.
        leader: The lecturer's window that phones follow; "" before the first.
        led_at: When it was last heard of, in seconds since 1970; 0 if others need not wait for it.
    """

    tour: str = ""
    began_at: float = 0.0
    command: LectureCommand = field(default_factory=LectureCommand)
    jumped_from: int | None = None
    leader: str = ""
    led_at: float = 0.0

    def lead(self, window: str, now: float) -> "LectureState":
        """The state with a window that leads, heard of at ``now``; 0 if it leads only until another is used."""
        return replace(self, leader=window, led_at=now)

    def is_led_by_other(self, window: str, now: float) -> bool:
        """Whether a window other than this one leads, and is still open as far as can be known."""
        return self.leader not in ("", window) and abs(now - self.led_at) < LEAD_S

    def on_tour(self, tour: str, now: float) -> "LectureState":
        """The state while ``tour`` is on the projector: the clock of another tour than before begins."""
        return self if tour in ("", self.tour) else replace(self, tour=tour, began_at=now, jumped_from=None)

    def restart_clock(self, now: float) -> "LectureState":
        """The state with a clock that begins now."""
        return replace(self, began_at=now)

    def give(self, action: LectureAction) -> "LectureState":
        """The state with a further command about the stop on the projector."""
        return replace(self, command=LectureCommand(self.command.number + 1, action))

    def go(self, stop: int, *, jumped_from: int | None = None) -> "LectureState":
        """The state with the command to go to a stop.

        Args:
            stop: Its index.
            jumped_from: The stop to return to, if this is a jump.
        """
        command = LectureCommand(self.command.number + 1, LectureAction.GO, stop)
        return replace(self, command=command, jumped_from=jumped_from)
