"""The readiness endpoint of this process, for load balancers."""

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from cache.engine import EngineStage, engine_stage, start_engine

PATH = "/ready"


async def _ready(_: Request) -> JSONResponse:
    """Respond with 200 once the engine is ready, else 503. A request also starts the engine."""
    start_engine()
    stage = engine_stage()
    return JSONResponse(
        {"engine": stage.value}, 200 if stage is EngineStage.READY else 503, {"Cache-Control": "no-store"}
    )


READY = Route(PATH, _ready)
