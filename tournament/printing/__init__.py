"""Documents for paper: what each shows, and how the same templates become a page of the browser or a PDF."""
