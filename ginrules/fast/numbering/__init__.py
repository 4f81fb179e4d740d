"""The numbers of actions and the shape of observations."""
