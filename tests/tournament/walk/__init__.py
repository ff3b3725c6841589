"""A walk over every address of the site as everybody there is."""
