"""The rooms, in the order of a lecture; navigation and home page are made from them."""

from dataclasses import dataclass
from pathlib import Path

PAGES = Path(__file__).parents[1]
HOME = PAGES / "home" / "page.py"
TOURS = PAGES / "tours" / "page.py"
TUTORIALS = PAGES / "tutorials" / "page.py"
CLASS = PAGES / "classroom" / "page.py"
INDEX = PAGES / "index" / "page.py"


@dataclass(frozen=True)
class Room:
    """A room: one page of the app.

    Attributes:
        key: The name of its folder below ``pages/``.
        title: Its name.
        question: The second part of its heading.
        path: The last part of its address.
        icon: Its icon in the navigation.
        part: The part of the machine that it is about, on the map of the rooms.
        about: One sentence about it.
    """

    key: str
    title: str
    question: str
    path: str
    icon: str
    part: str
    about: str

    @property
    def name(self) -> str:
        """Title and question, as in headings and the browser's tab."""
        return f"{self.title} · {self.question}"

    @property
    def folder(self) -> Path:
        """The folder with everything of the page."""
        return PAGES / self.key

    @property
    def file(self) -> Path:
        """The page's script."""
        return self.folder / "page.py"

    @property
    def words(self) -> Path:
        """The Markdown file shown at the foot of the page."""
        return self.folder / "words" / "room.md"


FILL = Room(
    key="fill",
    title="Masked words",
    question="fill the blank",
    path="fill-the-blank",
    icon=":material/edit_note:",
    part="answer",
    about="Hide a word and see which words BERT would put there, and how sure it is of each.",
)

ATTENTION = Room(
    key="attention",
    title="Attention",
    question="who looks at whom?",
    path="who-looks-at-whom",
    icon=":material/visibility:",
    part="arcs",
    about="Every attention head on one sentence: what each looks at, and what the answer loses without it.",
)

MASKS = Room(
    key="masks",
    title="Attention masks",
    question="what may each token see?",
    path="what-the-mask-takes-away",
    icon=":material/visibility_off:",
    part="after",
    about="The same sentence read from both sides and from the left alone: what a token sees, and what it misses.",
)

POSITIONS = Room(
    key="positions",
    title="Positions",
    question="how does it know the word order?",
    path="where-am-i",
    icon=":material/straighten:",
    part="positions",
    about="How a model knows which word comes first: learned, sinusoidal and rotary positions, and none at all.",
)

SENSES = Room(
    key="senses",
    title="Word meanings",
    question="which bank?",
    path="which-bank",
    icon=":material/scatter_plot:",
    part="vectors",
    about="One word in many sentences: see its meanings separate layer by layer, and try your own sentence.",
)

SPEED = Room(
    key="speed",
    title="Speed and size",
    question="is half the layers twice as fast?",
    path="half-the-layers",
    icon=":material/speed:",
    part="half",
    about="BERT against DistilBERT, timed on this machine as you watch: how much faster, and why not twice.",
)

DISTILLATION = Room(
    key="distillation",
    title="Distillation",
    question="what does a small model keep?",
    path="what-a-small-one-keeps",
    icon=":material/compress:",
    part="both",
    about="A small model taught by a large one: where they agree, what it was taught, and how much the teacher helped.",
)

INPUT = Room(
    key="input",
    title="Tokens and input",
    question="what does it read?",
    path="what-does-it-read",
    icon=":material/content_cut:",
    part="tokens",
    about="From characters to the vectors that enter layer 1: how a text becomes tokens, ids and embeddings.",
)

PRETRAINING = Room(
    key="pretraining",
    title="Pre-training",
    question="how did it learn?",
    path="how-it-learned",
    icon=":material/model_training:",
    part="loss",
    about="Words hidden at random, a loss, and a model that improves: how BERT was trained, shown on pocket BERT.",
)

TEACHING = Room(
    key="teaching",
    title="Fine-tuning",
    question="teach it something",
    path="teach-it-something",
    icon=":material/school:",
    part="label",
    about="Train a model live: watch the loss fall, the sentences separate, and the weights change.",
)

TASKS = Room(
    key="tasks",
    title="Tasks",
    question="one encoder, many heads",
    path="one-encoder-many-heads",
    icon=":material/account_tree:",
    part="heads",
    about="A label, a label for every word, a span, a pair: which vectors each head reads, and what it predicts.",
)

FAMILY = Room(
    key="family",
    title="Model family",
    question="BERT and its relatives",
    path="the-family",
    icon=":material/family_history:",
    part="sizes",
    about="From BERT to ModernBERT, drawn to one scale: what differs, where the parameters are, and which to use when.",
)

MISTAKES = Room(
    key="mistakes",
    title="Common mistakes",
    question="what goes wrong?",
    path="what-goes-wrong",
    icon=":material/rule:",
    part="input",
    about="One line of code, right and wrong, both run on the model: the most common mistakes, and what they cost.",
)

INSIDE = Room(
    key="inside",
    title="Inside a layer",
    question="what happens to a word?",
    path="inside-a-layer",
    icon=":material/layers:",
    part="layers",
    about="The whole pass from text to answer: open any layer, and see every number as the sum that it is.",
)

PROBING = Room(
    key="probing",
    title="What each layer knows",
    question="what can be read from it?",
    path="what-each-layer-knows",
    icon=":material/labs:",
    part="stream",
    about="Train a small probe on every layer: where can position, part of speech and meaning be read?",
)

PATCHING = Room(
    key="patching",
    title="Change its mind",
    question="where does the answer travel?",
    path="change-its-mind",
    icon=":material/alt_route:",
    part="swap",
    about="Put a vector of one sentence into another one: see in which layer the answer moves, and to which word.",
)

SUITES = Room(
    key="suites",
    title="Tests of language",
    question="what does it know?",
    path="tests-of-language",
    icon=":material/quiz:",
    part="pairs",
    about="Two sentences that differ in one word, and one of them is wrong: which does the model prefer, and when not?",
)

# In the order of a lecture.
ROOMS = (
    *(FILL, SENSES, INPUT),
    *(ATTENTION, INSIDE, PROBING, PATCHING, MASKS, POSITIONS),
    *(PRETRAINING, TEACHING, TASKS),
    *(SPEED, DISTILLATION, FAMILY, SUITES, MISTAKES),
)
PATHS = frozenset({"", *(room.path for room in ROOMS)})  # of the pages that have views
