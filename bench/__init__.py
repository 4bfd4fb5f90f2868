"""Benchmarks: figures next to their budgets, all from one run."""
