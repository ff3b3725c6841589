"""Plays a whole event by the services that pages use: a demonstration, and a load to measure."""
