"""Masking 80/10/10: which tokens are predicted, what replaces them, the loss as a sum, and why [MASK] is not enough."""

import streamlit as st

import cache.input
import cache.pretraining
from components.charts.files import ChartFigure
from components.charts.labelled import labelled_bars
from components.model.results import Tokens
from components.model.user_errors import UserError
from components.pretraining.charts.curves import convergence_curves, coverage_curves
from components.pretraining.masked_tokens import masked_tokens
from components.pretraining.model.masking import STATIC_COPIES, expected_coverage
from components.pretraining.model.presets import MASKING_OPENER, WORKED_OUTCOMES, WORKED_REPLACEMENT
from components.pretraining.model.results import BERT_MASKING, Masking, MaskingLoss, MaskingScheme, TokenCorruption
from components.pretraining.tables.findings import (
    convergence_finding,
    coverage_finding,
    masking_finding,
    single_span_note,
    span_corruption_finding,
)
from components.pretraining.tables.masking import (
    convergence_table,
    coverage_table,
    displayed_tokens,
    mean_loss_text,
    token_loss_table,
)
from pages.parts.findings import Findings, room_prose
from pages.parts.layout import draw_settings_in, headline, note, settings_place
from pages.parts.links.address import remove_parameter
from pages.parts.links.parameters import SENTENCE
from pages.parts.presenting import hides_controls
from pages.parts.rooms import PRETRAINING
from pages.parts.sentence.context import SentenceContext
from pages.parts.sentence.masks import NO_MASKS, PARAMETER, clear_masks, mask_strip, masks_from_link
from pages.parts.sentence.tiles import word_tiles
from pages.parts.settings import choice, number, option, text
from pages.parts.snippets import snippet
from pages.pretraining.draw_number import draw_number
from pages.pretraining.modes import shares

MASKING = "Masking 80/10/10"  # the name of this view
PART = "part"  # in the link
ONE, MANY, WHY = "One sentence", "1,000 draws", "Why not always [MASK]?"
SHARE, TO_MASK, TO_RANDOM = "share", "to-mask", "to-random"  # in the link, in percent
OUTCOME, REPLACEMENT = "outcome", "replacement"  # in the link
EPOCHS = 40
NAMES, FIGURES = 150, 150  # pixels for "scientist ([MASK])" and "27.4% · 5.72 nats"


def forget_choices() -> bool:
    """Remove the chosen tokens and what becomes of them; returns whether there were any."""
    outcomes = [name for name in st.query_params if name.startswith(OUTCOME)]
    for name in outcomes:
        remove_parameter(name)
    return clear_masks() or bool(outcomes)


def restore_worked_example() -> None:
    """Set the worked example: its sentence, what becomes of its tokens, and the random token. Call it in a callback."""
    forget_choices()
    st.session_state[SENTENCE] = MASKING_OPENER
    st.session_state[REPLACEMENT] = WORKED_REPLACEMENT


def show(context: SentenceContext) -> Findings | None:
    """Mask one sentence, or show what many draws come to and what the split is for."""
    with draw_settings_in(st.container(key="masking-part")):
        part = choice("Show", PART, [ONE, MANY, WHY])
    if part == WHY:
        return shares.show(context)
    if not context.tokens.maskable:
        raise UserError("There is no token to choose here. Type a few words.")
    return _show_many_draws(context) if part == MANY else _show_one_sentence(context)


def _show_one_sentence(context: SentenceContext) -> Findings:
    """The sentence after masking: tokens that a visitor chose, or else a random draw."""
    tokens = context.tokens
    default = tuple(WORKED_OUTCOMES) if tokens.sentence == MASKING_OPENER else ()
    chosen = masks_from_link(tokens, default)
    mask_strip(
        tokens, chosen, key="strip", link_when_empty=bool(default), mask_label="predict"
    )  # not all become [MASK]
    if chosen:
        loss = _loss_of_chosen(context, tokens, chosen)
        figures, code = _draw(context, loss), _loss_code(context, loss)
    else:
        scheme = MaskingScheme(choice("Choose", "scheme", [each.value for each in MaskingScheme], drawn_as="list"))
        masking, drawn = _choose_masking(splits=scheme is not MaskingScheme.SENTINELS), draw_number()
        if scheme is MaskingScheme.SENTINELS:
            figures, code = [], _draw_span_corruption(context, drawn, masking)
        else:
            loss = cache.pretraining.masking_loss(context.model.id, context.sentence, scheme, drawn, masking)
            figures, code = _draw(context, loss), _loss_code(context, loss)
            note("Click words above to choose them yourself.")
        _worked_example_button()
    return Findings("dice", figures, context.computed.conditions, code, about=room_prose(PRETRAINING, "masking"))


def _loss_of_chosen(context: SentenceContext, tokens: Tokens, chosen: tuple[int, ...]) -> MaskingLoss:
    """Ask what becomes of each chosen token, and compute the loss."""
    is_worked = tokens.sentence == MASKING_OPENER
    every = list(TokenCorruption)
    outcomes = []
    for position in chosen:
        default = WORKED_OUTCOMES.get(position, TokenCorruption.MASK) if is_worked else TokenCorruption.MASK
        label, name = f"“{tokens.items[position].text}” becomes", f"{OUTCOME}-{position}"
        number_of = option(label, name, [each.value for each in every], default=every.index(default), first=1)
        outcomes.append((position, every[number_of]))
    replacement = ""
    if any(outcome is TokenCorruption.RANDOM for _, outcome in outcomes):
        replacement = text("Random token", REPLACEMENT, WORKED_REPLACEMENT if is_worked else "")
    draws_random = any(outcome is TokenCorruption.RANDOM for _, outcome in outcomes) and not replacement.strip()
    drawn = draw_number() if draws_random else 1
    if not hides_controls():
        with settings_place():
            st.button("Choose at random", icon=":material/casino:", key="at-random", on_click=_choose_at_random)
    if not is_worked or dict(outcomes) != WORKED_OUTCOMES or replacement != WORKED_REPLACEMENT:
        _worked_example_button()
    return cache.pretraining.chosen_masking_loss(
        context.model.id, context.sentence, tuple(outcomes), replacement, drawn
    )


