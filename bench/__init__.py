"""What a press costs, as ratios to a floor of the same run: `python -m bench`, `docs/performance.md`."""
