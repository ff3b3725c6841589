"""One package a game, found by walking this one."""
