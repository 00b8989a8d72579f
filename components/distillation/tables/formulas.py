"""The formulas of distillation in LaTeX with the current numbers. They contain no text typed by visitors."""

from components.distillation.model.results import DistillationLosses, SoftTargets
from components.distillation.tables.losses import SUM_DECIMALS, products_as_shown
from components.tables.numbers import fixed, weighted_sum_as_shown


def softmax_formula(targets: SoftTargets, temperature: float) -> str:
    """The softmax for the top candidate at one of the temperatures."""
    top, temperature_text = targets.candidates[0], f"{temperature:g}"
    probability = top.probabilities[targets.temperatures.index(temperature)]
    return _lines(
        r"p_T(w) &= \frac{e^{z_w / T}}{\sum_v e^{z_v / T}}",
        rf"&= \frac{{e^{{{top.logit:.2f} / {temperature_text}}}}}{{\sum_v e^{{z_v / {temperature_text}}}}} "
        rf"= {_number(probability)}",
    )


def kl_formula(losses: DistillationLosses) -> str:
    """The mean KL over the blanks with the factor T²."""
    return _lines(
        r"L_\mathrm{KL} &= T^2 \, \frac{1}{n} \sum_{i=1}^{n} \sum_w p_T^{(i)}(w) "
        r"\ln \frac{p_T^{(i)}(w)}{q_T^{(i)}(w)}",
        rf"&= {losses.temperature:g}^2 \times {_number(losses.kl_unscaled)} = {_number(losses.kl)}",
    )


def mlm_formula(losses: DistillationLosses) -> str | None:
    """The mean cross-entropy of the masked words; None if every mask was typed."""
    surprisals = [blank.student for blank in losses.blanks if blank.student is not None]
    if losses.mlm is None:
        return None
    mean_text = _number(losses.mlm)
    if len(surprisals) <= 4:
        count = len(surprisals)
        terms, _, mean = weighted_sum_as_shown([1 / count] * count, surprisals, decimals=SUM_DECIMALS)
        mean_text = rf"\frac{{{' + '.join(terms)}}}{{{count}}} = {mean}"
    return _lines(r"L_\mathrm{MLM} &= -\frac{1}{m} \sum_{i=1}^{m} \ln q_1(w_i)", rf"&= {mean_text}")


def cosine_formula(losses: DistillationLosses) -> str | None:
    """The mean over all tokens of one minus the cosine; None if the widths differ."""
    if losses.cosine is None:
        return None
    count = len(losses.tokens)
    return _lines(
        rf"L_\mathrm{{cos}} &= \frac{{1}}{{{count}}} \sum_{{t=1}}^{{{count}}} "
        rf"\bigl(1 - \cos(h_t^\mathrm{{student}}, h_t^\mathrm{{teacher}})\bigr)",
        rf"&= {_number(losses.cosine)}",
    )


def total_formula(losses: DistillationLosses) -> str:
    """The weighted sum of the losses that are defined."""
    products = [rf"{weight} \times {value}" for weight, value, _ in products_as_shown(losses).values()]
    return _lines(rf"L &= {' + '.join(products)}", rf"&= {fixed(losses.total, SUM_DECIMALS)}")


def _lines(*lines: str) -> str:
    """A formula on several lines, so that it fits on a phone."""
    return r"\begin{aligned} " + r" \\[0.4em] ".join(lines) + r" \end{aligned}"


def _number(value: float) -> str:
    """About four significant digits, or a power of ten."""
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:.3f}" if abs(value) >= 0.1 or value == 0 else f"{value:.4f}"
    mantissa, exponent = f"{value:.2e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"
