"""Soft targets and losses in tables, sentences and formulas."""

import math
from dataclasses import replace

import numpy as np
import pytest

from components.distillation.model.results import (
    BlankLosses,
    DistillationLosses,
    GradientNorm,
    LossWeights,
    SoftCandidate,
    SoftTargets,
)
from components.distillation.tables.formulas import (
    cosine_formula,
    kl_formula,
    mlm_formula,
    softmax_formula,
    total_formula,
)
from components.distillation.tables.losses import (
    blank_loss_table,
    loss_finding,
    loss_table,
    temperature_factor_finding,
)
from components.distillation.tables.targets import (
    among_shown,
    hidden_finding,
    shown_finding,
    target_finding,
    target_table,
)
from components.model.results import Conditions, Token, Tokens
from components.tables.numbers import probability_text

BY = Conditions("m", "r", "cpu", "float32", "v")
NAMES = ("Big", "Small")
LOGITS = np.array([4.0, 2.0, 1.0, 0.0])
TEMPERATURES = (1.0, 2.0, 0.01, 1e6)


def soft(hidden: int | None = 1) -> SoftTargets:
    scaled = LOGITS[:, None] / np.array(TEMPERATURES)
    p = np.exp(scaled - scaled.max(axis=0))
    p /= p.sum(axis=0)  # (piece, temperature)
    entropies = -np.where(p > 0, p * np.log(np.maximum(p, 1e-300)), 0).sum(axis=0)
    words = [("paris", False), ("london", False), ("ly", True), ("<b>", False)]
    candidates = tuple(
        SoftCandidate(text, continues, float(LOGITS[row]), tuple(p[row].tolist()), row + 1, row == hidden)
        for row, (text, continues) in enumerate(words)
    )
    return SoftTargets(2, None if hidden is None else "london", TEMPERATURES, candidates, tuple(entropies), 4, BY)


def losses(**changes: object) -> DistillationLosses:
    items = tuple(
        Token(text, number, 0, 0, text == "ly", special, False)
        for number, (text, special) in enumerate([("[CLS]", True), ("bank", False), ("ly", False), ("[SEP]", True)])
    )
    result = DistillationLosses(
        tokens=Tokens("bankly", items),
        blanks=(BlankLosses(1, "bank", 0.5, 2.0, 1.0), BlankLosses(2, None, 0.1, None, None)),
        temperature=2.0,
        weights=LossWeights(),
        kl=1.2,
        mlm=2.0,
        teacher_mlm=1.0,
        cosine=0.25,
        gradients=(GradientNorm(8, 0.04, 2.56), GradientNorm(16, 0.01, 2.56), GradientNorm(50, 0.001, 2.5)),
        conditions=(BY, BY),
    )
    return replace(result, **changes)


def test_targets_at_one_temperature_are_a_table() -> None:
    table = target_table(soft(), 2.0)
    assert table["word"].tolist() == ["paris", "london", "…ly", "<b>"]
    assert table["first"].sum() == pytest.approx(1)
    assert table["first"].iloc[0] / table["first"].iloc[1] == pytest.approx(math.e**2)
    assert table["second"].iloc[0] / table["second"].iloc[1] == pytest.approx(math.e)
    assert table["hidden"].tolist() == [False, True, False, False]
    with pytest.raises(ValueError, match="nothing was computed"):
        target_table(soft(), 3.0)


def test_the_answer_gives_the_first_words_two_bars() -> None:
    answers = {}
    for temperature in (2.0, 0.01, 1.0):
        shown = among_shown(target_table(soft(), temperature))
        answers[temperature] = shown_finding(shown, temperature)
        if temperature != 1:
            assert all(shown[f"{side}_chance"].iloc[0] in answers[temperature] for side in ("first", "second"))
            assert len(answers[temperature].split()) <= 12
    assert answers[2.0].partition(",")[0] != answers[0.01].partition(",")[0]
    assert answers[1.0] == ""


def test_the_bars_are_shares_among_the_words_that_are_shown() -> None:
    table = target_table(soft(), 2.0)
    shown = among_shown(table[table["row"] != 3])
    assert shown["row"].tolist() == [1, 2, 3]
    for side in ("first", "second"):
        assert shown[side].sum() == pytest.approx(1)
        assert shown[side].iloc[1] / shown[side].iloc[0] == pytest.approx(table[side].iloc[1] / table[side].iloc[0])
        assert shown[f"{side}_chance"].iloc[0] == probability_text(shown[side].iloc[0])


