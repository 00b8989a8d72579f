"""Models that ship and stand in no list: rooms ask for them, and a link may name one."""

from components.model.checkpoints.earlier import EARLIER
from components.model.checkpoints.electra import ELECTRA
from components.model.checkpoints.masking_shares import BY_SHARES
from components.model.checkpoints.with_heads import WITH_HEADS

UNLISTED = (*EARLIER, *BY_SHARES, *ELECTRA, WITH_HEADS)
