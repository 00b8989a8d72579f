"""Classes and guesses in one place for several processes: a Valkey or Redis server, which ``RIVERBANK_STORE`` names.

Every class is a few hashes whose values are JSON, and a text with what there is one of; a lock of its own makes a
change one change. All of it is forgotten by the server when nobody has done anything for three hours.
"""

import hashlib
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from components.classroom.entries import ClassEntry, ClassQuestion, EntryKind
from components.classroom.rate_limits import Allowance
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
from components.model.tally import GUESS_LIMIT, Tally

if TYPE_CHECKING:
    import redis

STORE_VARIABLE = "RIVERBANK_STORE"
PREFIX = "riverbank"
TIMEOUT_S = 2.0  # of one request to it, and of the wait for a class that somebody else changes
LOCK_EXPIRY_S = 10  # after which a lock opens by itself: its holder has died

_LOCKS = tuple(threading.Lock() for _ in range(64))  # of threads that wait for a class, by its name

Key = TypeVar("Key")
Value = TypeVar("Value")


@contextmanager
def _redis_errors() -> Iterator[None]:
    """Say so where the server does not answer, or somebody holds a class for too long."""
    import redis

    try:
        yield
    except redis.RedisError as error:
        raise StoreUnreachable from error


@dataclass(frozen=True)
class HashCodec(Generic[Key, Value]):
    """How keys and values of a hash are written, and read."""

    encode_key: Callable[[Key], str]
    decode_key: Callable[[str], Key]
    decode_value: Callable[[Any], Value]
    encode_value: Callable[[Value], Any]


class SharedHash(MutableMapping[Key, Value]):
    """A hash on the server, as a mapping."""

    def __init__(self, client: "redis.Redis", name: str, codec: HashCodec[Key, Value]) -> None:
        self._client, self._name, self._codec = client, name, codec

    def __getitem__(self, key: Key) -> Value:
        with _redis_errors():
            encoded = self._client.hget(self._name, self._codec.encode_key(key))
        if encoded is None:
            raise KeyError(key)
        return self._codec.decode_value(json.loads(encoded))

    def __setitem__(self, key: Key, value: Value) -> None:
        with _redis_errors():
            pipeline = self._client.pipeline(transaction=False)
            pipeline.hset(self._name, self._codec.encode_key(key), json.dumps(self._codec.encode_value(value)))
            pipeline.expire(self._name, int(IDLE_S))
            pipeline.execute()

    def __delitem__(self, key: Key) -> None:
        with _redis_errors():
            if not self._client.hdel(self._name, self._codec.encode_key(key)):
                raise KeyError(key)

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
        return [self._codec.decode_value(json.loads(value)) for value in encoded]

    def items(self) -> Any:
        """All of them at once, in one request."""
        with _redis_errors():
            encoded = dict(self._client.hgetall(self._name))
        return [
            (self._codec.decode_key(str(key)), self._codec.decode_value(json.loads(value)))
            for key, value in encoded.items()
        ]

    def clear(self) -> None:
        """Forget them all."""
        with _redis_errors():
            self._client.delete(self._name)


STUDENTS: HashCodec[str, Student] = HashCodec(
    str,
    str,
    lambda found: Student(found["number"], Allowance(**found["allowance"]), frozenset(found["sent"])),
    lambda student: asdict(student) | {"sent": sorted(student.sent)},
)
ENTRIES: HashCodec[int, ClassEntry] = HashCodec(
    str, int, lambda found: ClassEntry(**found | {"kind": EntryKind(found["kind"])}), lambda entry: asdict(entry)
)
ADDRESSES: HashCodec[str, AddressUse] = HashCodec(
    str, str, lambda use: AddressUse(Allowance(**use["joining"]), Allowance(**use["sending"])), asdict
)
GUESSED: HashCodec[tuple[int, str], int] = HashCodec(json.dumps, lambda name: tuple(json.loads(name)), int, int)


def class_state_to_json(state: ClassState) -> str:
    """JSON."""
    return json.dumps(asdict(state) | {"left_out": sorted(state.blocked_words)})


def class_state_from_json(text: str) -> ClassState:
    """What JSON says."""
    values = json.loads(text)
    state, joining = values["state"], Allowance(**values["joining"])
    ask = state["ask"] and ClassQuestion(
        **state["ask"] | {"kind": EntryKind(state["ask"]["kind"]), "labels": tuple(state["ask"]["labels"])}
    )
    return ClassState(**values | {
        "state": PhoneState(**state | {"ask": ask}), "joining": joining, "left_out": frozenset(values["left_out"]),
    })  # fmt: skip


