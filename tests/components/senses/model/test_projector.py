"""The projector serves many threads, replaces dead workers, and keeps heavy libraries out of the server."""

import io
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from components.model.user_errors import Busy, UserError
from components.senses.model.projection import project
from components.senses.model.projection_results import ProjectionMethod, ProjectionSettings
from components.senses.model.projector import Projector, _Process
from tests.components.senses.model.synthetic_senses import two_senses
from tests.components.waiting import until

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parents[4]
TSNE, UMAP = ProjectionSettings(ProjectionMethod.TSNE), ProjectionSettings(ProjectionMethod.UMAP)
WAIT_S = 90.0  # a worker imports scikit-learn, or compiles UMAP, on a machine that others use as well


@pytest.fixture(scope="module")
def shared_projector() -> Iterator[Projector]:
    projector = Projector()
    yield projector
    projector.close()


@pytest.fixture
def projector(shared_projector: Projector) -> Projector:
    return shared_projector


def worker_pid(projector: Projector) -> int:
    assert projector._process is not None
    return projector._process.child.pid


def test_the_worker_gives_the_same_result_as_the_function(projector: Projector) -> None:
    vectors = two_senses(20, layers=2)
    projection, expected = projector.project(vectors, TSNE), project(vectors, TSNE)
    np.testing.assert_allclose(projection.points, expected.points, atol=1e-3)
    assert projection.settings == expected.settings
    assert not projection.points.flags.writeable


@pytest.mark.parametrize("chosen", [TSNE, pytest.param(UMAP, marks=pytest.mark.slow)])
def test_four_simultaneous_fits_are_correct(projector: Projector, chosen: ProjectionSettings) -> None:
    sets = [two_senses(8 + number, layers=2, seed=number) for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda vectors: projector.project(vectors, chosen), sets))
    for vectors, projection in zip(sets, together, strict=True):
        np.testing.assert_array_equal(projection.points, projector.project(vectors, chosen).points)


@pytest.mark.slow
def test_a_warmed_worker_fits_umap() -> None:
    projector = Projector()
    try:
        projector.warm()
        projection = projector.project(two_senses(20), UMAP)
        assert np.isfinite(projection.points).all()
    finally:
        projector.close()


def test_pca_needs_no_worker() -> None:
    projector = Projector()
    assert projector.project(two_senses(), ProjectionSettings()).planes is not None
    assert projector._process is None


def test_a_worker_killed_between_fits_is_replaced(projector: Projector) -> None:
    vectors = two_senses(8, layers=2)
    before = projector.project(vectors, TSNE)
    killed = worker_pid(projector)
    os.kill(killed, signal.SIGKILL)
    np.testing.assert_array_equal(projector.project(vectors, TSNE).points, before.points)
    assert worker_pid(projector) != killed


def test_a_worker_killed_during_a_fit_is_replaced(projector: Projector) -> None:
    vectors = two_senses(8, layers=2)
    before = projector.project(vectors, TSNE)
    killed: list[int] = []

    def kill_once(_: str) -> None:
        if not killed:
            killed.append(worker_pid(projector))
            os.kill(killed[0], signal.SIGKILL)

    np.testing.assert_array_equal(projector.project(vectors, TSNE, on_progress=kill_once).points, before.points)
    assert worker_pid(projector) != killed[0]


def test_a_fit_that_kills_two_workers_is_an_error() -> None:
    projector = Projector()
    with pytest.raises(UserError, match="could not be drawn"):
        projector.project(
            two_senses(8, layers=2), TSNE, on_progress=lambda _: os.kill(worker_pid(projector), signal.SIGKILL)
        )
    assert projector._process is None


def test_a_visitor_who_leaves_ends_the_fit_and_keeps_the_worker(projector: Projector) -> None:
    class VisitorLeft(BaseException):
        """A BaseException, like those that Streamlit raises."""

    def leave(_: str) -> None:
        raise VisitorLeft

    vectors = two_senses(8, layers=2)
    before = projector.project(vectors, TSNE)
    worker = worker_pid(projector)
    with pytest.raises(VisitorLeft):
        projector.project(two_senses(40, layers=12), TSNE, on_progress=leave)
    statuses: list[str] = []
    np.testing.assert_array_equal(projector.project(vectors, TSNE, on_progress=statuses.append).points, before.points)
    assert worker_pid(projector) == worker
    assert statuses[-1] == "2 of 2 layers drawn"  # and nothing of the twelve


