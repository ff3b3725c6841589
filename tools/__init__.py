"""Programs a developer runs beside the product: the checks, their services, a cluster on one machine."""
