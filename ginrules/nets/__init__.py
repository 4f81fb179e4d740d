"""Nets in whole numbers: their files, their inputs and their forward passes."""
