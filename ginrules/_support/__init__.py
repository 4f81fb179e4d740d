"""What every room uses: checked values, bounds, files, texts, names and the hook for notebooks."""
