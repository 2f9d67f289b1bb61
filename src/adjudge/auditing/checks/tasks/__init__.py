"""Checks of the tasks that people were given: sessions, control items, collections."""
