"""Calls, cases, rulings and appeals."""
