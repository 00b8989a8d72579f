"""Tables and findings of cosines: true for the numbers and for the opposite ones."""

import pytest

from components.probing.model.cosine_results import Correction, CorrectionKind, CosineProfile
from components.probing.tables.cosine_findings import (
    correction_finding,
    dimension_finding,
    pair_finding,
    peak_layer,
    profile_finding,
)
from components.probing.tables.cosines import (
    KINDS,
    OTHERS,
    RANDOM_WORDS,
    SAME_WORD,
    cosine_table,
    dimension_table,
    pair_table,
    published_table,
)
from tests.components.probing.cosine_examples import cosine_profile, layer_cosines, pair_cosines

MEAN = Correction(CorrectionKind.MEAN)


def profile(random_words: float, same_word: float = 0.8, correction: Correction | None = None) -> CosineProfile:
    return cosine_profile(layer_cosines(0.01), layer_cosines(random_words, same_word), correction=correction)


def test_every_layer_has_a_row_for_each_mean() -> None:
    table = cosine_table(profile(0.4))
    assert len(table) == 2 * len(KINDS)
    row = table[(table["layer"] == 1) & (table["kind"] == RANDOM_WORDS)].iloc[0]
    assert (row["low"], row["cosine"], row["high"]) == pytest.approx((0.39, 0.4, 0.41))


def test_published_figures_are_at_the_same_share_of_the_depth() -> None:
    table = published_table(6).set_index(["kind", "published_layer"])
    assert table.loc[(RANDOM_WORDS, 11), "layer"] == pytest.approx(5.5)
    assert table.loc[(RANDOM_WORDS, 11), "cosine"] == 0.675
    assert table.loc[(SAME_WORD, 12), "layer"] == pytest.approx(6)
    assert table["layer"].max() == 6
    assert published_table(12).eval("layer == published_layer").all()


@pytest.mark.parametrize("dimensions", [(0.2, 0.1, 0.05), (0.5, -0.1, -0.3), (-0.1, -0.1, -0.1)])
def test_the_pieces_of_a_bar_add_up_to_the_mean_and_do_not_overlap(dimensions: tuple[float, float, float]) -> None:
    table = dimension_table(cosine_profile(layer_cosines(0.4, dimensions=dimensions)))
    assert table["contribution"].sum() == pytest.approx(0.4)
    assert table["dimension"].tolist() == ["8", "9", "10", "97 others"]
    assert table["part"].tolist()[-1] == OTHERS
    for positive in (True, False):
        pieces = table[(table["contribution"] >= 0) == positive]
        assert pieces["start"].tolist() == pytest.approx([0, *pieces["end"]][: len(pieces)])


def test_a_pair_has_the_band_of_its_layer() -> None:
    row = pair_table(profile(0.4), pair_cosines(0.9, 0.62)).iloc[1]
    assert (row["low"], row["median"], row["high"]) == pytest.approx((0.3, 0.4, 0.5))
    assert (row["figure"], row["share_below"]) == ("0.90", 0.62)


@pytest.mark.parametrize(
    ("value", "wanted", "unwanted"),
    [
        (0.94, "even two random words", "not 0"),
        (0.22, "of 0.22, not 0", "even"),
        (0.05, "near 0 (at most 0.05", "even"),
    ],
)
def test_the_finding_says_how_high_random_words_are(value: float, wanted: str, unwanted: str) -> None:
    text = profile_finding(profile(value), model="MiniLM")
    assert wanted in text
    assert unwanted not in text
    assert "layer 1" in text
    assert "In layer 1 the same word in two sentences has 0.80, a word and its sentence 0.60." in text


