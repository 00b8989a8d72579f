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

from components.classroom.allowance import Allowance
from components.classroom.entries import Ask, Entry, Kind
from components.classroom.store import (
    ENDED_S,
    IDLE_S,
    AddressUse,
    Facts,
    Shelf,
    State,
    Store,
    Student,
    Unreachable,
)
from components.model.tally import MOST_GUESSES, Tally

if TYPE_CHECKING:
    import redis

STORE_VARIABLE = "RIVERBANK_STORE"
PREFIX = "riverbank"
PATIENCE_S = 2.0  # of one request to it, and of the wait for a class that somebody else changes
HOLD_S = 10  # after which a lock opens by itself: its holder has died

_QUEUES = tuple(threading.Lock() for _ in range(64))  # of threads that wait for a class, by its name

Key = TypeVar("Key")
Value = TypeVar("Value")


@contextmanager
def _reaching() -> Iterator[None]:
    """Say so where the server does not answer, or somebody holds a class for too long."""
    import redis

    try:
        yield
    except redis.RedisError as error:
        raise Unreachable from error


@dataclass(frozen=True)
class Codec(Generic[Key, Value]):
    """How keys and values of a hash are written, and read."""

    name: Callable[[Key], str]
    named: Callable[[str], Key]
    read: Callable[[Any], Value]
    write: Callable[[Value], Any]


class SharedHash(MutableMapping[Key, Value]):
    """A hash on the server, as a mapping."""

    def __init__(self, client: "redis.Redis", name: str, codec: Codec[Key, Value]) -> None:
        self._client, self._name, self._codec = client, name, codec

    def __getitem__(self, key: Key) -> Value:
        with _reaching():
            found = self._client.hget(self._name, self._codec.name(key))
        if found is None:
            raise KeyError(key)
        return self._codec.read(json.loads(found))

    def __setitem__(self, key: Key, value: Value) -> None:
        with _reaching():
            told = self._client.pipeline(transaction=False)
            told.hset(self._name, self._codec.name(key), json.dumps(self._codec.write(value)))
            told.expire(self._name, int(IDLE_S))
            told.execute()

    def __delitem__(self, key: Key) -> None:
        with _reaching():
            if not self._client.hdel(self._name, self._codec.name(key)):
                raise KeyError(key)

    def __iter__(self) -> Iterator[Key]:
        with _reaching():
            names = [str(name) for name in self._client.hkeys(self._name)]
        return map(self._codec.named, names)

    def __len__(self) -> int:
        with _reaching():
            return int(self._client.hlen(self._name))

    def __contains__(self, key: object) -> bool:
        with _reaching():
            return bool(self._client.hexists(self._name, self._codec.name(key)))  # type: ignore[arg-type]

    def values(self) -> Any:
        """All of them at once, in one request."""
        with _reaching():
            found = list(self._client.hvals(self._name))
        return [self._codec.read(json.loads(one)) for one in found]

    def items(self) -> Any:
        """All of them at once, in one request."""
        with _reaching():
            found = dict(self._client.hgetall(self._name))
        return [(self._codec.named(str(key)), self._codec.read(json.loads(value))) for key, value in found.items()]

    def clear(self) -> None:
        """Forget them all."""
        with _reaching():
            self._client.delete(self._name)


STUDENTS: Codec[str, Student] = Codec(
    str,
    str,
    lambda found: Student(found["number"], Allowance(**found["allowance"]), frozenset(found["sent"])),
    lambda student: asdict(student) | {"sent": sorted(student.sent)},
)
ENTRIES: Codec[int, Entry] = Codec(
    str, int, lambda found: Entry(**found | {"kind": Kind(found["kind"])}), lambda entry: asdict(entry)
)
ADDRESSES: Codec[str, AddressUse] = Codec(
    str, str, lambda use: AddressUse(Allowance(**use["joining"]), Allowance(**use["sending"])), asdict
)
GUESSED: Codec[tuple[int, str], int] = Codec(json.dumps, lambda name: tuple(json.loads(name)), int, int)


def facts_as_text(facts: Facts) -> str:
    """JSON."""
    return json.dumps(asdict(facts) | {"left_out": sorted(facts.left_out)})


def facts_of(text: str) -> Facts:
    """What JSON says."""
    found = json.loads(text)
    state, joining = found["state"], Allowance(**found["joining"])
    ask = state["ask"] and Ask(
        **state["ask"] | {"kind": Kind(state["ask"]["kind"]), "labels": tuple(state["ask"]["labels"])}
    )
    return Facts(**found | {
        "state": State(**state | {"ask": ask}), "joining": joining, "left_out": frozenset(found["left_out"]),
    })  # fmt: skip


