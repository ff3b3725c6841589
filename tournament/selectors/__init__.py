"""Reads: every question to the database that is more than one obvious line, with the right to ask it."""
