"""What visitors and classes have sent, with what models make of it: one for all visitors of a class."""
