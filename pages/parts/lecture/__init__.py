"""What a lecture needs: the projector, answers kept back, links for teachers, and tours."""
