"""The engine starts once, off the visitor's path, and says how far it has come."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import cache.engine
import cache.shipped.first_answers
from cache.engine import EngineStage, Warmup, warmup
from components.model.inference import engine as engine_module

ROOT = Path(__file__).parents[2]
PATIENCE_S = 10


class _Engine:
    """Stands for the real one; what happens while it is made is up to the test."""

    made = 0
    on_make: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self, folder_of: object, *, watch: object, pool: object, graphs: object) -> None:
        type(self).made += 1
        type(self).on_make()

    def read(self, model_id: str, sentence: str) -> tuple[None, str]:
        return None, sentence


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[_Engine]:
    """An engine that is made at once. ``gc.freeze`` is for a server that lives long, not for this process."""
    _Engine.made, _Engine.on_make = 0, staticmethod(lambda: None)
    monkeypatch.setattr(engine_module, "Engine", _Engine)
    monkeypatch.setattr("components.model.inference.prediction.predictions", lambda _, sentence: sentence)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr(cache.engine.WAITING, "set_function", lambda _: None)  # a metric outlives the stand-in
    return _Engine


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What reached the log: the errors that no thread caught."""
    actual: list[str] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: actual.append(str(args.exc_value)))
    return actual


def _break() -> None:
    raise OSError("no such weights")


def _together(count: int, what: Callable[[], object]) -> list[object]:
    """``what`` called by ``count`` threads at the same moment, and what each call gave."""
    actual: list[object] = []
    gate = threading.Barrier(count)

    def call() -> None:
        gate.wait(PATIENCE_S)
        try:
            actual.append(what())
        except RuntimeError as error:
            actual.append(error)

    threads = [threading.Thread(target=call) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()
    return actual


def test_it_is_cold_until_it_is_asked_for(fake: type[_Engine]) -> None:
    assert Warmup().stage is EngineStage.COLD
    assert fake.made == 0


def test_many_threads_start_one_engine_and_get_the_same(fake: type[_Engine]) -> None:
    subject = Warmup()
    results = _together(24, subject.engine)
    assert fake.made == 1
    assert len(results) == 24
    assert len({id(engine) for engine in results}) == 1
    assert isinstance(results[0], _Engine)
    assert subject.stage is EngineStage.READY


def test_starting_does_not_wait_and_the_stage_can_be_read_meanwhile(fake: type[_Engine]) -> None:
    go_on = threading.Event()
    fake.on_make = staticmethod(lambda: go_on.wait(PATIENCE_S))
    subject = Warmup()
    subject.start()  # comes back although the engine is not made
    subject.start()
    assert subject.stage is EngineStage.STARTING
    go_on.set()
    assert isinstance(subject.engine(), _Engine)
    assert fake.made == 1


def test_a_start_that_failed_says_so_to_everybody_and_to_the_log(fake: type[_Engine], failures: list[str]) -> None:
    fake.on_make = staticmethod(_break)
    subject = Warmup()
    with pytest.raises(RuntimeError, match="could not be started"):
        subject.engine()
    assert subject.stage is EngineStage.FAILED
    results = _together(8, subject.engine)
    assert all(isinstance(error, RuntimeError) for error in results)
    assert len(results) == 8
    assert set(failures) == {"no such weights"}


def test_a_start_that_failed_can_be_tried_again(fake: type[_Engine], failures: list[str]) -> None:
    fake.on_make = staticmethod(_break)
    subject = Warmup()
    with pytest.raises(RuntimeError):
        subject.engine()
    fake.on_make = staticmethod(lambda: None)
    subject.start()
    assert isinstance(subject.engine(), _Engine)
    assert subject.stage is EngineStage.READY
    subject.start()  # and once ready it is left alone
    assert fake.made == 2


def test_one_process_has_one_warm_up_whoever_asks() -> None:
    assert len({id(actual) for actual in _together(8, warmup)}) == 1
    assert cache.engine.engine_stage() is warmup().stage


def test_importing_the_package_imports_nothing_heavy() -> None:
    heavy = "torch transformers tokenizers altair umap"
    program = (
        "import sys, cache.engine, cache.shipped.first_answers\n"
        f"assert cache.engine.engine_stage() is cache.engine.EngineStage.COLD\n"
        "assert cache.shipped.first_answers.precomputed_predictions('pocket-bert', 'nobody wrote this') is None\n"
        f"print([name for name in '{heavy}'.split() if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
