"""Classes and guesses shared by several processes, in the Valkey or Redis server that ``RIVERBANK_STORE`` names.

A class is a string with its state and a few hashes, all in JSON, and a lock. What a holder of the lock writes reaches
the server in one transaction, or not at all: a process that is killed leaves nothing half done. The server deletes
classes after three hours without activity.
"""

import hashlib
import json
import os
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from components.classroom.check.questions import CheckSheets
from components.classroom.entries import ClassEntry, ClassResult
from components.classroom.store import (
    ENDED_S,
    IDLE_S,
    AddressUse,
    ClassRegistry,
    ClassState,
    ClassStore,
    PhoneState,
    StoreUnreachable,
    Student,
)
from components.model.serialisation import from_json, to_plain
from components.model.tally import GUESS_LIMIT, Tally

if TYPE_CHECKING:
    import redis

STORE_VARIABLE = "RIVERBANK_STORE"
PREFIX = "riverbank"
PARTS = ("students", "entries", "guessed", "answered", "addresses", "results", "checks")  # hashes of a class
TIMEOUT_S = 2.0  # for one request to the server
LOCK_EXPIRY_S = 1.5  # after which a lock is free, if its holder was killed; changes take milliseconds
LOCK_TIMEOUT_S = 2 * LOCK_EXPIRY_S  # to wait for the lock of a class

_LOCKS = tuple(threading.Lock() for _ in range(64))  # by hash of a class's name, for threads of this process

Key = TypeVar("Key")
Value = TypeVar("Value")


@contextmanager
def _redis_errors() -> Iterator[None]:
    """Raise :class:`StoreUnreachable` if the server does not answer."""
    import redis

    try:
        yield
    except redis.RedisError as error:
        raise StoreUnreachable from error


@dataclass(frozen=True)
class HashCodec(Generic[Key, Value]):
    """Converts the keys of a hash to text and back; its values are JSON of the type ``kind``."""

    kind: type[Value]
    encode_key: Callable[[Key], str]
    decode_key: Callable[[str], Key]

    def decode_value(self, text: str | bytes) -> Value:
        """The value that :func:`value_text` wrote."""
        return from_json(self.kind, text)


def value_text(value: object) -> str:
    """A value as ASCII JSON. Text from phones may contain an unpaired surrogate, which UTF-8 cannot encode."""
    return json.dumps(to_plain(value))


class Writer:
    """Where a store writes: straight to the server, or into the transaction of a thread that holds the lock.

    Reading is never deferred, so a change reads before it writes.
    """

    def __init__(self, client: "redis.Redis") -> None:
        self._client, self._thread = client, threading.local()

    @contextmanager
    def collect(self, transaction: "redis.client.Pipeline") -> Iterator[None]:
        """Add what this thread writes to a transaction, which the caller executes."""
        self._thread.transaction = transaction
        try:
            yield
        finally:
            self._thread.transaction = None

    @contextmanager
    def together(self) -> Iterator["redis.client.Pipeline"]:
        """Take writes that belong together; outside a transaction they are sent at the end of the block."""
        transaction = getattr(self._thread, "transaction", None)
        if transaction is not None:
            yield transaction
            return
        with _redis_errors(), self._client.pipeline(transaction=True) as pipeline:
            yield pipeline
            pipeline.execute()


