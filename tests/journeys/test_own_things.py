"""What people bring along: a list of sentences, and a folder with a model of their own."""

import shutil
from pathlib import Path

import pytest

from components.model.checkpoints.catalogue import POCKET_FOLDER
from tests.journeys.conftest import Visit

LIST = "sentence,word\nThe heron stood in the [MASK] all day.,water\nParis is the capital of [MASK].,france\n"


def test_a_list_of_ones_own(visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "herons.csv"
    file.write_text(LIST, encoding="utf-8")
    ada = visit("/fill-the-blank?mode=A+list+of+my+own")
    ada.chooses_file(file)
    ada.sees("2", css=".st-key-list-ask")
    ada.clicks(css=".st-key-list-ask button")
    ada.sees_one("[data-testid=stDataFrame]")
    ada.sees("2 of 2")


def test_a_model_folder_of_ones_own(visit: Visit, tmp_path_factory: pytest.TempPathFactory) -> None:
    models = tmp_path_factory.getbasetemp() / "models"
    if not models.exists():
        shutil.copytree(POCKET_FOLDER / "bert", models / "my-bert")
    ada = visit("/fill-the-blank", RIVERBANK_MODELS=str(models))
    first = ada.reads()
    ada.clicks(css=".st-key-model [role=combobox], .st-key-model input")
    ada.clicks("my-bert", role="option")
    ada.sees_change(first)
    ada.waits_for(lambda: "my-bert" in ada.address, "the link names the model")
    ada.same_after_reload()
