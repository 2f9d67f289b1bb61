"""Which texts are judged: whole documents, snippets or parts of long documents, the same for every system."""