class SharedHash(MutableMapping[Key, Value]):
    """A hash on the server as a mutable mapping.

    Args:
        client: Connected to the server.
        writer: Takes what is written.
        name: The name of the hash.
        codec: Converts keys and values.
    """

    def __init__(self, client: "redis.Redis", writer: Writer, name: str, codec: HashCodec[Key, Value]) -> None:
        self._client, self._writer, self._name, self._codec = client, writer, name, codec

    def __getitem__(self, key: Key) -> Value:
        with _redis_errors():
            encoded = self._client.hget(self._name, self._codec.encode_key(key))
        if encoded is None:
            raise KeyError(key)
        return self._codec.decode_value(encoded)

    def __setitem__(self, key: Key, value: Value) -> None:
        with self._writer.together() as pipeline:
            pipeline.hset(self._name, self._codec.encode_key(key), value_text(value))
            pipeline.expire(self._name, int(IDLE_S))

    def __delitem__(self, key: Key) -> None:
        if key not in self:
            raise KeyError(key)
        with self._writer.together() as pipeline:
            pipeline.hdel(self._name, self._codec.encode_key(key))

    def __iter__(self) -> Iterator[Key]:
        with _redis_errors():
            names = [str(name) for name in self._client.hkeys(self._name)]
        return map(self._codec.decode_key, names)

    def __len__(self) -> int:
        with _redis_errors():
            return int(self._client.hlen(self._name))

    def __contains__(self, key: object) -> bool:
        with _redis_errors():
            return bool(self._client.hexists(self._name, self._codec.encode_key(key)))  # type: ignore[arg-type]

    def values(self) -> Any:
        """All of them at once, in one request."""
        with _redis_errors():
            encoded = list(self._client.hvals(self._name))
        return [self._codec.decode_value(value) for value in encoded]

    def items(self) -> Any:
        """All of them at once, in one request."""
        with _redis_errors():
            encoded = dict(self._client.hgetall(self._name))
        return [(self._codec.decode_key(str(key)), self._codec.decode_value(value)) for key, value in encoded.items()]

    def clear(self) -> None:
        """Delete the hash."""
        with self._writer.together() as pipeline:
            pipeline.delete(self._name)


STUDENTS: HashCodec[str, Student] = HashCodec(Student, str, str)
ENTRIES: HashCodec[int, ClassEntry] = HashCodec(ClassEntry, str, int)
ADDRESSES: HashCodec[str, AddressUse] = HashCodec(AddressUse, str, str)
RESULTS: HashCodec[str, ClassResult] = HashCodec(ClassResult, str, str)
CHECKS: HashCodec[int, CheckSheets] = HashCodec(CheckSheets, str, int)
ANSWERED: HashCodec[str, int] = HashCodec(int, str, str)
GUESSED: HashCodec[tuple[int, str], int] = HashCodec(int, json.dumps, lambda name: tuple(json.loads(name)))


