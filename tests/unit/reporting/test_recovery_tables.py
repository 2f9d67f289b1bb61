from __future__ import annotations

from adjudge.planning.simulation.recovery import Recovery
from adjudge.reporting.recovery_tables import recovery_table, say_campaigns, say_columns

RECOVERIES = (
    Recovery("wmt-da", seeds=(3, 4, 5), pairs=66.0, found=57.25, false=1204, misled=2, kendall=0.9161),
    Recovery("mine", seeds=(3, 4, 5), pairs=65.5, found=40.0, false=0, misled=0, kendall=0.94),
)


def test_one_row_for_each_recipe():
    assert recovery_table(RECOVERIES).rows == (
        ("wmt-da", "57.2 of 66", "1,204", "2 of 3", "0.916"),
        ("mine", "40.0 of 65.5", "0", "0 of 3", "0.940"),
    )


def test_seeds_are_named():
    assert say_campaigns(RECOVERIES) == "3 campaigns of this kind (seeds 3 to 5)"
    one = Recovery("one", seeds=(7,), pairs=1.0, found=1.0, false=0, misled=0, kendall=1.0)
    assert say_campaigns([one]) == "1 campaign of this kind (seed 7)"


def test_every_column_but_the_name_is_explained():
    table = recovery_table(RECOVERIES)

    assert [line.split(":")[0] for line in say_columns(table)] == [heading.text for heading in table.headings[1:]]
