"""A roster as a file: read in any of its codecs, compared with the entries as they are, written again."""
