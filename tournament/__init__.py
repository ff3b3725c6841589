"""People, events, entries, rounds, tables and the ledger."""
