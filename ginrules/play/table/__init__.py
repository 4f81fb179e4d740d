"""Code shared by the phases: melds on the table, defence, the end of a turn and of a round."""
