"""The local web page as a platform, on an address that only this machine can reach."""
