"""What the phases share: melds on the table, defence, the end of a turn and of a round."""
