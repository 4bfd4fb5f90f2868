"""Benchmarks: figures beside the budgets, all from one run."""
