"""The bytes of one file: read in blocks, unpacked, held against free memory, and recognised if they are no table."""
