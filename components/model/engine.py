"""The engine: names and strings in, frozen results out.

It is shared by every visitor of a process.
"""

from collections.abc import Callable
from pathlib import Path

from components.model.ablation import head_importance, without_heads
from components.model.ablation_results import HeadImportance, HeadPlace, WithoutHeads
from components.model.attention_mask import AttentionMask
from components.model.distillation_questions import DistillationQuestions
from components.model.evidence import occlusions, possible_answers
from components.model.evidence_results import LayerReading, LeftOnly, Occlusion, PossibleAnswer
from components.model.forward import trace
from components.model.head_probes import head_probes
from components.model.head_scores import head_scores
from components.model.head_scores_results import HeadScores
from components.model.layer_readout import layer_readout
from components.model.left_only import left_only
from components.model.listed import ListItem, ListRow
from components.model.mask_questions import MaskQuestions
from components.model.model_pair import model_pair
from components.model.named_words import named_words
from components.model.named_words_results import NamedWords
from components.model.neuron_vectors import neuron_vectors
from components.model.neuron_vectors_results import NeuronVectors
from components.model.pair_results import ModelPair, SentencePair
from components.model.position_questions import PositionQuestions
from components.model.prediction import every_position, predictions
from components.model.reader import Reader
from components.model.records import ModelRecord
from components.model.results import Conditions, Predictions, Tokens, TokenScore, Trace
from components.model.sentence_list import list_rows
from components.model.sentence_pair import sentence_pair
from components.model.several import several_blanks
from components.model.several_results import SeveralBlanks
from components.model.side_questions import SideQuestions
from components.model.timing_questions import TimingQuestions
from components.model.weight_anatomy import weight_anatomy
from components.model.weight_anatomy_results import WeightAnatomy
from components.model.word_vectors import word_vectors
from components.model.word_vectors_results import Pooling, WordVectors


