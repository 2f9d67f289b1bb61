"""Small valid files for mt-metrics-eval."""

from __future__ import annotations

import json

ERROR = {"start": 0, "end": 2, "category": "Fluency", "severity": "Minor", "score": None, "is_source_error": False}
RATING = {
    "source": "Ein Haus.",
    "hypothesis": "A house.",
    "errors": [ERROR],
    "document_id": "d",
    "segment_id": 0,
    "system_id": "A",
    "rater_id": "r1",
    "src_lang": "de",
    "tgt_lang": "en",
}

SAMPLES: dict[str, str] = {
    "mtme-scores": "A\t-1.5\nA\tNone\nA\t0\nB\t-2\nB\t-5.5\nB\tNone\n",
    "mtme-domain-scores": "news\tA\t-1.5\nnews\tB\tNone\nspeech\tA\t-2\nspeech\tB\t-3\n",
    "mtme-ratings": "".join(
        f"{system}\t{rating}\n"
        for system in "AB"
        for rating in (json.dumps({"errors": [ERROR]}) + "\tr1", "None", json.dumps({"errors": []}) + "\tr2")
    ),
    "mtme-standalone": "".join(
        json.dumps(RATING | {"system_id": system, "segment_id": place, "hypothesis": f"{system}{place}"}) + "\n"
        for system in "AB"
        for place in (0, 1)
    ),
}
