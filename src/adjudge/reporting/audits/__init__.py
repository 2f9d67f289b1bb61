"""Audits as tables, sections of a page and pictures; nothing is computed here."""
