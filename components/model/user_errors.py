"""Requests that cannot be met, said in words a visitor can act on."""


class UserError(Exception):
    """A request that cannot be met.

    The message is plain text, one or two sentences, and says what to do. It may quote what a visitor typed, so it is
    shown as text and never as HTML.
    """


class Busy(UserError):
    """Too many requests are waiting already. Trying again in a moment helps."""


class TooLong(UserError):
    """A sentence has more pieces than the model has positions."""


class NothingMasked(UserError):
    """A prediction was asked for where no position is masked."""

    def __init__(
        self, message: str = "Nothing is masked yet. Click a word above, or type [MASK] in the sentence."
    ) -> None:
        super().__init__(message)


class ModelUnavailable(UserError):
    """A model is not on this machine, or cannot be read."""
