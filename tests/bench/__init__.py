"""Benchmarks: each module measures one thing against a peer or the bare work, in the same process."""
