"""The JSON side of calls, cases and appeals."""
