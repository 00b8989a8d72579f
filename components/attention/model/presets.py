"""Example sentences of the attention room, each named after what to look for."""

from dataclasses import dataclass

from components.model.presets import LONG_PARAGRAPH


@dataclass(frozen=True)
class AttentionPreset:
    """A sentence, named by the phenomenon it shows.

    ``second`` is read together with it, as a pair; ``other`` is the other sentence of a minimal pair. ``notice`` says
    where to look, and is true of any model. ``word_pair`` is a word and one that it may attend to: the room opens with
    the head in which that weight is largest. ``remark`` says how a well-known picture of the sentence differs from the
    one here.
    """

    name: str
    sentence: str
    second: str | None
    other: str | None
    notice: str
    word_pair: tuple[str, str] | None = None
    remark: str = ""


ATTENTION_PRESETS = (
    AttentionPreset(
        "Bank",
        "She walked to the bank of the river.",
        None,
        "She walked to the bank in the city.",
        "Click “bank” and look for heads in which it attends to the word that decides which bank it is. Then compare "
        "the two sentences: does the row of “bank” differ, and in which layers?",
        word_pair=("bank", "river"),
    ),
    AttentionPreset(
        "Pronoun",
        "The box does not fit in the bag because it is too big.",
        None,
        "The box does not fit in the bag because it is too small.",
        "Look at the row of “it”: does it attend to “box”, to “bag”, to both or to neither? The last word changes what "
        "“it” means to a reader. Does any head change with it?",
        word_pair=("it", "bag"),
    ),
    AttentionPreset(
        "Agreement",
        "The keys to the old cabinet are on the table.",
        None,
        "The key to the old cabinet is on the table.",
        "The verb agrees with “keys”, though “cabinet” is closer. Look for heads in which “are” attends to “keys”, "
        "and for heads that just attend to a neighbour.",
        word_pair=("are", "keys"),
    ),
    AttentionPreset(
        "Negation",
        "The water is not cold, so we can swim.",
        None,
        "The water is very cold, so we can swim.",
        "Look at how much “cold” and “swim” attend to “not”, and compare with “very” in its place. A head that always "
        "attends to the previous word does the same for both.",
        word_pair=("cold", "not"),
    ),
    AttentionPreset(
        "Question and answer",
        "Where did she keep her boat?",
        "She kept it by the river bank.",
        None,
        "Two sentences in one input. Look for heads that cross from one to the other, such as from “kept” to “keep”. "
        "The bars below show how much attention stays, crosses over, and goes to special tokens.",
        word_pair=("kept", "keep"),
    ),
    AttentionPreset(
        "Same word twice",
        "The bank by the river is older than the bank in the town.",
        None,
        "The bank by the river is older than the house in the town.",
        "Click the second “bank” and look for heads in which it attends to the first one. Where does “house” attend in "
        "the same heads of the other sentence?",
    ),
    AttentionPreset(
        "Who did what",
        "The dog was chased by the cat.",
        None,
        "The dog was chased by the road.",
        "In the first sentence the cat does the chasing; in the other, the road is only the place. Look at whether "
        " “chased” and the last word attend to each other, and in which heads that changes.",
        word_pair=("cat", "chased"),
    ),
    AttentionPreset(
        "Long paragraph",
        LONG_PARAGRAPH,
        None,
        None,
        "Over 300 tokens, and “bank” in two meanings. Look at the shapes first: a line beside the diagonal is "
        "attention to a neighbour, a vertical line is one token that many attend to, an even tone is attention spread "
        "widely. Does a head do the same in a short sentence?",
    ),
    AttentionPreset(
        "A nice view (tutorial)",
        "The bank by the river had a nice view.",
        None,
        "The bank by the station had a nice view.",
        "Tutorials say that early heads look at neighbours, middle ones link “bank” to “river”, and late ones link "
        "[CLS] to content words. Check it: in which layer is the head that opens first?",
        word_pair=("bank", "river"),
    ),
    AttentionPreset(
        "Tired animal (tutorial)",
        "The animal didn't cross the street because it was too tired.",
        None,
        "The animal didn't cross the street because it was too wide.",
        "Look at the row of “it”: in which heads does it attend to “animal”, and in which to “street”? With “wide” in "
        "place of “tired”, “it” means the street. Does any head change with it?",
        word_pair=("it", "tired"),
        remark="The picture in “The Illustrated Transformer” shows another model: the top encoder layer of a "
        "Transformer that was trained to translate (Vaswani et al. 2017). Its weights are not those of the model here.",
    ),
)