def test_the_peak_is_where_random_words_are_most_alike() -> None:
    assert peak_layer(cosine_profile(layer_cosines(0.3), layer_cosines(0.5), layer_cosines(0.2))) == 1
    assert "layer 0 of" in profile_finding(cosine_profile(layer_cosines(0.3), layer_cosines(0.2)), model="GPT-2")


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        (
            (0.6, 0.8),
            (0.0, 0.5),
            [
                "from 0.60 to 0.00",
                "wider: 0.50, before 0.20",
                "In layer 1 the same word in two sentences has 0.50 (before 0.80).",
            ],
        ),
        ((0.6, 0.8), (0.7, 0.75), ["from 0.60 to 0.70", "narrower: 0.05, before 0.20", "has 0.75 (before 0.80)"]),
        ((0.6, 0.8), (0.6, 0.8), ["at 0.60", "stays at 0.20"]),
        ((0.6, 0.8), (0.1, 0.3), ["from 0.60 to 0.10", "stays at 0.20"]),
        ((0.6, 0.8), (0.1, 0.05), ["has 0.05 (before 0.80)", "narrower: −0.05"]),
    ],
)
def test_the_finding_says_what_a_correction_changes(
    before: tuple[float, float], after: tuple[float, float], wanted: list[str]
) -> None:
    text = correction_finding(profile(*before), profile(*after, correction=MEAN))
    assert text.startswith("Taking the mean away")
    assert all(part in text for part in wanted)
    gap = f"{after[1] - after[0]:.2f}".replace("-", "−")
    assert text.partition("The gap")[2].count(gap) == 1  # and is not repeated


@pytest.mark.parametrize(
    ("correction", "wanted"),
    [
        (Correction(CorrectionKind.DIRECTIONS, 0), "the mean away"),
        (Correction(CorrectionKind.DIRECTIONS, 1), "the mean and the 1 largest direction away"),
        (Correction(CorrectionKind.DIRECTIONS, 3), "the mean and the 3 largest directions away"),
        (Correction(CorrectionKind.STANDARDISED), "Standardising"),
    ],
)
def test_the_finding_names_the_correction(correction: Correction, wanted: str) -> None:
    assert wanted in correction_finding(profile(0.6), profile(0.1, correction=correction))


def test_the_finding_says_whether_a_dimension_dominates() -> None:
    def text(random_words: float, *dimensions: float) -> str:
        return dimension_finding(cosine_profile(layer_cosines(random_words, dimensions=dimensions)))

    assert "single dimension (number 8 of 100) makes up 54% of random words’ average of 0.20." in text(
        0.2, 0.108, 0.01, 0.01
    )
    assert "No dimension dominates" in text(0.2, 0.01, 0.01, 0.01)
    assert "together make up 15% of random words’ average of 0.20." in text(0.2, 0.01, 0.01, 0.01)
    assert text(0.05, 0.03, 0.01, 0.01) == ""


@pytest.mark.parametrize(
    ("cosine", "share", "wanted"),
    [
        (0.91, 0.62, "0.91. Only 62% of random pairs have a lower one."),
        (0.91, 0.97, "0.91. 97% of random pairs have a lower one."),
        (0.31, 0.97, "0.31. That sounds low, but 97% of random pairs have a lower one."),
        (0.31, 0.5, "0.31. 50% of random pairs have a lower one."),
        (0.91, 0.9995, "0.91. More than 99% of random pairs have a lower one."),
        (0.31, 0.9995, "0.31. That sounds low, but more than 99% of random pairs have a lower one."),
        (0.91, 0.0004, "0.91. Less than 1% of random pairs have a lower one."),
        (-0.2, 0.0004, "−0.20. Less than 1% of random pairs have a lower one."),
        (0.99, 1.0, "0.99. All 2,000 random pairs have a lower one."),
        (0.6, 0.0, "0.60. None of 2,000 random pairs has a lower one."),
    ],
)
def test_the_finding_compares_a_pair_with_random_pairs(cosine: float, share: float, wanted: str) -> None:
    text = pair_finding(pair_cosines(cosine, share), 1, pair_count=2000)
    assert text == f"In layer 1, “bank” and “river” have a cosine of {wanted}"
