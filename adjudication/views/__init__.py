"""Pages of referees: calls, rulings, cases, the report."""
