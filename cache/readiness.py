"""Whether this process can answer: for whatever sends visitors to it."""

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from cache.engine import EngineStage, engine_stage, start_engine

PATH = "/ready"


async def _ready(_: Request) -> JSONResponse:
    """200 once models can be asked, else 503; whoever asks has them loaded."""
    start_engine()
    stage = engine_stage()
    return JSONResponse(
        {"engine": stage.value}, 200 if stage is EngineStage.READY else 503, {"Cache-Control": "no-store"}
    )


READY = Route(PATH, _ready)
