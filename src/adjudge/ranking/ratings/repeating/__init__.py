"""The ranking repeated: on documents drawn again, and with systems left out of the table."""
