"""Campaigns on disk: the file and its texts on the way in, the folder of a plan on the way out and in again."""
