"""The catalogue of stable codes: errors (AJ0xx), findings on reading (AJ1xx), findings on ranking (AJ2xx).

A code is never reused for something else. The documentation page `docs/reference/codes.md` is generated from this
table, and a test checks that both agree.
"""

from __future__ import annotations

from typing import Final

CODES: Final[dict[str, str]] = {
    # Errors: the command stops with exit code 2 and writes nothing.
    "AJ001": "A file does not exist.",
    "AJ002": "A path is a directory or something else that is not a regular file.",
    "AJ003": "A file cannot be read: no permission, or a damaged or truncated gzip stream.",
    "AJ004": "A file is empty.",
    "AJ005": "A file is not UTF-8 text: NUL bytes, another encoding, or a binary format.",
    "AJ006": "A line is longer than any judgement file has reason to be.",
    "AJ007": "The content fits no known format, or not the format that was asked for.",
    "AJ008": "The columns are those of an Adjudge file but are separated by another character than a comma.",
    "AJ009": "Rows differ in their number of fields.",
    "AJ010": "A column that the table needs is absent, or a column occurs twice.",
    "AJ011": "Quoting or JSON is broken.",
    "AJ012": "A value is of another type, such as text where a number is needed.",
    "AJ013": "A number is outside its scale or not finite.",
    "AJ014": "A value is not one of a fixed set.",
    "AJ015": "A value is missing where one is needed.",
    "AJ016": "The same judgement occurs twice.",
    "AJ017": "A table has no rows.",
    "AJ018": "The data holds several language pairs and none was chosen.",
    "AJ019": "The language pair asked for is not in the data.",
    "AJ020": "The table is of another kind than the command needs.",
    "AJ021": "Counts of the same pair of systems contradict each other.",
    "AJ022": "A result cannot be written.",
    "AJ023": "Files given together do not fit together.",
    "AJ030": "The name of a recipe is not known.",
    "AJ031": "A recipe file has an unknown key or value.",
    "AJ032": "The data cannot support what the recipe asks for.",
    "AJ040": "An option or argument has a value that makes no sense.",
    "AJ041": "A parameter of the simulator is outside its range.",
    # Findings on reading: nothing is filled, dropped or replaced without one of these.
    "AJ101": "Columns that Adjudge does not know were left out.",
    "AJ102": "A column that analyses use is absent; its values are unknown.",
    "AJ103": "Lines that hold no judgement were left out.",
    "AJ104": "The scores in the file are already standardised; raw scores are unknown.",
    "AJ105": "Some accounts are not in the map from accounts to annotators.",
    "AJ106": "Span offsets are in the unit of the page that collected them.",
    "AJ107": "Some scores are missing.",
    "AJ108": "An annotator judged the same item more than once.",
    "AJ109": "A mark in the text is opened and not closed.",
    # Findings on ranking.
    "AJ201": "Rows were left out of the averages, by reason.",
    "AJ202": "Annotators or sessions without spread were left out.",
    "AJ203": "What the recommended recipe picked for these data, and why.",
    "AJ204": "Repeats seen after a degraded item were left out.",
    "AJ205": "Judgements of several domains or criteria are pooled in one average.",
    "AJ206": "Raw and standardised scores order the systems differently.",
    "AJ207": "Systems were judged on different documents.",
    "AJ208": "Annotators are unknown; the session stands in for them.",
    "AJ209": "The test treats judgements as independent that are not.",
    "AJ210": "The test is one-sided in the observed direction.",
    "AJ211": "A lower ranked system beats a higher ranked one in the pairwise test.",
    "AJ212": "How many false positives are expected among all pairs if no system differed.",
    "AJ213": "Other published rules would draw other lines.",
    "AJ214": "Which anchor system the standardisation rests on.",
    "AJ215": "Who failed quality control, and what was left out.",
    "AJ216": "How small a difference the ties could have hidden.",
    "AJ217": "What the equivalence test with the margin given in advance shows.",
    "AJ218": "A tie with a post-edited translation is no parity with humans.",
    "AJ219": "Collections with different kinds of items are merged.",
    "AJ220": "What the mixed model found: variance components, boundary fits.",
    "AJ221": "No score comes near the upper end of the scale; it may be another scale.",
    "AJ222": "Calibration rows do not cover the range of the other scores.",
    "AJ223": "Standardisation changes the order of an annotator's own scores.",
}
