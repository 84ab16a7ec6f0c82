"""Telegram: updates become Events, Posts become messages, and one thin connection between them."""
