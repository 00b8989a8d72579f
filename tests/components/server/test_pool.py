"""A pool answers as a process's own engine does; one that is gone is told in a sentence and comes back by itself."""

import importlib.util
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.open_model import OpenModel
from components.model.inference.engine import Engine
from components.model.inference.pool import DEVICE_HEADER, PoolClient
from components.model.inference.prediction import predictions, token_scores
from components.model.inference.prediction_io import PredictionInput, PredictionOutput
from components.model.inference.wire import encode_request
from components.model.user_errors import Busy, UserError
from components.server.pool import PoolModels
from components.server.workers import free_ports
from tests.components.plain_pool import plain_server
from tests.components.waiting import LONG_ENOUGH, until

ROOT = Path(__file__).parents[3]
MODEL = "pocket-bert"
SENTENCES = [f"The old {who} saw the [MASK] near the {where}." for who in ("man", "dog") for where in ("river", "town")]


@pytest.fixture(scope="module")
def here() -> Engine:
    return Engine(weights_folder)


def asking(pool: PoolClient, opened: OpenModel) -> OpenModel:
    return replace(opened, predictor=pool)


def same(pool: PoolClient, here: Engine) -> None:
    """What the pool says is what this process says, to 1e-5, of every sentence and every position, all at once."""
    opened = here.open_model(MODEL)
    with ThreadPoolExecutor(8) as threads:
        read = [opened.tokenizer.tokens(sentence) for sentence in SENTENCES * 4]
        answers = list(threads.map(lambda tokens: predictions(asking(pool, opened), tokens), read))
    for tokens, theirs in zip(read, answers, strict=True):
        ours = predictions(opened, tokens)
        assert [c.text for c in theirs.masks[0].candidates[:10]] == [c.text for c in ours.masks[0].candidates[:10]]
        torch.testing.assert_close(
            torch.tensor([c.probability for c in theirs.masks[0].candidates]),
            torch.tensor([c.probability for c in ours.masks[0].candidates]), atol=1e-5, rtol=0,
        )  # fmt: skip
    tokens = opened.tokenizer.tokens("She sat on the bank of the river.")
    scores = [[s.surprisal for s in token_scores(model, tokens)] for model in (asking(pool, opened), opened)]
    assert scores[0] == pytest.approx(scores[1], abs=1e-4)


def test_a_pool_answers_as_the_engine_does_and_says_where(here: Engine) -> None:
    (port,) = free_ports(1)
    with plain_server(port) as address:
        pool = PoolClient(address)
        assert pool([], []) == []  # type: ignore[arg-type]
        same(pool, here)
        assert "Blanks are filled by a pool of models on " in asking(pool, here.open_model(MODEL)).conditions.note
        pool.close()


def test_a_pool_that_is_gone_is_told_and_comes_back_by_itself(here: Engine) -> None:
    (port,) = free_ports(1)
    pool, opened = PoolClient(f"http://127.0.0.1:{port}"), here.open_model(MODEL)
    tokens = opened.tokenizer.tokens(SENTENCES[0])
    for _ in range(2):
        with pytest.raises(UserError, match="does not answer"):
            predictions(asking(pool, opened), tokens)
        with plain_server(port):
            assert predictions(asking(pool, opened), tokens).masks
    pool.close()


@pytest.mark.parametrize(("status", "error"), [(404, UserError), (500, UserError), (502, UserError), (503, Busy)])
def test_whatever_else_comes_back_is_told_too(here: Engine, status: int, error: type[UserError]) -> None:
    (port,) = free_ports(1)
    with plain_server(port, status) as address:
        pool = PoolClient(address)
        with pytest.raises(error):
            pool(here.open_model(MODEL), [PredictionInput((2, 4, 3), (1,))])
        pool.close()


def test_an_answer_that_cannot_be_read_is_told_too(here: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.server.pool.encode_outputs", lambda _: b"nonsense")
    (port,) = free_ports(1)
    with plain_server(port) as address:
        pool = PoolClient(address)
        with pytest.raises(UserError, match="does not answer"):
            pool(here.open_model(MODEL), [PredictionInput((2, 4, 3), (1,))])
        pool.close()


def test_what_the_pool_has_not_got_is_computed_here(here: Engine) -> None:
    (port,) = free_ports(1)
    opened = here.open_model(MODEL)
    of_my_own = replace(opened, record=replace(opened.record, id="taught/a-moment-ago"))
    with plain_server(port) as address:
        pool = PoolClient(address)
        tokens = opened.tokenizer.tokens(SENTENCES[0])
        assert predictions(asking(pool, of_my_own), tokens).masks == predictions(opened, tokens).masks
        pool.close()


def test_one_bad_question_is_nobody_elses(here: Engine) -> None:
    models = PoolModels()
    good = encode_request(MODEL, [PredictionInput((2, 4, 3), (1,))])
    beyond = encode_request(MODEL, [PredictionInput((2, 99_999, 3), (1,))])
    nobody = encode_request("../../etc/passwd", [PredictionInput((2,), (0,))])
    replies = models.answer([good, beyond, b"nonsense", nobody, good])
    assert [reply.status_code for reply in replies] == [200, 500, 400, 404, 200]
    assert all(DEVICE_HEADER in reply.headers for reply in replies)


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="Ray is not installed: requirements-cluster.txt")
@pytest.mark.timeout(300)
def test_ray_serve_answers_as_the_engine_does(here: Engine) -> None:
    (port,) = free_ports(1)
    command = [
        sys.executable,
        "-m",
        "components.server.pool",
        "--port",
        str(port),
        "--replicas",
        "2",
        "--max-replicas",
        "2",
    ]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        assert b"A pool of models" in process.stdout.readline()
        pool = PoolClient(f"http://127.0.0.1:{port}")
        same(pool, here)
        assert pool.batches > len(SENTENCES)
        pool.close()
    finally:
        process.terminate()
        process.communicate(timeout=60)


def test_too_many_at_once_are_told_so(here: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.model.inference.pool.MAX_CONCURRENT", 1)
    pool, opened, held, entered = (
        PoolClient("http://127.0.0.1:9"),
        here.open_model(MODEL),
        threading.Event(),
        threading.Event(),
    )

    def slow(*_: object) -> list[PredictionOutput]:
        entered.set()
        held.wait(LONG_ENOUGH)
        return []

    monkeypatch.setattr(pool, "_request", slow)
    requests = [PredictionInput((2, 4, 3), (1,))]
    with ThreadPoolExecutor(1) as thread:
        first = thread.submit(pool, opened, requests)
        until(entered.is_set)
        assert pool.waiting == 1
        with pytest.raises(Busy, match="Try again"):
            pool(opened, requests)
        held.set()
        first.result(LONG_ENOUGH)
    assert pool.waiting == 0
    pool.close()
