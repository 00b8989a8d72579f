"""Published results on BLiMP: the share of pairs that people and older models get right, by what the pairs are about.

``published.tsv`` has the mean over the paradigms of each of BLiMP's twelve groups, computed from the files of its
authors (Warstadt et al. 2020, https://arxiv.org/abs/1912.00582, CC BY 4.0). They are other sentences than the app's, of
the same kind. ``python -m components.suites.model.published FOLDER`` writes the file from a copy of
``models_summary.jsonl`` and ``human_validation_summary.csv``.
"""

import csv
import json
import sys
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from statistics import mean

FILE = Path(__file__).with_name("published.tsv")
# The columns, with the key of each in the authors' file.
COLUMNS = {"people": "", "GPT-2": "gpt2", "Transformer-XL": "txl", "LSTM": "lstm", "n-gram": "ngram"}
# BLiMP's group for each phenomenon of the app's pairs; for the others it has none.
GROUPS = {
    "Agreement": "subject_verb_agreement",
    "Reflexives": "anaphor_agreement",
    "Negation": "npi_licensing",
    "Filler–gap": "filler_gap_dependency",
}


@cache
def published_accuracies() -> Mapping[str, Mapping[str, float]]:
    """The share of pairs that are right, by BLiMP's group and by column."""
    with FILE.open(encoding="utf-8") as file:
        return {
            row["group"]: {name: float(row[name]) for name in COLUMNS} for row in csv.DictReader(file, delimiter="\t")
        }


def published_accuracy(phenomenon: str, column: str) -> float | None:
    """What a column of :data:`COLUMNS` gets right in a phenomenon, under the app's name or BLiMP's; None if unknown."""
    group = GROUPS.get(phenomenon, phenomenon.replace(" ", "_"))
    return published_accuracies().get(group, {}).get(column)


def aggregate(folder: Path) -> dict[str, dict[str, float]]:
    """The means by group, from the authors' files in ``folder``.

    Raises:
        FileNotFoundError: A file is missing.
    """
    with (folder / "human_validation_summary.csv").open(encoding="utf-8") as file:
        people = {row["Condition"]: float(row["total_mean"]) for row in csv.DictReader(file)}
    by_group: dict[str, list[dict[str, float]]] = defaultdict(list)
    for line in (folder / "models_summary.jsonl").read_text(encoding="utf-8").splitlines():
        paradigm = json.loads(line)
        uid = paradigm["UID"]
        if uid == "overall":
            continue
        by_group[paradigm["linguistics_term"]].append(
            {name: float(paradigm[key]) if key else people[uid] for name, key in COLUMNS.items()}
        )
    return {
        group: {name: mean(paradigm[name] for paradigm in paradigms) for name in COLUMNS}
        for group, paradigms in sorted(by_group.items())
    }


def main(folder: Path) -> None:
    """Write the file."""
    lines = [
        "\t".join([group, *(f"{share:.4f}" for share in shares.values())])
        for group, shares in aggregate(folder).items()
    ]
    FILE.write_text("\n".join(["\t".join(["group", *COLUMNS]), *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
