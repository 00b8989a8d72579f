"""A model in training and the finished one answer the same questions of the same suites."""

import json
import math
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import torch
from transformers import AutoModelForMaskedLM, BertTokenizer, PreTrainedModel

from components.model.checkpoints.catalogue import POCKET_FOLDER
from training import judge, minilm
from training.evaluate import Evaluation
from training.judge import HELD_OUT, Measurement, compare, is_better, log_probabilities, preferred
from training.member_run import RunFolders
from training.suites import SUITES, MaskedToken, SuiteReader, TextChoice

SHARED_SUITES = Path(__file__).parents[3] / "shared" / "data" / "suites"
TABLES: dict[str, list[tuple[str, ...]]] = {
    "CPRAG-102": [
        ("context_s1", "context_s2", "expected", "within_category"),
        ("It rained.", "She opened her", "umbrella", "coat"),
        ("It rained.", "She opened her", "umbrella", "zzyzx"),  # no token of the vocabulary
    ],
    "ROLE-88": [
        ("item", "context", "target"),
        ("1-b", "the people forgot which waitress the customer had ", "served"),
        ("1-a", "the people forgot which customer the waitress had ", "served"),
    ],
    "NEG-136-SIMP": [
        ("context_aff", "context_neg", "target_aff", "target_neg"),
        ("A robin is (a|an)", "A robin is not (a|an)", "animal", "tool"),
    ],
    "NEG-136-NAT": [
        ("context_aff", "context_neg", "target_aff", "target_neg"),
        ("Old furniture is very", "Old furniture is not very", "cheap", "expensive"),
    ],
}


@pytest.fixture(scope="module")
def tokenizer() -> BertTokenizer:
    loaded: BertTokenizer = BertTokenizer.from_pretrained(POCKET_FOLDER / "minilm")
    return loaded


@pytest.fixture(scope="module")
def model() -> PreTrainedModel:
    loaded: PreTrainedModel = AutoModelForMaskedLM.from_pretrained(POCKET_FOLDER / "minilm", dtype=torch.float32).eval()
    return loaded