class SharedStore:
    """A class on the server."""

    def __init__(self, client: "redis.Redis", code: str) -> None:
        self._client, self._name = client, f"{PREFIX}:class:{code}"
        self.students: MutableMapping[str, Student] = SharedHash(client, f"{self._name}:students", STUDENTS)
        self.entries: MutableMapping[int, Entry] = SharedHash(client, f"{self._name}:entries", ENTRIES)
        self.guessed: MutableMapping[tuple[int, str], int] = SharedHash(client, f"{self._name}:guessed", GUESSED)
        self.addresses: MutableMapping[str, AddressUse] = SharedHash(client, f"{self._name}:addresses", ADDRESSES)

    @property
    def facts(self) -> Facts:
        """What there is one of; of a class that was ended meanwhile, that it is not open."""
        with _reaching():
            found = self._client.get(self._name)
        if found is None:
            return Facts("", 0.0, State(0, None, "", open=False), Allowance(0.0, 0.0), 0)
        return facts_of(str(found))

    @facts.setter
    def facts(self, facts: Facts) -> None:
        with _reaching():
            # Only where it still is: what was ended stays so.
            self._client.set(self._name, facts_as_text(facts), ex=int(facts.idle_limit), xx=True)

    @contextmanager
    def changing(self) -> Iterator[None]:
        """One thread of one process at a time."""
        # Threads of one process wait for each other here: each that polls the server's lock would slow its holder.
        queue = _QUEUES[hash(self._name) % len(_QUEUES)]
        if not queue.acquire(timeout=PATIENCE_S):
            raise Unreachable
        try:
            with self._locked():
                yield
        finally:
            queue.release()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One process at a time."""
        lock = self._client.lock(f"{self._name}:lock", timeout=HOLD_S, blocking_timeout=PATIENCE_S, sleep=0.005)
        with _reaching():
            taken = lock.acquire()
        if not taken:
            raise Unreachable
        try:
            yield
        finally:
            with _reaching():
                lock.release()


class SharedShelf:
    """Classes on the server."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client = client

    def put(self, code: str, facts: Facts) -> Store | None:
        """A new store, or None where the code is taken."""
        with _reaching():
            new = not self.ended(code) and self._client.set(
                f"{PREFIX}:class:{code}", facts_as_text(facts), ex=int(facts.idle_limit), nx=True
            )
        return SharedStore(self._client, code) if new else None

    def find(self, code: str) -> Store | None:
        """The store of a code."""
        with _reaching():
            there = code.isalnum() and self._client.exists(f"{PREFIX}:class:{code}")
        return SharedStore(self._client, code) if there else None

    def remove(self, code: str) -> None:
        """Forget one, but for a while that it was ended."""
        name = f"{PREFIX}:class:{code}"
        with _reaching():
            if self._client.delete(name):
                self._client.set(f"{PREFIX}:ended:{code}", "1", ex=int(ENDED_S))
            self._client.delete(*(f"{name}:{part}" for part in ("students", "entries", "guessed", "addresses")))

    def ended(self, code: str) -> bool:
        """Whether a class with this code was ended by its lecturer a while ago."""
        with _reaching():
            return code.isalnum() and bool(self._client.exists(f"{PREFIX}:ended:{code}"))

    def codes(self) -> Iterable[str]:
        """Of every class that is under way."""
        with _reaching():
            names = [str(name) for name in self._client.scan_iter(f"{PREFIX}:class:*", count=1000)]
        return [name.split(":")[2] for name in names if name.count(":") == 2]


class SharedTally:
    """Guesses on the server: like :class:`~components.model.tally.Tally`."""

    def __init__(self, client: "redis.Redis") -> None:
        self._client = client

    def add(self, question: str, guess: str) -> None:
        """Count one guess."""
        name = self._name(question)
        with _reaching():
            if self._client.hexists(name, guess) or self._client.hlen(name) < MOST_GUESSES:
                told = self._client.pipeline(transaction=False)
                told.hincrby(name, guess, 1)
                told.expire(name, int(IDLE_S))
                told.execute()

    def counts(self, question: str) -> tuple[tuple[str, int], ...]:
        """Guesses of one question and how often each was made, the most frequent first."""
        with _reaching():
            found = {str(guess): int(count) for guess, count in self._client.hgetall(self._name(question)).items()}
        return tuple(sorted(found.items(), key=lambda one: -one[1]))

    @staticmethod
    def _name(question: str) -> str:
        return f"{PREFIX}:guesses:{hashlib.sha256(question.encode('utf-8', 'replace')).hexdigest()[:32]}"


def _client(environment: Mapping[str, str]) -> "redis.Redis | None":
    address = environment.get(STORE_VARIABLE, "")
    if not address:
        return None
    import redis

    return redis.Redis.from_url(
        address, decode_responses=True, socket_timeout=PATIENCE_S, socket_connect_timeout=PATIENCE_S
    )


def shared_shelf(environment: Mapping[str, str] = os.environ) -> Shelf | None:
    """Where classes are kept, if the operator names a server."""
    client = _client(environment)
    return None if client is None else SharedShelf(client)


def tally_of(environment: Mapping[str, str] = os.environ) -> Tally | SharedTally:
    """Where guesses are counted: on the server that the operator names, or in this process."""
    client = _client(environment)
    return Tally() if client is None else SharedTally(client)
