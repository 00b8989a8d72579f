"""Requests that cannot be met, said in words a visitor can act on."""


class Refusal(Exception):
    """A request that cannot be met.

    The message is plain text, one or two sentences, and says what to do. It may quote what a visitor typed, so it is
    shown as text and never as HTML.
    """


class Busy(Refusal):
    """Too many requests are waiting already. Trying again in a moment helps."""


class TooLong(Refusal):
    """A sentence has more pieces than the model has positions."""


class NothingMasked(Refusal):
    """A prediction was asked for where no position is masked."""


class ModelUnavailable(Refusal):
    """A model is not on this machine, or cannot be read."""
