"""The examples on the cards of presets: rounds and results that are played again, and sentences about them."""