def test_a_fit_that_takes_too_long_is_ended() -> None:
    projector = Projector(seconds_limit=0)
    with pytest.raises(UserError, match="too long"):
        projector.project(two_senses(8, layers=2), TSNE)
    assert projector._process is None


def test_while_others_wait_nobody_has_the_worker_for_long() -> None:
    projector, entered = Projector(contended_seconds_limit=0.5), threading.Event()
    with ThreadPoolExecutor(2) as pool:
        try:
            long = two_senses(300, layers=12)
            first = pool.submit(projector.project, long, TSNE, on_progress=lambda _: entered.set())
            assert entered.wait(WAIT_S)
            second = pool.submit(projector.project, two_senses(8, layers=2), TSNE)
            with pytest.raises(UserError, match="others were waiting"):
                first.result(WAIT_S)
            assert second.result(WAIT_S).points.shape[1] > 0
        finally:
            projector.close()


def test_a_full_queue_is_an_error_and_waiting_requests_are_served() -> None:
    projector, entered, go_on = Projector(waiting_limit=1), threading.Event(), threading.Event()

    def hold(_: str) -> None:
        entered.set()
        assert go_on.wait(WAIT_S)

    vectors = two_senses(8, layers=2)
    waits: list[str] = []
    with ThreadPoolExecutor(2) as pool:
        try:
            first = pool.submit(projector.project, vectors, TSNE, on_progress=hold)
            assert entered.wait(WAIT_S)
            second = pool.submit(projector.project, vectors, TSNE, on_progress=waits.append)
            until(lambda: waits)
            assert "Waiting" in waits[0]
            with pytest.raises(Busy, match="Many pictures"):
                projector.project(vectors, TSNE)
            assert projector.project(vectors, ProjectionSettings()).planes is not None  # PCA waits for nobody
        finally:
            go_on.set()
        np.testing.assert_array_equal(first.result(WAIT_S).points, second.result(WAIT_S).points)
    projector.close()


def test_too_few_points_and_odd_arrays_never_reach_the_worker() -> None:
    projector = Projector()
    with pytest.raises(UserError, match="at least 3"):
        projector.project(two_senses(2), UMAP)
    with pytest.raises(ValueError, match="finite vectors"):
        projector.project(np.full((5, 2, 4), np.inf), UMAP)
    assert projector._process is None


def test_an_error_in_the_worker_is_raised_with_its_message(projector: Projector) -> None:
    with pytest.raises(RuntimeError, match="finite vectors of shape"):
        projector.project(np.ones((5, 2, 1)), TSNE)
    assert projector.project(two_senses(8, layers=2), TSNE).neighbourhood_preservation.shape == (2,)


def test_the_worker_ends_with_the_server() -> None:
    code = (
        "import os\nfrom components.senses.model.projector import Projector\n"
        "from components.senses.model.projection_results import ProjectionMethod, ProjectionSettings\n"
        "from tests.components.senses.model.synthetic_senses import two_senses\n"
        "p = Projector()\np.project(two_senses(6, layers=1), ProjectionSettings(ProjectionMethod.TSNE))\n"
        "print(p._process.child.pid, flush=True)\nos._exit(1)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    worker = int(done.stdout)

    def gone() -> bool:
        try:
            stat = Path(f"/proc/{worker}/stat").read_text(encoding="utf-8")
        except (FileNotFoundError, ProcessLookupError):
            return True
        return stat.rpartition(")")[2].split()[0] == "Z"  # where nobody collects orphans

    until(gone)


def test_the_server_imports_no_heavy_library() -> None:
    code = (
        "import sys, components.senses.model.projector\n"
        "print(sorted({'torch', 'umap', 'numba', 'sklearn', 'streamlit'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr


@pytest.mark.parametrize("writable", [False, True])
def test_where_nothing_can_be_written_compiled_code_is_kept_in_a_folder_of_the_worker(
    writable: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[dict[str, str]] = []

    class _WorkerStub:
        stdin, stdout = io.BytesIO(), io.BytesIO()

        def __init__(self, *_: object, env: dict[str, str], **__: object) -> None:
            started.append(env)

        def kill(self) -> None: ...

        wait = kill

    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr("os.access", lambda *_: writable)
    monkeypatch.setattr("subprocess.Popen", _WorkerStub)
    process = _Process()
    folder = started[0].get("NUMBA_CACHE_DIR")
    assert (folder is None) is writable
    assert folder is None or Path(folder).is_dir()
    process.end()
    assert folder is None or not Path(folder).exists()
