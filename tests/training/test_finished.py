"""A finished checkpoint is evaluated again: its figures and card change, its weights do not."""

import json
import shutil
from pathlib import Path

import pytest

from components.model.checkpoints.catalogue import POCKET_FOLDER
from tests.training.small_text import CPU
from training.card import member_card
from training.card_parts import figures_table
from training.electra_card import electra_card
from training.evaluate import Evaluation
from training.finished import evaluate_finished, with_next_sentence
from training.member_run import RunFolders
from training.members import member


@pytest.fixture
def finished(places: RunFolders) -> RunFolders:
    """Finished checkpoints, and a corpus with names of the files that they were trained on."""
    for name in ("distilbert", "electra", "electra-generator"):
        shutil.copytree(POCKET_FOLDER / name, places.pocket / name)
    for file, name in zip(
        sorted(places.corpus.glob("*.txt")),
        ("fiction-public-domain.txt", "wikipedia-articles.txt", "sentences-tatoeba.txt"),
        strict=True,
    ):
        file.rename(places.corpus / name)
    return places


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_student_is_compared_with_its_teacher_again_and_keeps_its_weights(finished: RunFolders) -> None:
    folder = finished.pocket / "distilbert"
    before = files(folder)
    evaluate_finished("distilbert", finished, device=CPU, segments=32)
    after = files(folder)
    assert {name for name in after if after[name] != before[name]} == {"evaluation.json", "README.md"}
    figures, former = (json.loads(each["evaluation.json"]) for each in (after, before))
    assert set(figures["genres"]) == {"fiction", "encyclopedia", "everyday sentences"}
    assert {name for name in former if figures[name] != former[name]} == {"held_out", "genres"}
    assert figures["held_out"]["relative_top1"] > 0
    assert after["README.md"].decode() == member_card(member("distilbert"), figures, folder)
    evaluate_finished("distilbert", finished, device=CPU, segments=32)
    assert files(folder) == after, "the same text and weights, the same figures"


def test_electra_is_evaluated_with_its_generator(finished: RunFolders) -> None:
    before = {name: files(finished.pocket / name) for name in ("electra", "electra-generator")}
    evaluate_finished("electra", finished, device=CPU, segments=32)
    for name, former in before.items():
        after = files(finished.pocket / name)
        assert {each for each in after if after[each] != former[each]} == {"evaluation.json", "README.md"}
        figures = json.loads(after["evaluation.json"])
        assert figures["telling"]["masked"] < 0.2 * figures["telling"]["pieces"]
        assert after["README.md"].decode() == electra_card(f"pocket-{name}", figures)


def test_the_next_sentence_figure_stays_and_gets_an_interval() -> None:
    tokens_only = Evaluation(3.0, 0.4, 0.6, None, 100, 0, 10, intervals={"top1": (0.3, 0.5)})
    both = with_next_sentence(tokens_only, {"next_sentence": 0.75, "pairs": 400})
    assert (both.next_sentence, both.pairs, both.top1) == (0.75, 400, 0.4)
    low, high = both.intervals["next_sentence"]
    half = 1.96 * (0.75 * 0.25 / 400) ** 0.5
    assert (low, high) == pytest.approx((0.75 - half, 0.75 + half), abs=0.01)
    assert both.intervals["top1"] == (0.3, 0.5)
    assert with_next_sentence(tokens_only, {"next_sentence": None, "pairs": 400}) == tokens_only


def test_a_table_shows_the_intervals_that_a_figure_has() -> None:
    row = {"loss": 3.0, "top1": 0.4, "top5": 0.6, "calibration": 0.01, "pieces": 1200, "documents": 12}
    with_one = {**row, "intervals": {"top1": (0.35, 0.45)}}
    table = figures_table({"held_out": with_one, "genres": {"fiction": {**row, "intervals": {}}}}).splitlines()
    assert table[-2] == "| all of it | 3.000 | 0.400 (0.350–0.450) | 0.600 | 0.010 | 1,200 | 12 |"
    assert table[-1] == "| fiction | 3.000 | 0.400 | 0.600 | 0.010 | 1,200 | 12 |"