def _choose_at_random() -> None:
    st.query_params[PARAMETER] = NO_MASKS


def _worked_example_button() -> None:
    """Draw the button that brings the worked example back."""
    if not hides_controls():
        with settings_place():
            st.button("Show the worked example", icon=":material/table:", key="worked", on_click=restore_worked_example)


def _choose_masking(*, splits: bool = True) -> Masking:
    """How many tokens are chosen and, where the scheme ``splits`` them, what becomes of them."""
    share = number("Tokens chosen (%)", SHARE, low=5, high=50, default=round(100 * BERT_MASKING.share), step=5)
    if not splits:
        return Masking(share / 100)
    to_mask = number(
        "of these: [MASK] (%)", TO_MASK, low=0, high=100, default=round(100 * BERT_MASKING.to_mask), step=5
    )
    left = 100 - to_mask
    default_random = min(round(100 * BERT_MASKING.to_random), left)
    to_random = number("of these: random token (%)", TO_RANDOM, low=0, high=left, default=default_random, step=5)
    if not hides_controls():
        with settings_place():
            st.caption(f"of these: unchanged {left - to_random}%")
    return Masking(share / 100, to_mask / 100, to_random / 100)


def _draw(context: SentenceContext, loss: MaskingLoss) -> list[ChartFigure]:
    """The sentence as the model reads it, its predictions, the loss as a sum, and the shapes of the arrays."""
    finding, table = masking_finding(loss), token_loss_table(loss)
    headline(finding)
    with st.container(key="throw-place"):
        masked_tokens(displayed_tokens(loss), key="throw-of-dice")
    chart = None
    if loss.token_losses:
        chart = labelled_bars(
            table,
            value="probability",
            name="label",
            figure="figure",
            title="Probability",
            name_width=NAMES,
            figure_width=FIGURES,
            scale_max=1.0,
        )
        st.markdown("**Probability of the original token,** and its loss: −log of the probability")
        st.altair_chart(chart, key="costs", alt=finding)
        st.text(mean_loss_text(loss))
    count, size = len(loss.tokens), cache.input.vocabulary_size(context.model.id)
    st.caption(
        f"Shapes: input_ids (1, {count}) → logits (1, {count}, {size}); labels (1, {count}), "
        "with −100 wherever nothing is predicted"
    )
    return [ChartFigure("loss", chart, table)]


def _loss_code(context: SentenceContext, loss: MaskingLoss) -> str:
    ids, labels = loss.sample.input_ids(loss.tokens.ids), loss.sample.labels(len(loss.tokens))
    return snippet(PRETRAINING, "loss", context.model, ids=list(ids), labels=list(labels))


def _draw_span_corruption(context: SentenceContext, drawn: int, masking: Masking) -> str:
    """The sentence in T5's way."""
    spelled = cache.pretraining.span_corruption(context.model.id, context.sentence, drawn, masking.share)
    headline(span_corruption_finding(spelled, len(context.tokens.maskable)))
    st.caption("T5 reads:")
    st.text(" ".join(spelled.inputs))
    st.caption("T5 has to write, token by token:")
    st.text(" ".join(spelled.targets))
    note("This shows how T5’s training text is made; no T5 is run.", single_span_note(spelled))
    return _collator_code(context, masking)


def _collator_code(context: SentenceContext, masking: Masking) -> str:
    return snippet(
        PRETRAINING,
        "dice",
        context.model,
        sentence=context.sentence,
        share=masking.share,
        to_mask=masking.to_mask,
        to_random=masking.to_random,
    )


def _show_many_draws(context: SentenceContext) -> Findings:
    """What a thousand draws come to, and how much of a text has been predicted after many epochs."""
    word_tiles(context.tokens)
    masking = _choose_masking()
    shares_by_count = cache.pretraining.shares_after_draws(len(context.tokens.maskable), masking)
    settled, draws = convergence_table(shares_by_count), max(shares_by_count)
    covers = [
        [expected_coverage(epoch, copies=copies, share=masking.share) for epoch in range(1, EPOCHS + 1)]
        for copies in (None, STATIC_COPIES)
    ]
    coverage = coverage_table(*covers)
    bars, curves = convergence_curves(settled, masking.outcomes), coverage_curves(coverage)
    of_settling = convergence_finding(masking.outcomes, shares_by_count[draws], draws)
    of_coverage = coverage_finding(covers[0][-1], covers[1][-1], EPOCHS)
    headline(of_settling)
    left, right = st.columns(2)
    with left:
        st.markdown("**Share of all tokens, after more and more draws**")
        st.altair_chart(bars, key="settling", alt=of_settling)
    with right:
        st.markdown("**Tokens predicted at least once, by epoch**")
        st.altair_chart(curves, key="coverage", alt=of_coverage)
    note(of_coverage)
    return Findings(
        "draws",
        [ChartFigure("settling", bars, settled), ChartFigure("coverage", curves, coverage)],
        context.computed.conditions,
        _collator_code(context, masking),
        about=room_prose(PRETRAINING, "masking"),
    )
