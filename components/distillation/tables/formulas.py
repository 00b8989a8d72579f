"""The formulas of distillation with the numbers of the moment, in LaTeX. Nothing a visitor typed is in them."""

from components.distillation.model.results import DistillationLosses, SoftTargets


def softmax_formula(found: SoftTargets, temperature: float) -> str:
    """How the first choice's logit becomes its probability at one of the temperatures."""
    first, written = found.candidates[0], f"{temperature:g}"
    probability = first.probabilities[found.temperatures.index(temperature)]
    return (
        rf"p_T(w) = \frac{{e^{{z_w / T}}}}{{\sum_v e^{{z_v / T}}}}, \qquad "
        rf"\frac{{e^{{{first.logit:.2f} / {written}}}}}{{\sum_v e^{{z_v / {written}}}}} = {_number(probability)}"
    )


def kl_formula(found: DistillationLosses) -> str:
    """The mean KL over the blanks, and the factor of T²."""
    return (
        r"L_\mathrm{KL} = T^2 \, \frac{1}{n} \sum_{i=1}^{n} \sum_w p_T^{(i)}(w) "
        r"\ln \frac{p_T^{(i)}(w)}{q_T^{(i)}(w)}"
        rf" = {found.temperature:g}^2 \times {_number(found.kl_unscaled)} = {_number(found.kl)}"
    )


def mlm_formula(found: DistillationLosses) -> str | None:
    """The mean cross-entropy of the hidden words, or None where no word was hidden."""
    there = [blank.student for blank in found.blanks if blank.student is not None]
    if found.mlm is None:
        return None
    middle = ""
    if len(there) <= 4:
        middle = rf" = \frac{{{' + '.join(map(_number, there))}}}{{{len(there)}}}"
    return rf"L_\mathrm{{MLM}} = -\frac{{1}}{{m}} \sum_{{i=1}}^{{m}} \ln q_1(w_i){middle} = {_number(found.mlm)}"


def cosine_formula(found: DistillationLosses) -> str | None:
    """The mean over all tokens of one minus the cosine, or None where the widths differ."""
    if found.cosine is None:
        return None
    count = len(found.tokens)
    return (
        rf"L_\mathrm{{cos}} = \frac{{1}}{{{count}}} \sum_{{t=1}}^{{{count}}} "
        rf"\bigl(1 - \cos(h_t^\mathrm{{student}}, h_t^\mathrm{{teacher}})\bigr) = {_number(found.cosine)}"
    )


def total_formula(found: DistillationLosses) -> str:
    """The weighted sum of the losses that there are."""
    products = [rf"{weight:g} \times {_number(value)}" for _, value, weight in found.terms if value is not None]
    return rf"L = {' + '.join(products)} = {_number(found.total)}"


def _number(value: float) -> str:
    """Four digits that say something, or a power of ten."""
    if value == 0 or 1e-3 <= abs(value) < 1e5:
        return f"{value:.3f}" if abs(value) >= 0.1 or value == 0 else f"{value:.4f}"
    mantissa, exponent = f"{value:.2e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"
