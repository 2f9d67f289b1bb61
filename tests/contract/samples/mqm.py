"""Small valid files of the later releases of MQM, and of pSQM."""

from __future__ import annotations

import json

REMARK = "# Documentation: nowhere"
MAROT_HEADER = "system doc docSegId globalSegId rater source target category severity metadata".replace(" ", "\t")
REFERENCED_HEADER = (
    "year source_lang target_lang document_id doc_segment_id system_id rater_id source reference candidate "
    "category severity"
).replace(" ", "\t")
SCORED_HEADER = "sys hyp domain doc source ref score seg_id".replace(" ", "\t")
PSQM_HEADER = "system doc doc_id seg_id rater source target score".replace(" ", "\t")
FOUND = json.dumps({"timestamp": 1700000000000, "hotw_error": "dog the", "hotw_type": "words-flipped"})

SAMPLES: dict[str, str] = {
    "marot": f"{MAROT_HEADER}\t{REMARK}\n"
    'A\td:en-de\t1\t7\tr\tThe "dog"\tDer <v>Hund</v>\tStyle/Awkward\tMinor\t{"note": "é", "marked_text": "Hund"}\n'
    f"A\td:en-de\t1\t7\tr\tThe dog\tDer Hund\tFound\tHOTW-test\t{FOUND}\n"
    "B\td:en-de\t1\t7\tr\tThe dog\tEin Hund\tNo-error\tNo-error\t{}\n",
    "mqm-with-reference": f"{REFERENCED_HEADER}\n"
    "2022\ten\tzh\td\t1\tA\tr\tA dog\t狗\t<v>猫</v>\taccuracy/mistranslation\tmajor\n"
    "2022\ten\tzh\td\t1\tB\tr\tA dog\t狗\t犬\tno-error\tno-error\n",
    "mqm-scores-with-texts": f"{SCORED_HEADER}\nA\tEin Hund\tnews\td\tA dog\tHund\t-1.5\t1\n"
    "B\tEin\tHund\tnews\td\tA dog\tHund\t-0.1\t1\nA\tKatze\tnews\td\tA cat\tKatze\tNone\t2\n",
    "psqm": f"{PSQM_HEADER}\nA\td\t1\t1\tr\tA dog\tEin Hund\t6\nB\td\t1\t1\tr\tA dog\tHunde\t4.5\n",
}
