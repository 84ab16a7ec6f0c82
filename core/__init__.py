"""Everything that is ours to decide; pure, with ports for the rest."""
