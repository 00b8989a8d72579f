"""What does each private part of Streamlit or Altair that the app replaces save, alone?

The app is served with everything, and once without each of the replacements (:mod:`benchmarks.pages.without`); the
whole app comes first and last. Costs are processor time of the server's process, as in :mod:`benchmarks.rerun`.
"""

import asyncio
import os
from dataclasses import dataclass

from benchmarks.rerun import Cost, measure_costs
from benchmarks.serving import APP, ROOT, serve_process
from components.server.private_parts import PRIVATE_PARTS

WITHOUT = ROOT / "benchmarks" / "pages" / "without.py"
PARTS = {part.name: part.places for part in PRIVATE_PARTS if part.saves}


@dataclass(frozen=True)
class Replacements:
    """What a first visit and a changed word cost.

    Attributes:
        whole: With everything, measured before and after the others.
        without: Without each of :data:`PARTS`.
    """

    whole: tuple[tuple[Cost, Cost], ...]
    without: dict[str, tuple[Cost, Cost]]

    def line(self) -> str:
        """The table's lines."""
        named = [*(("everything", costs) for costs in self.whole), *self.without.items()]
        return "\n".join(
            f"| {'With' if name == 'everything' else 'Without'} {name}: a first visit | {visit.text()} | "
            f"a changed word: {word.text()} | |"
            for name, (visit, word) in named
        )


def measure() -> Replacements:
    """Measure each on a server of its own."""
    before = _costs()
    without = {name: _costs(*parts) for name, parts in PARTS.items()}
    return Replacements((before, _costs()), without)


def _costs(*parts: str) -> tuple[Cost, Cost]:
    """A first visit and a changed word, without these parts."""
    os.environ["WITHOUT"] = " ".join(parts)
    with serve_process(WITHOUT if parts else APP) as (process, port):
        return asyncio.run(measure_costs(port, process.pid))
