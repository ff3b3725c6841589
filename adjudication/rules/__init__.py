"""Infractions, questions and decisions of every game, in plain Python."""
