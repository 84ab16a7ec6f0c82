"""Language models behind the one port of `core/talk/chat.py`."""
