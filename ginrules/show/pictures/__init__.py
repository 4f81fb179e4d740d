"""Rounds, hands and score sheets as SVG."""
