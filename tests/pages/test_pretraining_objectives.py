"""Pre-training: both objectives side by side, sentence order, and what ELECTRA opens on."""

import pytest

import cache.pretraining
from tests.pages.conftest import PRETRAINING, messages, open_page, page_text
from tests.pages.notebook import line_numbers, printed_lines

NSP, ELECTRA = "Next sentence (NSP)", "Replaced tokens (ELECTRA)"


@pytest.mark.usefixtures("ready")
def test_electra_opens_on_a_replacement_that_it_recognises() -> None:
    app = open_page(PRETRAINING, mode=ELECTRA)
    assert "At a threshold of 50% it flags" in page_text(app)
    guessed = open_page(PRETRAINING, mode=ELECTRA, **{"with": "the generator’s guess"})
    assert not guessed.exception
    assert "escape" in page_text(app)


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("model", ["pocket-bert", "pocket-distilbert"])
def test_both_objectives_stand_side_by_side(model: str) -> None:
    part = {"part": "MLM and NSP side by side", "model": model}
    app = open_page(PRETRAINING, mode=NSP, **part)
    assert not app.exception
    assert "One input, two losses" in page_text(app)
    changed = open_page(PRETRAINING, mode=NSP, truth="it does not", mask="2", **part)
    assert page_text(changed) != page_text(app)
    assert "masked yet" in messages(open_page(PRETRAINING, mode=NSP, mask="none", **part))
    alone = messages(open_page(PRETRAINING, mode=NSP, beside="", **part))
    assert "Type a second sentence." in alone
    assert "masked yet" not in alone


@pytest.mark.usefixtures("ready")
def test_the_loss_above_the_bars_is_that_of_their_token_and_the_one_of_the_table_is_the_mean() -> None:
    losses = cache.pretraining.joint_losses("pocket-bert", "The film was great", "I loved it", (2, 4))
    assert losses is not None
    app = open_page(PRETRAINING, mode=NSP, part="MLM and NSP side by side", model="pocket-bert", mask="2-4")
    title = next(block.value for block in app.markdown if block.value.startswith("**MLM: the hidden token**"))
    assert title.endswith(f"loss {losses.targets[0].nats:.2f} nats")
    assert f"{losses.masked_loss:.3f} nats" in str(app.table[0].value)
    assert f"{losses.targets[0].nats:.2f}" != f"{losses.masked_loss:.2f}"


@pytest.mark.usefixtures("ready")
def test_published_figures_and_the_order_of_a_pair() -> None:
    app = open_page(PRETRAINING, mode=NSP, part="With and without NSP; order (SOP)")
    assert not app.exception
    assert len(app.dataframe) == 3
    assert "QNLI" in page_text(app)
    alone = open_page(PRETRAINING, mode=NSP, part="With and without NSP; order (SOP)", beside="")
    assert not alone.exception
    assert len(alone.dataframe) == 3
    judged = [any("(SOP) on your pair" in block.value for block in shown.markdown) for shown in (app, alone)]
    assert judged == [True, False]
    assert "A head trained on order" not in page_text(alone)


@pytest.mark.thorough
@pytest.mark.usefixtures("ready")
def test_the_code_of_the_objectives_prints_their_losses() -> None:
    app = open_page(PRETRAINING, mode=NSP, part="MLM and NSP side by side", model="pocket-bert")
    masked, following, total = line_numbers(printed_lines(app))
    losses = cache.pretraining.joint_losses("pocket-bert", "The film was great", "I loved it", (4,))
    assert losses is not None
    assert masked == pytest.approx(losses.masked_loss, abs=1e-4)
    assert following == pytest.approx(losses.next_sentence_loss(follows=True), abs=1e-4)
    assert total == pytest.approx(masked + following, abs=1e-5)
    order = line_numbers(printed_lines(open_page(PRETRAINING, mode=NSP, part="With and without NSP; order (SOP)")))
    assert len(order) == 2
