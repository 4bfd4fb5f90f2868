"""Monitoring: metrics, log lines, health checks and graceful shutdown."""