class SharedClassStore:
    """A class on the server."""

    def __init__(self, client: "redis.Redis", code: str) -> None:
        self._client, self._name = client, f"{PREFIX}:class:{code}"
        self.students: MutableMapping[str, Student] = SharedHash(client, f"{self._name}:students", STUDENTS)
        self.entries: MutableMapping[int, ClassEntry] = SharedHash(client, f"{self._name}:entries", ENTRIES)
        self.guessed: MutableMapping[tuple[int, str], int] = SharedHash(client, f"{self._name}:guessed", GUESSED)
        self.addresses: MutableMapping[str, AddressUse] = SharedHash(client, f"{self._name}:addresses", ADDRESSES)

    @property
    def state(self) -> ClassState:
        """What there is one of; of a class that was ended meanwhile, that it is not open."""
        with _redis_errors():
            encoded = self._client.get(self._name)
        if encoded is None:
            return ClassState("", 0.0, PhoneState(0, None, "", open=False), Allowance(0.0, 0.0), 0)
        return class_state_from_json(str(encoded))

    @state.setter
    def state(self, facts: ClassState) -> None:
        with _redis_errors():
            # Only where it still is: what was ended stays so.
            self._client.set(self._name, class_state_to_json(facts), ex=int(facts.idle_limit), xx=True)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """One thread of one process at a time."""
        # Threads of one process wait for each other here: each that polls the server's lock would slow its holder.
        queue = _LOCKS[hash(self._name) % len(_LOCKS)]
        if not queue.acquire(timeout=TIMEOUT_S):
            raise StoreUnreachable
        try:
            with self._locked():
                yield
        finally:
            queue.release()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One process at a time."""
        lock = self._client.lock(f"{self._name}:lock", timeout=LOCK_EXPIRY_S, blocking_timeout=TIMEOUT_S, sleep=0.005)
        with _redis_errors():
            taken = lock.acquire()
        if not taken:
            raise StoreUnreachable
        try:
            yield
        finally:
            with _redis_errors():
                lock.release()


class SharedClassRegistry:
    """Classes on the server."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client = client

    def put(self, code: str, state: ClassState) -> ClassStore | None:
        """A new store, or None where the code is taken."""
        with _redis_errors():
            new = not self.has_ended(code) and self._client.set(
                f"{PREFIX}:class:{code}", class_state_to_json(state), ex=int(state.idle_limit), nx=True
            )
        return SharedClassStore(self._client, code) if new else None

    def find(self, code: str) -> ClassStore | None:
        """The store of a code."""
        with _redis_errors():
            exists = code.isalnum() and self._client.exists(f"{PREFIX}:class:{code}")
        return SharedClassStore(self._client, code) if exists else None

    def remove(self, code: str) -> None:
        """Forget one, but for a while that it was ended."""
        name = f"{PREFIX}:class:{code}"
        with _redis_errors():
            if self._client.delete(name):
                self._client.set(f"{PREFIX}:ended:{code}", "1", ex=int(ENDED_S))
            self._client.delete(*(f"{name}:{part}" for part in ("students", "entries", "guessed", "addresses")))

    def has_ended(self, code: str) -> bool:
        """Whether a class with this code was ended by its lecturer a while ago."""
        with _redis_errors():
            return code.isalnum() and bool(self._client.exists(f"{PREFIX}:ended:{code}"))

    def codes(self) -> Iterable[str]:
        """Of every class that is under way."""
        with _redis_errors():
            names = [str(name) for name in self._client.scan_iter(f"{PREFIX}:class:*", count=1000)]
        return [name.split(":")[2] for name in names if name.count(":") == 2]


class SharedTally:
    """Guesses on the server: like :class:`~components.model.tally.Tally`."""

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
        """Guesses of one question and how often each was made, the most frequent first."""
        with _redis_errors():
            found = {str(guess): int(count) for guess, count in self._client.hgetall(self._name(question)).items()}
        return tuple(sorted(found.items(), key=lambda item: -item[1]))

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
    """Where classes are kept, if the operator names a server."""
    client = _client(environment)
    return None if client is None else SharedClassRegistry(client)


def guess_tally(environment: Mapping[str, str] = os.environ) -> Tally | SharedTally:
    """Where guesses are counted: on the server that the operator names, or in this process."""
    client = _client(environment)
    return Tally() if client is None else SharedTally(client)
