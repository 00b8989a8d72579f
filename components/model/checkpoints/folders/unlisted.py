"""Models that stand in no list that rooms share: a room asks for them, or a link names one."""

from components.model.checkpoints.earlier import EARLIER
from components.model.checkpoints.electra import ELECTRA
from components.model.checkpoints.masking_shares import BY_SHARES
from components.model.checkpoints.published_heads import PUBLISHED_HEADS
from components.model.checkpoints.with_heads import WITH_HEADS

UNLISTED = (*EARLIER, *BY_SHARES, *ELECTRA, WITH_HEADS, *PUBLISHED_HEADS)
