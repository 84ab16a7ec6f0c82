"""Résumé files, in and out."""
