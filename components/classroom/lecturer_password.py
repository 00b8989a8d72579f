"""The optional lecturers' password: without one, everybody may start classes."""

import hmac
import os
from collections.abc import Callable

from components.classroom.addresses import network
from components.classroom.rate_limits import RateLimit, RateLimiter, steady_time
from components.model.user_errors import UserError

LECTURER_VARIABLE = "RIVERBANK_LECTURER"
ATTEMPTS = RateLimit(10.0, 6.0)  # per address


class LecturerPassword:
    """Checks the lecturers' password. Thread-safe.

    Args:
        password: The password; "" if none is needed.
        clock: Returns seconds that never jump.
    """

    def __init__(self, password: str, *, clock: Callable[[], float] = steady_time) -> None:
        self._password, self._attempts = password.encode("utf-8", "replace"), RateLimiter(ATTEMPTS, clock=clock)

    @property
    def is_required(self) -> bool:
        """Whether lecturers need a password."""
        return bool(self._password)

    def check(self, typed: str, address: str) -> None:
        """Check a typed password.

        Args:
            typed: The text that was typed.
            address: The visitor's IP address; "" if unknown.

        Raises:
            UserError: The password is wrong, or too many were tried from this network.
        """
        if not self.is_required:
            return
        if not self._attempts.take(network(address)):
            raise UserError("Too many wrong passwords from your network. Wait a minute and try again.")
        if not hmac.compare_digest(typed.encode("utf-8", "replace"), self._password):
            raise UserError("That password is wrong. Ask whoever runs this server for the lecturers’ password.")


# The password that the operator set in the environment, if any.
LECTURER_PASSWORD = LecturerPassword(os.environ.get(LECTURER_VARIABLE, ""))
