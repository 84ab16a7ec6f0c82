"""The program: settings, wiring, loops, command line."""
