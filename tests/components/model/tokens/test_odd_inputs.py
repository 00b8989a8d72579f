"""Odd texts go through the native code of tokenizers and of ONNX Runtime in a process of its own, which must live."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize("count", [60, pytest.param(2000, marks=pytest.mark.slow)])
def test_a_process_reads_odd_texts_and_then_an_ordinary_one(count: int) -> None:
    child = subprocess.run([sys.executable, "-m", __name__, str(count)], cwd=ROOT, capture_output=True, check=False)
    assert child.returncode == 0, child.stderr.decode(errors="replace")[-2000:]


def read_odd_texts(count: int) -> None:
    from components.model.checkpoints.availability import weights_folder
    from components.model.checkpoints.loader import Loader
    from components.model.checkpoints.records import Bundled
    from components.model.checkpoints.registry import known_models
    from components.model.inference.forward import encode_rows
    from components.model.user_errors import UserError
    from tests.odd_texts import odd_texts

    texts = [*odd_texts(count), *(unit * 5_000 for unit in ("a", "\u0301", "\u202e", "字", "\ud800", "👩\u200d"))]
    loader = Loader(weights_folder)
    for record in known_models({}):
        if not isinstance(record.home, Bundled):
            continue
        opened = loader.open(record)
        for text in texts:
            with suppress(UserError):
                encode_rows(opened, [opened.tokenizer.tokens(text).ids])
            written = text.encode("utf-8", "replace").decode()
            opened.tokenizer.backend.encode(written, written[:9])
        hidden, _ = encode_rows(opened, [opened.tokenizer.tokens("The bank closed.").ids])
        assert bool(hidden.isfinite().all())


if __name__ == "__main__":
    read_odd_texts(int(sys.argv[1]))
