"""A benchmark says what other programs took of the machine, and not what it took itself."""

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks import __main__ as command_line
from benchmarks import report
from benchmarks.report import LoadMeter, busy_core, load_text

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

WORK_S = 1.0
BURN = f"import time\nend = time.process_time() + {WORK_S}\nwhile time.process_time() < end: pass"


@dataclass(frozen=True)
class Rows:
    """A result of two lines."""

    count: int = 2

    def line(self) -> str:
        return "| first | 1 | | |\n| second | 2 | | |"


def _rest(times: tuple[float, float, float]) -> float:
    """Seconds of work that others did until these times."""
    return times[1] - times[2]


def test_work_of_its_own_children_does_not_count() -> None:
    before = LoadMeter._now()
    subprocess.run([sys.executable, "-c", BURN], check=True)
    after = LoadMeter._now()
    assert before is not None
    assert after is not None
    assert after[2] - before[2] >= WORK_S
    assert after[1] - before[1] >= WORK_S - 0.1
    assert _rest(after) - _rest(before) <= (after[1] - before[1]) - WORK_S + 0.1


def test_a_busy_core_counts_as_the_work_of_others() -> None:
    meter = LoadMeter()
    with busy_core():
        time.sleep(1.0)
        others = meter.others()
    assert others is not None
    assert others > 0.2  # on a machine that is busy with other tests, it gets a part of a core


def test_the_load_is_said_in_each_row_and_saved(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path)
    monkeypatch.setattr(LoadMeter, "others", lambda _: 0.75)
    monkeypatch.setattr("benchmarks.burst.measure", Rows)
    assert command_line.main(["burst", "--busy"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("| first", "| second"))]
    assert len(rows) == 2
    assert all(load_text(0.75) in row for row in rows)
    saved = json.loads((tmp_path / "burst-busy.json").read_text(encoding="utf-8"))
    assert saved["conditions"]["cores_used_by_others"] == 0.75