def test_findings_on_targets_follow_the_temperature() -> None:
    targets = soft()
    assert "“paris” is 7.4 times as likely as “london”" in target_finding(targets, 1.0)
    assert "“paris” is 2.7 times as likely as “london”" in target_finding(targets, 2.0)
    before = target_finding(targets, 1.0)
    assert " from " not in before
    assert f" from {target_table(targets, 1.0)['first_chance'][0]} to " in target_finding(targets, 2.0)
    assert "no better than a label" in target_finding(targets, 0.01)
    assert "almost equally probable" in target_finding(targets, 1e6)
    assert "100.0%" not in target_finding(
        replace(
            targets,
            candidates=tuple(
                replace(each, probabilities=tuple(0.00013 for _ in each.probabilities)) for each in targets.candidates
            ),
        ),
        1.0,
    )
    finding = hidden_finding(targets, 1.0)
    assert finding is not None
    assert "say “london”" in finding
    assert "(rank 2)" in finding
    assert "“paris” most of all (83.1%)" in finding
    assert hidden_finding(soft(hidden=None), 1.0) is None
    rare = tuple(replace(each, probabilities=(0.00004,) * len(TEMPERATURES)) for each in targets.candidates)
    little = hidden_finding(replace(targets, candidates=rare), 1.0)  # what is left is not all
    assert little is not None
    assert "100.0%" not in little


def test_losses_are_weighed_and_summed() -> None:
    table = loss_table(losses())
    assert table["weighted"].tolist() == pytest.approx([6.0, 4.0, 0.25])
    assert table["weighted"].sum() == pytest.approx(losses().total)
    assert table["share"].sum() == pytest.approx(1)
    assert table["figure"].iloc[0] == "5 × 1.200 = 6.000"
    finding = loss_finding(losses(), NAMES)
    assert "“Soft targets” makes up 59% of it (5 × 1.200 = 6.000)" in finding
    assert "loss of Small is 2.000 nats, that of Big 1.000" in finding


def test_the_products_of_losses_make_the_sum_as_shown() -> None:
    example = losses(kl=0.41449, mlm=1.84044, cosine=0.09944)  # 5 × 0.414 + 2 × 1.840 + 0.099 would be 5.849
    shown = [figure.split(" = ")[1] for figure in loss_table(example)["figure"]]
    assert "The weighted sum of the losses is 5.853" in loss_finding(example, NAMES)
    assert f"{sum(map(float, shown)):.3f}" == "5.853"
    *_, products, total = total_formula(example).replace(r"\end{aligned}", "").split("&= ")
    factors = [
        float(f) * float(v) for f, v in (term.split(r" \times ") for term in products.split(r" \\")[0].split(" + "))
    ]
    assert f"{sum(factors):.3f}" == total.strip() == "5.853"


def test_undefined_losses_are_named_as_missing() -> None:
    undefined = losses(mlm=None, teacher_mlm=None, cosine=None)
    table = loss_table(undefined)
    assert table["figure"].tolist()[1:] == ["missing", "missing"]
    assert table["value"].isna().tolist() == [False, True, True]
    finding = loss_finding(undefined, NAMES)
    assert "“Masked words” is missing, because a typed [MASK]" in finding
    assert "“Cosine” is missing" in finding
    assert mlm_formula(undefined) is None
    assert cosine_formula(undefined) is None
    assert total_formula(undefined) == r"\begin{aligned} L &= 5 \times 1.200 \\[0.4em] &= 6.000 \end{aligned}"


def test_the_finding_on_a_student_that_is_its_teacher() -> None:
    example = losses(kl=0.0, mlm=None, teacher_mlm=None, cosine=0.0, gradients=(GradientNorm(1, 0, 0),))
    assert "answers exactly as Big does" in loss_finding(example, NAMES)
    assert loss_table(example)["share"].tolist() == [0, 0, 0]
    assert "no gradient here" in temperature_factor_finding(example)


def test_blanks_are_a_table_and_gradients_a_sentence() -> None:
    blanks = blank_loss_table(losses())
    assert blanks["word"].tolist() == ["bank", "[MASK]"]
    assert blanks["student"].isna().tolist() == [False, True]
    finding = temperature_factor_finding(losses())
    assert "From T = 8 to 16" in finding
    assert "4.0 times smaller; multiplied by T² it changes only by a factor of 1.00" in finding


def test_formulas_contain_the_numbers_and_no_words() -> None:
    example = losses()
    assert kl_formula(example).endswith(r"&= 2^2 \times 0.300 = 1.200 \end{aligned}")
    assert mlm_formula(example).endswith(r"&= \frac{2.000}{1} = 2.000 \end{aligned}")
    assert cosine_formula(example).endswith(r"&= 0.250 \end{aligned}")
    assert total_formula(example) == (
        r"\begin{aligned} L &= 5 \times 1.200 + 2 \times 2.000 + 1 \times 0.250 \\[0.4em] &= 10.250 \end{aligned}"
    )
    assert softmax_formula(soft(), 2.0).endswith(r"&= \frac{e^{4.00 / 2}}{\sum_v e^{z_v / 2}} = 0.579 \end{aligned}")
    assert r"\cdot 10^{-5}" in kl_formula(losses(kl=1e-5))
    for formula in (kl_formula(example), mlm_formula(example), softmax_formula(soft(), 1.0)):
        assert formula.count("{") == formula.count("}")
        assert "bank" not in formula
        assert "paris" not in formula
