"""The rules of the certificate, one file per subject, each rule with its formula, limit and source."""