class SharedClassStore:
    """The data of one class on the server: a :class:`~components.classroom.store.ClassStore`."""

    def __init__(self, client: "redis.Redis", code: str) -> None:
        self._client, self._name, self._writer = client, f"{PREFIX}:class:{code}", Writer(client)
        self.students: MutableMapping[str, Student] = self._hash("students", STUDENTS)
        self.entries: MutableMapping[int, ClassEntry] = self._hash("entries", ENTRIES)
        self.guessed: MutableMapping[tuple[int, str], int] = self._hash("guessed", GUESSED)
        self.answered: MutableMapping[str, int] = self._hash("answered", ANSWERED)
        self.addresses: MutableMapping[str, AddressUse] = self._hash("addresses", ADDRESSES)
        self.results: MutableMapping[str, ClassResult] = self._hash("results", RESULTS)
        self.checks: MutableMapping[int, CheckSheets] = self._hash("checks", CHECKS)

    def _hash(self, part: str, codec: HashCodec[Key, Value]) -> SharedHash[Key, Value]:
        return SharedHash(self._client, self._writer, f"{self._name}:{part}", codec)

    @property
    def state(self) -> ClassState:
        """The state of the class; a closed one if it was ended meanwhile."""
        with _redis_errors():
            encoded = self._client.get(self._name)
        if encoded is None:
            return ClassState("", 0.0, PhoneState(0, None, "", open=False), 0)
        return from_json(ClassState, str(encoded))

    @state.setter
    def state(self, state: ClassState) -> None:
        with self._writer.together() as pipeline:
            # Only if the key exists: an ended class stays ended.
            pipeline.set(self._name, value_text(state), ex=int(state.idle_limit), xx=True)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Lock the class for one thread of one process, and write what it changes at the end, all or nothing.

        Raises:
            StoreUnreachable: The server does not answer, or somebody else has the lock for too long, or this thread
                lost it before it was done. Nothing is changed then.
        """
        # Threads of one process wait here: if each polled the server's lock, they would slow its holder.
        queue = _LOCKS[hash(self._name) % len(_LOCKS)]
        if not queue.acquire(timeout=LOCK_TIMEOUT_S):
            raise StoreUnreachable
        try:
            with _redis_errors(), self._locked() as transaction, self._writer.collect(transaction):
                yield
        finally:
            queue.release()

    @contextmanager
    def _locked(self) -> Iterator["redis.client.Pipeline"]:
        """Lock the class on the server. Yields the transaction that is executed at the end, and unlocks it."""
        import redis

        name, token = f"{self._name}:lock", secrets.token_hex(8)
        lock = self._client.lock(name, timeout=LOCK_EXPIRY_S, blocking_timeout=LOCK_TIMEOUT_S, sleep=0.005)
        if not lock.acquire(token=token):
            raise StoreUnreachable
        try:
            with self._client.pipeline(transaction=True) as transaction:
                # A lock that expires and is taken by another makes the transaction fail.
                transaction.watch(name)  # type: ignore[no-untyped-call]
                if transaction.get(name) != token:
                    raise StoreUnreachable
                transaction.multi()
                yield transaction
                transaction.delete(name)
                transaction.execute()
        except BaseException:
            with suppress(redis.exceptions.LockNotOwnedError):
                lock.release()
            raise


class SharedClassRegistry:
    """Classes on the server: a :class:`~components.classroom.store.ClassRegistry`."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client = client

    def put(self, code: str, state: ClassState) -> ClassStore | None:
        """Create a store, or return None if the code is taken."""
        with _redis_errors():
            new = not self.has_ended(code) and self._client.set(
                f"{PREFIX}:class:{code}", value_text(state), ex=int(state.idle_limit), nx=True
            )
        return SharedClassStore(self._client, code) if new else None

    def find(self, code: str) -> ClassStore | None:
        """The store of a running class, or None."""
        with _redis_errors():
            exists = code.isalnum() and self._client.exists(f"{PREFIX}:class:{code}")
        return SharedClassStore(self._client, code) if exists else None

    def remove(self, code: str) -> None:
        """Delete a class, and remember for a while that it ended."""
        name = f"{PREFIX}:class:{code}"
        with _redis_errors():
            if self._client.delete(name):
                self._client.set(f"{PREFIX}:ended:{code}", "1", ex=int(ENDED_S))
            self._client.delete(*(f"{name}:{part}" for part in PARTS))

    def has_ended(self, code: str) -> bool:
        """Whether the class with this code was recently ended by its lecturer."""
        with _redis_errors():
            return code.isalnum() and bool(self._client.exists(f"{PREFIX}:ended:{code}"))

    def codes(self) -> Iterable[str]:
        """The codes of all running classes."""
        with _redis_errors():
            names = [str(name) for name in self._client.scan_iter(f"{PREFIX}:class:*", count=1000)]
        return [name.split(":")[2] for name in names if name.count(":") == 2]


class SharedTally:
    """Counts guesses on the server, like :class:`~components.model.tally.Tally`."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client = client

    def add(self, question: str, guess: str) -> None:
        """Count one guess."""
        name = self._name(question)
        with _redis_errors():
            if self._client.hexists(name, guess) or self._client.hlen(name) < GUESS_LIMIT:
                pipeline = self._client.pipeline(transaction=False)
                pipeline.hincrby(name, guess, 1)
                pipeline.expire(name, int(IDLE_S))
                pipeline.execute()

    def counts(self, question: str) -> tuple[tuple[str, int], ...]:
        """The guesses at a question and their counts, the most frequent first."""
        with _redis_errors():
            numbers = {str(guess): int(count) for guess, count in self._client.hgetall(self._name(question)).items()}
        return tuple(sorted(numbers.items(), key=lambda item: -item[1]))

    @staticmethod
    def _name(question: str) -> str:
        return f"{PREFIX}:guesses:{hashlib.sha256(question.encode('utf-8', 'replace')).hexdigest()[:32]}"


def _client(environment: Mapping[str, str]) -> "redis.Redis | None":
    address = environment.get(STORE_VARIABLE, "")
    if not address:
        return None
    import redis

    return redis.Redis.from_url(
        address, decode_responses=True, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S
    )


def shared_class_registry(environment: Mapping[str, str] = os.environ) -> ClassRegistry | None:
    """The registry on the server that the environment names, or None."""
    client = _client(environment)
    return None if client is None else SharedClassRegistry(client)


def guess_tally(environment: Mapping[str, str] = os.environ) -> Tally | SharedTally:
    """The tally on the server that the environment names, or one in this process."""
    client = _client(environment)
    return Tally() if client is None else SharedTally(client)
