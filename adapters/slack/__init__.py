"""Slack as a platform: Bolt takes in, the Web API gives out."""
