"""Anchors, and the state of a stream that is watched."""
