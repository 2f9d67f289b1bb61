"""One file per family of methods: counting wins, the exact order, models of strength, TrueSkill."""
