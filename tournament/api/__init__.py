"""Everything the pages do, for programs: thin views over selectors and services, under /api/v1/."""
