"""The command line: a thin shell, one file per command, heavy imports inside the commands."""