class Engine:
    """Everything the rooms ask of models.

    Every method raises :class:`~components.model.refusal.Refusal` with words for the visitor where it cannot answer.
    """

    def __init__(self, folder_of: Callable[[ModelRecord], Path | None]) -> None:
        self._reader = Reader(folder_of)
        self.sides = SideQuestions(self._reader)
        self.positions = PositionQuestions(self._reader)
        self.masks = MaskQuestions(self._reader)
        self.distillation = DistillationQuestions(self._reader)
        self.timings = TimingQuestions(folder_of, lambda: self._reader.ask.batches)

    def tokens(self, model_id: str, sentence: str) -> Tokens:
        """``sentence`` as ``model_id`` reads it."""
        return self._reader.opened(model_id).tokenizer.tokens(sentence)

    def predictions(
        self, model_id: str, sentence: str, masked: tuple[int, ...] = (), temperature: float = 1.0
    ) -> Predictions:
        """Candidates for every typed mask and every position of ``masked``."""
        opened = self._reader.opened(model_id)
        tokens = opened.tokenizer.tokens(sentence)
        return predictions(opened, tokens, masked, temperature=temperature, ask=self._reader.ask)

    def every_position(
        self, model_id: str, sentence: str, positions: tuple[int, ...] | None = None
    ) -> tuple[TokenScore, ...]:
        """How likely each token is given all the others, or each of ``positions``."""
        opened = self._reader.opened(model_id)
        return every_position(opened, opened.tokenizer.tokens(sentence), positions, ask=self._reader.ask)

    def possible_answers(
        self, model_id: str, sentence: str, masked: tuple[int, ...], position: int
    ) -> tuple[PossibleAnswer, ...]:
        """The words that can be followed at one blank."""
        opened = self._reader.opened(model_id)
        return possible_answers(opened, opened.tokenizer.tokens(sentence), masked, position, ask=self._reader.ask)

    def occlusions(
        self, model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int, others: tuple[int, ...]
    ) -> tuple[Occlusion, ...]:
        """What ``answer`` loses at a blank when each of ``others`` is masked as well."""
        opened = self._reader.opened(model_id)
        tokens = opened.tokenizer.tokens(sentence)
        return occlusions(opened, tokens, masked, position, answer, others=others, ask=self._reader.ask)

    def layer_readout(
        self, model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int
    ) -> tuple[LayerReading, ...]:
        """What the vocabulary head reads at a blank after every layer."""
        opened = self._reader.opened(model_id)
        return layer_readout(opened, opened.tokenizer.tokens(sentence), masked, position, answer)

    def left_only(self, model_id: str, sentence: str, masked: tuple[int, ...], position: int, answer: int) -> LeftOnly:
        """A blank predicted from the whole sentence, and from its left side alone."""
        opened = self._reader.opened(model_id)
        tokens = opened.tokenizer.tokens(sentence)
        return left_only(opened, tokens, masked, position, answer, ask=self._reader.ask)

    def conditions(self, model_id: str) -> Conditions:
        """What figures of ``model_id`` are computed by."""
        return self._reader.opened(model_id).conditions

    def trace(
        self, model_id: str, sentence: str, second: str | None = None, mask: AttentionMask | None = None
    ) -> Trace:
        """Attention and hidden states of ``sentence``, under the model's own mask or a given one.

        With a ``second`` sentence that shows something the two are read as a pair.
        """
        opened, tokens = self._reader.sentence(model_id, sentence, second)
        return trace(opened, tokens, mask)

    def neuron_vectors(self, model_id: str, traced: Trace) -> NeuronVectors:
        """The queries and keys that the weights of a trace were computed from."""
        return neuron_vectors(self._reader.looked_into(model_id), traced)

    def weight_anatomy(
        self, model_id: str, sentence: str, second: str | None, layer: int, head: int, query: int, key: int
    ) -> WeightAnatomy:
        """How one attention weight comes about; layer, head and positions count from 0."""
        opened, tokens = self._reader.sentence(model_id, sentence, second)
        return weight_anatomy(opened, tokens, layer, head, query, key)

    def without_heads(
        self,
        model_id: str,
        sentence: str,
        masked: tuple[int, ...],
        position: int,
        answer: int,
        off: frozenset[HeadPlace],
    ) -> WithoutHeads:
        """What a blank's prediction becomes with heads switched off."""
        opened, tokens = self._reader.sentence(model_id, sentence, None)
        return without_heads(opened, tokens, masked, position, answer, off)

    def head_importance(
        self,
        model_id: str,
        sentence: str,
        masked: tuple[int, ...],
        position: int,
        answer: int,
        heads: tuple[HeadPlace, ...],
    ) -> tuple[HeadImportance, ...]:
        """What an answer loses when each of ``heads`` is switched off, one at a time."""
        opened, tokens = self._reader.sentence(model_id, sentence, None)
        return head_importance(opened, tokens, masked, position, answer, heads)

    def word_vectors(
        self, model_id: str, sentences: tuple[str, ...], forms: tuple[str, ...], pooling: Pooling
    ) -> WordVectors:
        """Every occurrence of a word in some sentences, and its vector after each layer."""
        return word_vectors(self._reader.opened(model_id), sentences, forms, pooling=pooling)

    def head_scores(self, model_id: str, told: Callable[[int, int], None] | None = None) -> HeadScores:
        """What each head does, over the probe set; ``told`` hears how many sentences of how many are done."""
        return head_scores(self._reader.looked_into(model_id), head_probes(), told=told)

    def named_words(
        self, model_id: str, sentence: str, masked: tuple[int, ...], position: int, words: tuple[str, ...]
    ) -> NamedWords:
        """How likely each of ``words`` is at the mask at ``position``."""
        opened = self._reader.opened(model_id)
        return named_words(opened, opened.tokenizer.tokens(sentence), masked, position, words, ask=self._reader.ask)

    def several_blanks(self, model_id: str, sentence: str, masked: tuple[int, ...] = ()) -> SeveralBlanks:
        """All masks filled, each for itself and together."""
        opened = self._reader.opened(model_id)
        return several_blanks(opened, opened.tokenizer.tokens(sentence), masked, ask=self._reader.ask)

    def sentence_pair(self, model_id: str, first: str, masked: tuple[int, ...], second: str) -> SentencePair:
        """The distributions at the one mask of ``first``, typed or ``masked``, and at the one typed in ``second``."""
        opened = self._reader.opened(model_id)
        read = opened.tokenizer.tokens
        return sentence_pair(opened, read(first), masked, read(second), ask=self._reader.ask)

    def model_pair(
        self, model_id: str, other_id: str, sentence: str, masked: tuple[int, ...], number: int
    ) -> ModelPair:
        """Two models at mask ``number``, from 0; ``masked`` are positions as the first model reads the sentence."""
        opened, other = self._reader.opened(model_id), self._reader.opened(other_id)
        return model_pair(opened, other, opened.tokenizer.tokens(sentence), masked, number, ask=self._reader.ask)

    def list_rows(self, model_id: str, items: tuple[tuple[str, str | None], ...]) -> tuple[ListRow, ...]:
        """Answers to sentences with one blank each, and to the right word of each where it is given."""
        opened = self._reader.opened(model_id)
        return list_rows(opened, [ListItem(sentence, word) for sentence, word in items], ask=self._reader.ask)

    def parameters(self, model_id: str) -> int:
        """How many numbers ``model_id`` has learned."""
        return self._reader.opened(model_id).parameters
