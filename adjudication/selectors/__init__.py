"""Reading calls, cases and rulings."""
