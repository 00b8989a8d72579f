"""Each token masked in turn: how surprising is every word, and how likely the whole sentence?"""

import streamlit as st

import cache
from components.charts.files import Figure
from components.charts.surprisal import surprisal_strip
from components.tables.surprisal import most_surprising, surprisal_table, total_bits
from pages.parts.conditions import computed_by
from pages.parts.long_work import agreed, in_parts
from pages.parts.situation import Situation
from pages.parts.take_away import OPEN_MODEL, filled, take_away

DEFINITION = r"""
**Surprisal** of a token is $-\log_2 p(\text{token} \mid \text{all other tokens})$, in bits: 1 bit is a coin toss, each
further bit halves the probability (bits = nats / ln 2). The sentence's **pseudo-log-likelihood** (PLL) is the sum of
these logarithms: minus the total surprisal ([Salazar et al. 2020](https://arxiv.org/abs/1910.14659)).

**What this does not show:** how likely the sentence is. Every token is guessed with all the others in sight, so the
factors are not those of one probability, and a word of several pieces is guessed with its other pieces given away.
"""
SNIPPET = (
    "import math\n\n"
    + OPEN_MODEL
    + """\

ids = tokenizer($sentence.replace("[MASK]", tokenizer.mask_token), return_tensors="pt")["input_ids"]
pll = 0.0  # pseudo-log-likelihood, in nats
for position in $positions:
    masked = ids.clone()
    masked[0, position] = tokenizer.mask_token_id
    with torch.no_grad():
        log_probabilities = model(masked).logits[0, position].log_softmax(dim=-1)
    of_token = log_probabilities[ids[0, position]].item()
    print(tokenizer.decode(ids[0, position]), round(-of_token / math.log(2), 2), "bits")
    pll += of_token
print("PLL in bits:", round(pll / math.log(2), 1))
"""
)


def show(at: Situation) -> None:
    """Score every token now."""
    st.subheader("How surprising is each word?", anchor=False)
    st.markdown(
        "Each token is masked alone and guessed from all the others. Below a word: its **number** among the model's "
        "choices and, where it is not the first, **what the model would have put there**."
    )
    positions = at.tokens.maskable
    if not positions:
        st.info("There is no word to mask in turn: type some beside the blank.")
        return
    if at.tokens.typed_masks:
        st.caption("A typed [MASK] stays a blank throughout: no word stands there, so it is not scored.")
    if at.masked:
        st.caption("Here the words you have masked are read like all others.")
    if not agreed(len(positions), f"{at.model.id} {at.sentence}", key="every"):
        return
    scores = in_parts(positions, lambda part: cache.every_position(at.model.id, at.sentence, part))
    table = surprisal_table(at.tokens, scores)
    chart, total = surprisal_strip(table), total_bits(table)
    st.text(most_surprising(table))
    st.altair_chart(chart, key="every-strip", alt=most_surprising(table))
    whole, each = st.columns(2)
    whole.metric("The sentence: pseudo-log-likelihood (PLL)", f"−{total:.1f} bits")
    each.metric("Surprisal per token, on average", f"{total / len(positions):.2f} bits")
    with st.expander("How this is computed, and what it does not show", key="every-about"):
        st.markdown(DEFINITION)
    conditions = cache.conditions(at.model.id)
    computed_by(at.model, conditions, parameters=cache.parameters(at.model.id), live=True)
    snippet = filled(SNIPPET, at.model, sentence=at.written, positions=list(positions))
    take_away([Figure("every-position", chart, table)], conditions, snippet=snippet, key="every")
