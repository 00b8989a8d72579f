"""What a server wrote into its log during a walk, and what of it is a complaint."""

import re
from pathlib import Path

_COMPLAINT = re.compile(r"Traceback|\bWARNING\b|\bERROR\b|\bCRITICAL\b|Warning:|Error:|Exception")


class ServerLog:
    """The lines that are written from now on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._start = path.stat().st_size

    def complaints(self) -> list[str]:
        """Warnings, errors and tracebacks since then, each with the line that follows it."""
        with self._path.open("rb") as file:
            file.seek(self._start)
            lines = file.read().decode(errors="replace").splitlines()
        return [
            " ".join(lines[number : number + 2])[:300] for number, line in enumerate(lines) if _COMPLAINT.search(line)
        ]
