"""Whoever sends visitors to this process is told when it can answer."""

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import cache.engine
from cache.engine import READINESS, READY, EngineStage


@pytest.mark.parametrize("stage", EngineStage)
def test_ready_is_said_once_models_can_be_asked(stage: EngineStage, monkeypatch: pytest.MonkeyPatch) -> None:
    status = 200 if stage is EngineStage.READY else 503
    started: list[bool] = []
    monkeypatch.setattr(cache.engine, "start_engine", lambda: started.append(True))
    monkeypatch.setattr(cache.engine, "engine_stage", lambda: stage)
    answer = TestClient(Starlette(routes=[READY])).get(READINESS)
    assert (answer.status_code, answer.json()) == (status, {"engine": stage.value})
    assert started  # asking has the models loaded, before the first visitor waits for them
