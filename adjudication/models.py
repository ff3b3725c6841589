"""Cases and rulings, as rows."""
