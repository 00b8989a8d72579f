"""Why a request of a student's phone is rejected."""


class ClassroomError(Exception):
    """A request of a student is rejected. The message, shown to the student, says why."""


class TryLater(ClassroomError):
    """The request was rejected and may be repeated; the phone stores the answer and sends it again."""


class NotJoined(ClassroomError):
    """The phone has no valid token of this class."""

    def __init__(self) -> None:
        super().__init__("Open the class link again.")


class AnsweredTooLate(ClassroomError):
    """The question is not asked any more.

    Args:
        is_asking: Whether the class is asked another question now.
    """

    def __init__(self, *, is_asking: bool) -> None:
        reason = "there is a new question" if is_asking else "the question is closed"
        super().__init__(f"Your answer came too late: {reason}.")
