"""The lecturer's own phones in a running class: they are let in, recognised and sent away."""

import secrets
from collections.abc import Callable
from dataclasses import replace

from components.classroom.errors import ClassroomError
from components.classroom.remote_access import RemoteAccess
from components.classroom.store import ClassStore

SECRET_BYTES = 16
NOT_VALID = "This link was used before, or is too old. Show a new one on your computer."


class Remotes:
    """The lecturer's phones of one class. Safe to use from many threads, and from many processes that share its store.

    Args:
        store: The data of the class.
        clock: Returns seconds since 1970 that never jump.
    """

    def __init__(self, store: ClassStore, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock

    @property
    def count(self) -> int:
        """The number of phones that were let in."""
        return len(self._store.state.remote.key_digests)

    @property
    def pass_left_s(self) -> float:
        """Seconds for which the pass can be used; 0 if there is none or it was used."""
        return self._store.state.remote.pass_left_s(self._clock())

    def admits(self, key: str) -> bool:
        """Whether this is the key of one of the phones."""
        return self._store.state.remote.admits(key)

    def issue_pass(self) -> str:
        """A secret that lets one phone in, once and for a short time; it replaces an earlier unused one."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        self._change(lambda remote: remote.issue(secret, self._clock()))
        return secret

    def use_pass(self, secret: str) -> str:
        """Let in the phone that has this secret. Returns its key.

        Raises:
            ClassroomError: The secret is wrong, was used before or has expired.
        """
        key = secrets.token_urlsafe(SECRET_BYTES)

        def use(remote: RemoteAccess) -> RemoteAccess:
            after = remote.use(secret, key, self._clock())
            if after is None:
                raise ClassroomError(NOT_VALID)
            return after

        self._change(use)
        return key

    def disconnect(self) -> None:
        """Send all phones away; a pass is void, too."""
        self._change(lambda _: RemoteAccess())

    def _change(self, change: Callable[[RemoteAccess], RemoteAccess]) -> None:
        with self._store.lock():
            state = self._store.state
            self._store.state = replace(state, remote=change(state.remote))
