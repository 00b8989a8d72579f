"""Who may start classes: everybody, unless the operator has set a password for lecturers."""

import hmac
import os
from collections.abc import Callable, Mapping

from components.classroom.addresses import network
from components.classroom.rate_limits import RateLimit, RateLimiter, steady_time
from components.model.user_errors import UserError

LECTURER_VARIABLE = "RIVERBANK_LECTURER"
ATTEMPTS = RateLimit(10.0, 6.0)  # of an address


class LecturerPassword:
    """Checks the lecturers' password. Safe to use from many threads.

    Args:
        password: The operator's; "" where there is none.
        clock: Seconds that never jump.
    """

    def __init__(self, password: str, *, clock: Callable[[], float] = steady_time) -> None:
        self._password, self._attempts = password.encode("utf-8", "replace"), RateLimiter(ATTEMPTS, clock=clock)

    @property
    def is_required(self) -> bool:
        """Whether a password is needed."""
        return bool(self._password)

    def check(self, typed: str, address: str) -> None:
        """Return if this is the password, or none is needed.

        Args:
            typed: What somebody typed.
            address: Where they are; "" where that is not known.

        Raises:
            UserError: It is not, or too many others were tried from there.
        """
        if not self.is_required:
            return
        if not self._attempts.take(network(address)):
            raise UserError("Too many wrong passwords from your network. Wait a minute and try again.")
        if not hmac.compare_digest(typed.encode("utf-8", "replace"), self._password):
            raise UserError("That password is wrong. Ask whoever runs this server for the lecturers’ password.")


def lecturer_password(environment: Mapping[str, str] = os.environ) -> LecturerPassword:
    """The door with the password that the operator has set, if any."""
    return LecturerPassword(environment.get(LECTURER_VARIABLE, ""))


LECTURER_PASSWORD = lecturer_password()
