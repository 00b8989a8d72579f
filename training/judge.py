"""Compare MiniLM in training with the finished one: ``python -m training.judge --further 400e6``.

Both read the same held-out text, the hundred blanks and the suites of :mod:`training.suites`. New weights ship only if
more answers are right in each of these; the tests of one suite count together, as some have few items. A state from
before the learning rate falls measures less than it is worth.
"""

import argparse
import dataclasses
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
import torch

from training import minilm
from training.common_sense import fill_blanks
from training.dataset import NO_LABEL, Batch
from training.evaluate import SEGMENTS, Evaluation, evaluate
from training.finished import finished_model
from training.objectives import Model, run_encoder, word_logits
from training.suites import SUITES, MaskedToken, SuiteReader, TextChoice

ROWS = 64
HELD_OUT, BLANKS = "held-out tokens", "blanks"
Right = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Measurement:
    """What a model gets right.

    Attributes:
        held_out: The figures on held-out documents.
        right: For every other test, whether each of its items is answered rightly.
    """

    held_out: Evaluation
    right: dict[str, Right]


def log_probabilities(model: Model, masked: Sequence[MaskedToken], *, pad: int) -> npt.NDArray[np.float64]:
    """The log-probability of each masked token, in nats. Texts of similar length are read together.

    *Shape:* (token,)

    Args:
        model: A masked language model.
        masked: The tokens.
        pad: The id of [PAD].
    """
    logs = np.empty(len(masked))
    by_length = sorted(range(len(masked)), key=lambda index: len(masked[index].ids))
    for first in range(0, len(masked), ROWS):
        drawn = by_length[first : first + ROWS]
        logs[drawn] = _batch_log_probabilities(model, [masked[index] for index in drawn], pad)
    return logs


def preferred(model: Model, choices: Sequence[TextChoice], *, pad: int) -> dict[str, Right]:
    """Whether a model gives the better text of each choice the higher log-probability, by test."""
    masked = [token for choice in choices for token in (*choice.better, *choice.worse)]
    logs = iter(log_probabilities(model, masked, pad=pad).tolist())
    right: dict[str, list[bool]] = defaultdict(list)
    for choice in choices:
        better, worse = (sum(islice(logs, len(text))) for text in (choice.better, choice.worse))
        right[choice.test].append(better > worse)
    return {test: np.array(answers) for test, answers in right.items()}


def compare(finished: Measurement, further: Measurement) -> pd.DataFrame:
    """A row for each test: the shares of right answers, and on how many items only one of the two models is right.

    Returns:
        The columns ``test``, ``items``, ``finished``, ``further`` (shares), ``only finished`` and ``only further``
        (numbers of items; missing for held-out tokens).
    """
    first, second = finished.held_out, further.held_out
    rows: list[tuple[Any, ...]] = [(HELD_OUT, first.pieces, first.top1, second.top1, pd.NA, pd.NA)]
    for test, before in finished.right.items():
        after = further.right[test]
        only = int((before & ~after).sum()), int((after & ~before).sum())
        rows.append((test, len(before), float(before.mean()), float(after.mean()), *only))
    return pd.DataFrame(rows, columns=["test", "items", "finished", "further", "only finished", "only further"])


def is_better(table: pd.DataFrame) -> bool:
    """Whether more answers are right in held-out text, in the blanks, and in each suite of :func:`compare`'s table."""
    suite_of = {test: suite for suite, tests in SUITES.items() for test in tests}
    gained = table["items"] * (table["further"] - table["finished"])
    return bool((gained.groupby(table["test"].replace(suite_of)).sum() > 0).all())


def measure(model: Model, made: minilm.MiniLMRun, choices: Sequence[TextChoice], *, segments: int) -> Measurement:
    """Measure a model on the held-out text of a run, the blanks, and ``choices``."""
    held_out = evaluate(
        model,
        made.held_out,
        vocabulary_ids=made.vocabulary_ids,
        device=made.device,
        segments=segments,
        next_sentence=False,
    )
    model.eval()
    passed = np.array([filled.passed for filled in fill_blanks(model, made.tokenizer)])
    right = preferred(model, choices, pad=made.tokenizer.pad_token_id)
    return Measurement(held_out, {BLANKS: passed, **right})


def main(command_line: Sequence[str] | None = None) -> None:
    """Measure both models, print the table, and say whether the new weights may ship."""
    arguments = _parser().parse_args(command_line)
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    finished, device = arguments.pocket / minilm.NAME, torch.device(arguments.device)
    recipe = dataclasses.replace(minilm.FURTHER_RECIPE, tokens=int(arguments.further))
    folder = arguments.runs / f"{minilm.NAME}-further"
    made = minilm.MiniLMRun(arguments.corpus, folder, recipe, device=device, start=finished)
    choices = SuiteReader(arguments.suites, made.tokenizer).choices()
    models = (finished_model(minilm.NAME, arguments.pocket).to(device), made.run.model)
    table = compare(*(measure(model, made, choices, segments=arguments.segments) for model in models))
    print(f"After {made.run.tokens / 1e6:.1f} million more tokens:\n")
    print(table.to_string(index=False, float_format="{:.3f}".format, na_rep=""))
    print("\nBetter in all of them." if is_better(table) else "\nNot better in all of them: these weights do not ship.")


@torch.inference_mode()
def _batch_log_probabilities(model: Model, masked: Sequence[MaskedToken], pad: int) -> npt.NDArray[np.float64]:
    sizes = np.array([len(each.ids) for each in masked])
    length = int(sizes.max())
    ids = np.array([[*each.ids, *[pad] * (length - len(each.ids))] for each in masked], dtype=np.int64)
    attended = (np.arange(length) < sizes[:, None]).astype(np.int64)
    batch = Batch(ids, np.zeros_like(ids), attended, np.full(len(masked), NO_LABEL))
    hidden = run_encoder(model, batch, ids, model.device).last_hidden_state
    positions = np.arange(len(masked)) * length + np.array([each.position for each in masked], dtype=np.int64)
    logs = word_logits(model, hidden, positions).float().log_softmax(dim=-1)
    tokens = torch.tensor([each.token for each in masked], device=logs.device)
    return logs.gather(1, tokens[:, None])[:, 0].double().cpu().numpy()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.judge", description=__doc__)
    parser.add_argument("--further", type=float, required=True, help="as in the training's command")
    parser.add_argument("--corpus", type=Path, default=Path("../shared/corpus"), help="a folder of .txt files")
    parser.add_argument("--suites", type=Path, default=Path("../shared/data/suites"), help="the folder of the suites")
    parser.add_argument("--runs", type=Path, default=Path("runs"), help="where states and logs are kept")
    parser.add_argument("--pocket", type=Path, default=Path("cache/pocket"), help="where finished checkpoints are")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--segments", type=int, default=SEGMENTS, help="held-out segments to evaluate on")
    parser.add_argument("--threads", type=int, default=0, help="CPU threads; 0 for torch's default")
    return parser


if __name__ == "__main__":
    main()
