"""What a picture of a round or a sheet shows, before anybody draws it: for `ginrules.svg` and `ginrules.terminal`."""
