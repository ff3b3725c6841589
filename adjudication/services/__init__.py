"""Writing calls, cases and rulings."""
