"""Questions about blanks that several rooms ask."""