@pytest.fixture
def suites(tmp_path: Path) -> Path:
    """A folder as the suites are published, with an item or two of each."""
    folder = tmp_path / "suites"
    for name in ("goldberg", "ettinger", "blimp"):
        (folder / name).mkdir(parents=True)
    (folder / "goldberg" / "gulordava_results_base.txt").write_text(
        "A remark of the program.\nTrue 0 walks -2.5 walk -3.5 b'the colorless ideas near him ***mask*** there .'\n",
        encoding="utf-8",
    )
    for name, rows in TABLES.items():
        lines = ("\t".join(row) for row in rows)
        (folder / "ettinger" / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    pair = {"sentence_good": "These dogs bark.", "sentence_bad": "These dogs barks."}
    (folder / "blimp" / "agreement.jsonl").write_text(json.dumps(pair) + "\n", encoding="utf-8")
    return folder


def text(tokenizer: BertTokenizer, masked: MaskedToken) -> str:
    return str(
        tokenizer.decode([*masked.ids[1 : masked.position], masked.token, *masked.ids[masked.position + 1 : -1]])
    )


def test_every_suite_becomes_choices_between_a_better_and_a_worse_text(suites: Path, tokenizer: BertTokenizer) -> None:
    choices = SuiteReader(suites, tokenizer).choices()
    words = [(c.test, text(tokenizer, c.better[0]), text(tokenizer, c.worse[0])) for c in choices[:-1]]
    assert words == [
        ("agreement", "the colorless ideas near him walks there.", "the colorless ideas near him walk there."),
        ("common sense", "it rained. she opened her umbrella.", "it rained. she opened her coat."),
        (
            "roles",
            "the people forgot which customer the waitress had served.",
            "the people forgot which waitress the customer had served.",
        ),
        ("affirmative", "a robin is an animal.", "a robin is a tool."),
        ("negated", "a robin is not a tool.", "a robin is not an animal."),
        ("affirmative", "old furniture is very cheap.", "old furniture is very expensive."),
        ("negated", "old furniture is not very expensive.", "old furniture is not very cheap."),
    ]
    mask = tokenizer.mask_token_id
    for choice in choices:
        assert all(each.ids[each.position] == mask for each in (*choice.better, *choice.worse))
    every = choices[-1]
    assert [tokenizer.convert_ids_to_tokens(each.token) for each in every.better] == ["these", "dogs", "bark", "."]
    assert {test for tests in SUITES.values() for test in tests} == {choice.test for choice in choices}


@pytest.mark.skipif(not SHARED_SUITES.is_dir(), reason="the suites are not here")
def test_the_published_suites_are_read_whole(tokenizer: BertTokenizer) -> None:
    counts = pd.Series([choice.test for choice in SuiteReader(SHARED_SUITES, tokenizer).choices()]).value_counts()
    assert counts.to_dict() == {
        "agreement": 383,
        "common sense": 34,
        "roles": 44,
        "affirmative": 34,
        "negated": 34,
        "minimal pairs": 67 * 20,
    }


def test_log_probabilities_are_those_of_each_text_read_alone(
    suites: Path, tokenizer: BertTokenizer, model: PreTrainedModel
) -> None:
    choices = SuiteReader(suites, tokenizer).choices()
    masked = [token for choice in choices for token in (*choice.better, *choice.worse)]
    logs = log_probabilities(model, masked, pad=tokenizer.pad_token_id)
    for each, log in zip(masked, logs, strict=True):
        with torch.inference_mode():
            logits = model(torch.tensor([each.ids])).logits[0, each.position].double()
        assert log == pytest.approx(float(logits.log_softmax(dim=-1)[each.token]), abs=1e-4)


def test_a_text_is_preferred_by_the_sum_over_its_tokens(
    suites: Path, tokenizer: BertTokenizer, model: PreTrainedModel
) -> None:
    choices = SuiteReader(suites, tokenizer).choices()
    swapped = [TextChoice(choice.test, choice.worse, choice.better) for choice in choices]
    pad = tokenizer.pad_token_id
    right, wrong = (preferred(model, each, pad=pad) for each in (choices, swapped))
    for test, answers in right.items():
        np.testing.assert_array_equal(answers, ~wrong[test])
    last = choices[-1]
    sums = [math.fsum(log_probabilities(model, each, pad=pad)) for each in (last.better, last.worse)]
    assert right["minimal pairs"].tolist() == [sums[0] > sums[1]]


def measurement(top1: float, **right: Sequence[int]) -> Measurement:
    answers = {test.replace("_", " "): np.array(each, dtype=bool) for test, each in right.items()}
    return Measurement(Evaluation(3.0, top1, 0.6, None, 1000, 0, 10), answers)


def test_weights_are_better_if_every_suite_is_and_its_tests_count_together() -> None:
    finished = measurement(0.4, blanks=[1, 0, 0], agreement=[0, 1], affirmative=[1, 1], negated=[0, 0])
    further = measurement(0.5, blanks=[1, 1, 0], agreement=[1, 1], affirmative=[1, 1], negated=[0, 1])
    table = compare(finished, further)
    assert is_better(table)
    row = table.set_index("test").loc["blanks"]
    assert (row["items"], row["only finished"], row["only further"]) == (3, 0, 1)
    mixed = measurement(0.5, blanks=[0, 1, 1], agreement=[1, 1], affirmative=[0, 1], negated=[1, 1])
    assert is_better(compare(finished, mixed)), "a test of a suite may lose what another one more than gains"
    row = compare(finished, mixed).set_index("test").loc["affirmative"]
    assert (row["only finished"], row["only further"]) == (1, 0)


@pytest.mark.parametrize(
    "worse",
    [
        measurement(0.4, blanks=[1, 1, 0], agreement=[1, 1], affirmative=[1, 1], negated=[0, 1]),
        measurement(0.5, blanks=[0, 0, 1], agreement=[1, 1], affirmative=[1, 1], negated=[0, 1]),
        measurement(0.5, blanks=[1, 1, 0], agreement=[1, 0], affirmative=[1, 1], negated=[0, 1]),
        measurement(0.5, blanks=[1, 1, 0], agreement=[1, 1], affirmative=[0, 1], negated=[0, 1]),
    ],
)
def test_weights_are_not_better_if_one_suite_has_gained_nothing(worse: Measurement) -> None:
    finished = measurement(0.4, blanks=[1, 0, 0], agreement=[0, 1], affirmative=[1, 1], negated=[0, 0])
    assert not is_better(compare(finished, worse))


def test_a_run_that_has_not_begun_measures_the_same_as_the_finished_model(
    places: RunFolders, suites: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(POCKET_FOLDER / minilm.NAME, places.pocket / minilm.NAME)
    folders = [f"--{name}={folder}" for name, folder in vars(places).items()]
    judge.main(["--further=1000", f"--suites={suites}", "--segments=8", *folders])
    printed = capsys.readouterr().out
    rows = [line.split() for line in printed.splitlines() if line.strip().startswith((HELD_OUT, "blanks", "agreement"))]
    assert len(rows) == 3
    for row in rows:
        shares = [cell for cell in row if "." in cell]
        assert len(shares) == 2
        assert shares[0] == shares[1]
    assert "Not better" in printed
