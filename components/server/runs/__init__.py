"""How visitors' scripts run: their order, their address, and what need not be computed again."""
