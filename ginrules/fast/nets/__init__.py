"""Nets that play: what they are given, what they answer, and their rounds side by side."""
