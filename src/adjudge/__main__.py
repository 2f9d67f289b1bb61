"""`python -m adjudge` is the command line."""

from __future__ import annotations

from adjudge.cli.main import main

if __name__ == "__main__":  # processes that are started anew import this module
    main()
