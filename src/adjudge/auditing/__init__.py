"""Audits, which ask whether an answer would survive: agreement of annotators, and the checks of judgements."""
