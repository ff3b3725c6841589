"""A tiny game for tests of what every game shares: whoever wins gets the value from one player or from all."""
