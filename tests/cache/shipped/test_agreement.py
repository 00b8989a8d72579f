"""The agreements that ship are of all blanks there are, and what the bundled models say."""

import json
from pathlib import Path

import pytest
import torch

from cache.shipped.agreement import BUNDLED, DIGITS, FOLDER, agreement_entry, file_name, main, shipped_agreement
from components.distillation.model.agreement import measure_agreement
from components.distillation.model.agreement_results import TOP_COUNT
from components.model.blanks.blank_probes import BlankProbe, blank_probes
from components.model.checkpoints.availability import weights_folder
from components.model.checkpoints.loader import Loader
from components.model.checkpoints.open_model import OpenModel
from components.model.checkpoints.registry import model_record

PROBES = blank_probes()
SUBSET = PROBES[::12]
every_pair = pytest.mark.parametrize("pair", BUNDLED, ids="~".join)


@pytest.fixture(scope="module")
def loader() -> Loader:
    return Loader(weights_folder)


def distribution(opened: OpenModel, probe: BlankProbe) -> torch.Tensor:
    tokens = opened.tokenizer.tokens(probe.sentence)
    with torch.inference_mode():
        logits = opened.model(input_ids=torch.tensor([tokens.ids])).logits
    return logits[0, tokens.typed_masks[0]].double().log_softmax(-1)


@every_pair
def test_what_ships_is_of_every_blank(pair: tuple[str, str]) -> None:
    agreement = shipped_agreement(*pair)
    assert agreement is not None, "run python -m cache.shipped.agreement"
    assert tuple(conditions.model_id for conditions in agreement.conditions) == pair
    assert [(blank.group, blank.sentence, blank.word) for blank in agreement.blanks] == [
        (probe.group, probe.sentence, probe.written) for probe in PROBES
    ]
    assert agreement.summary.blanks >= 200
    assert agreement.summary.ranked == agreement.summary.blanks  # every word of the set is one piece


@every_pair
def test_what_ships_is_what_the_models_say(pair: tuple[str, str], loader: Loader) -> None:
    shipped = shipped_agreement(*pair)
    assert shipped is not None
    teacher, student = (loader.open(model_record(model_id)) for model_id in pair)
    by_sentence = {blank.sentence: blank for blank in shipped.blanks}
    for probe in SUBSET:
        p, q, blank = distribution(teacher, probe), distribution(student, probe), by_sentence[probe.sentence]
        assert blank.kl == pytest.approx((p.exp() * (p - q)).sum().item(), abs=2e-3)
        assert blank.teacher[0].probability == pytest.approx(p.exp().max().item(), abs=1e-3)
        (target,) = teacher.tokenizer.whole_words[probe.word]
        for rank, of in ((blank.teacher_rank, p), (blank.student_rank, q)):
            # Two words may stand as good as equal: another processor may put them the other way round.
            assert int((of > of[target] + 1e-3).sum()) < (rank or 0) <= int((of > of[target] - 1e-3).sum()) + 1
        assert blank.common == pytest.approx(
            len({*p.topk(TOP_COUNT).indices.tolist()} & {*q.topk(TOP_COUNT).indices.tolist()}), abs=1
        )


def test_no_other_pair_ships_and_names_are_no_paths() -> None:
    assert sorted(file.name for file in FOLDER.glob("*")) == sorted(file_name(*pair) for pair in BUNDLED)
    assert shipped_agreement("../agreement/pocket-bert", "pocket-distilbert") is None
    assert shipped_agreement("pocket-distilbert", "pocket-bert") is None
    assert "/" not in file_name("local/one", "local/other")


def test_what_is_written_is_read_again(loader: Loader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = BUNDLED[0]
    monkeypatch.setattr("cache.shipped.agreement.blank_probes", lambda: SUBSET)
    main(pair, folder=tmp_path)
    entry = json.loads((tmp_path / file_name(*pair)).read_text(encoding="utf-8"))
    live = measure_agreement(*(loader.open(model_record(model_id)) for model_id in pair), SUBSET)
    assert entry["command"] == "python -m cache.shipped.agreement pocket-bert pocket-distilbert"
    assert entry == json.loads(json.dumps(agreement_entry(live)))
    shipped = shipped_agreement(*pair)
    assert shipped is not None
    again = agreement_entry(shipped)["blanks"]
    assert again[0].keys() == entry["blanks"][0].keys()
    assert all(round(item["kl"], DIGITS) == item["kl"] for item in again)


def test_one_name_is_not_enough(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="a teacher and a student"):
        main(["pocket-bert"], folder=tmp_path)
