"""Writes: verbs that take the acting party, lock, write, keep the audit and publish."""
