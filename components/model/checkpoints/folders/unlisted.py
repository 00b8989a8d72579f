"""Models that stand in no list that rooms share: a room asks for them, or a link names one."""

from components.model.checkpoints.earlier import EARLIER_CHECKPOINTS
from components.model.checkpoints.electra import ELECTRA
from components.model.checkpoints.masking_mixtures import MIXTURE_MODELS
from components.model.checkpoints.multitask import MULTITASK_MODEL
from components.model.checkpoints.published_heads import PUBLISHED_HEADS
from components.model.checkpoints.recorded_run import RECORDED_RUN

UNLISTED = (*EARLIER_CHECKPOINTS, *MIXTURE_MODELS, *ELECTRA, MULTITASK_MODEL, RECORDED_RUN, *PUBLISHED_HEADS)
