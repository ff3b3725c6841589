"""What a referee would recognise, in plain Python: tiles, scores, postings and the fold over a table's events."""
