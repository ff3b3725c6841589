"""How rounds are seated: ways of drawing by name, from inputs that are stored and can be drawn again; no database."""
