"""Errors with messages for visitors, such as “Nothing is masked yet”; ``pages/parts/errors.py`` shows them."""


class UserError(Exception):
    """A request cannot be fulfilled.

    The message is plain text of one or two sentences and says what to do. It may quote a visitor's input, so it is
    shown as text and never as HTML.
    """


class Busy(UserError):
    """Too many requests are waiting already. Trying again in a moment helps."""


class TooLong(UserError):
    """A text is longer than the limit."""


def too_many_tokens(count: int, limit: int, limit_of: str = "of this model") -> TooLong:
    """The error for a text that has more tokens than can be read.

    Args:
        count: How many tokens the text has.
        limit: How many it may have.
        limit_of: Words that follow "the limit", such as "for masks".
    """
    return TooLong(
        f"This text has {count:,} tokens; the limit {limit_of} is {limit:,}. "
        "Shorten it: Riverbank does not truncate it for you."
    )


class NothingMasked(UserError):
    """A prediction was requested, but no position is masked."""

    def __init__(
        self,
        message: str = (
            "Nothing is masked yet. Type [MASK] in the sentence, or click a word above. "
            "While you type, press Enter to see the words."
        ),
    ) -> None:
        super().__init__(message)


class ModelUnavailable(UserError):
    """A model is not on this machine, or cannot be read."""
