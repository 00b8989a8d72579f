"""Why a request of a student's phone is rejected."""


class ClassroomError(Exception):
    """A request of a student is rejected. The message, shown to the student, says why."""


class TryLater(ClassroomError):
    """The request was rejected and may be repeated; the phone stores the answer and sends it again."""


class NotJoined(ClassroomError):
    """The phone has no valid token of this class."""

    def __init__(self) -> None:
        super().__init__("Open the class link again.")
