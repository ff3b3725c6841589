"""Totals, places, tie-breaks and their explanations."""
