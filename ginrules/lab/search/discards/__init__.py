"""What a hand becomes, card by card."""
