"""The precomputed fine-tuning runs of the presets, which ``python -m cache.shipped.first_runs`` repeats in minutes.

The weights of the default plan's run ship, too, so that its classifier can be used before anybody trains. So do those
of the run on all of SST-2, which ``python -m training.sst2`` repeats. ``python -m training.teaching_grid`` writes the
grids of runs.
"""

import time
from pathlib import Path

from cache.sized_cache import share_results
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.records import ModelRecord
from components.model.checkpoints.unlisted import RECORDED_RUN, SST2_RUN
from components.model.serialisation import from_json, to_json
from components.teaching.model.grid import GridCell
from components.teaching.model.plan import SST2_PLAN, FineTuningRequest, Plan
from components.teaching.model.presets import DEFAULT_PLAN, SHORT_RUNS
from components.teaching.model.results import FineTuningResult

FOLDER = Path(__file__).with_name("runs")
SST2_FILE = FOLDER / "sst2.json"


@share_results(20)
def first_run(plan_text: str) -> FineTuningResult | None:
    """The result of a precomputed run; None if the plan is not a preset's."""
    files = {preset.plan.key: _file(number) for number, preset in enumerate(SHORT_RUNS)}
    file = {**files, SST2_PLAN.key: SST2_FILE}.get(plan_text)
    return None if file is None else from_json(FineTuningResult, file.read_text(encoding="utf-8"))


@share_results(2)
def teaching_grid(name: str) -> tuple[GridCell, ...]:
    """The cells of a precomputed grid of runs: ``rates`` or ``labels``."""
    return from_json(tuple[GridCell, ...], (FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def recorded_model(plan_text: str) -> ModelRecord | None:
    """The bundled model that a precomputed run resulted in, by the plan's key; None if its weights do not ship."""
    model = {DEFAULT_PLAN.key: RECORDED_RUN, SST2_PLAN.key: SST2_RUN}.get(plan_text)
    return model if model is not None and weights_folder(model) is not None else None


def _file(number: int) -> Path:
    return FOLDER / f"{number}.json"


def _is_complete(file: Path, plan: Plan) -> bool:
    """Whether a file holds a run of this plan with all that runs measure now, and its weights, if they are to ship."""
    if plan == DEFAULT_PLAN and weights_folder(RECORDED_RUN) is None:
        return False
    try:
        return from_json(FineTuningResult, file.read_text(encoding="utf-8")).plan == plan
    except (FileNotFoundError, ValueError):
        return False


def main() -> None:
    """Repeat the runs whose files are missing, incomplete or of another plan, in the way the server runs them.

    Raises:
        RuntimeError: A run failed.
    """
    from components.teaching.model.recording import write_recorded_weights
    from components.teaching.model.training_queue import TrainingQueue

    FOLDER.mkdir(exist_ok=True)
    queue = TrainingQueue(time_limit=3600)
    try:
        for number, preset in enumerate(SHORT_RUNS):
            file = _file(number)
            if _is_complete(file, preset.plan):
                continue
            job = queue.submit(FineTuningRequest(preset.plan))
            while (state := queue.state(job)) is not None and state.active:
                time.sleep(0.2)
            if state is None or state.result is None or state.folder is None:
                raise RuntimeError(f"{preset.name} was not done: {state.message if state else 'forgotten'}")
            file.write_text(to_json(state.result) + "\n", encoding="utf-8")
            if preset.plan == DEFAULT_PLAN:
                write_recorded_weights(state.result, state.folder, RECORDED_RUN)
    finally:
        queue.close()


if __name__ == "__main__":
    main()
