"""Answers: the receipt, how it is worked out, printed and described."""
