"""What the middleware adds to the smallest page."""

from __future__ import annotations

from collections.abc import Sequence

from django.test import Client, RequestFactory

from config.health import healthz
from tests.bench.harness import Benchmark

REQUESTS = 200


def benchmarks() -> Sequence[Benchmark]:
    """Return the one of this module."""
    client, request = Client(), RequestFactory().get("/healthz")
    return [
        Benchmark(
            name="health check through the whole stack",
            run=lambda: [client.get("/healthz") for _ in range(REQUESTS)],
            count=REQUESTS,
            unit="requests",
            peer=lambda: [healthz(request) for _ in range(REQUESTS)],
            peer_name="the view alone",
        )
    ]
