"""The operator's folder of models: which models it contains, and why other folders cannot be used."""
