"""What passes between a person and a model: proposals, questions, jobs, turns, quick edits."""
