"""Small invented files in the forms of WMT releases and of Appraise that are not in the shared data."""

from __future__ import annotations

import json
from typing import Final

PAIR_HEADER: Final = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
EARLY_HEADER: Final = "TASK,TYPE,ITEM_ID,ANNOTATOR_ID,TIME," + ",".join(
    f"SYSTEM_{i},SCORE_{i}_A,SCORE_{i}_B" for i in range(5)
)
DOCUMENT_HEADER: Final = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type doc_id doc_snts score time"
MARK: Final = {"start_i": 1, "end_i": 2, "severity": "minor"}
WAVES: Final = {"human1": 80, "errors1": [MARK], "annotator1": "anna", "times1": [1.5, 2.5], "human2": 70.5}

#: Two outputs are identical on segment 1, and their names are joined there.
COLLAPSED: Final = (
    PAIR_HEADER
    + "\nfin,eng,1,1,j,A+B,1,C,2,7"
    + "\nfin,eng,2,2,j,A,1,B,2,8"
    + "\nfin,eng,2,2,j,A,2,C,2,8"
    + "\nfin,eng,2,2,j,B,3,C,2,8\n"
)
EARLY: Final = (
    EARLY_HEADER
    + "\nWMT08 Czech-English News,RANK,5,18,60,A,1,,B,2,,C,2,"
    + "\nWMT08 Czech-English News,NIST,6,18,60,A,4,3,B,2,-"
    + "\nWMT08 Czech-English News,CONSTITUENT,7,18,60,A,1,,B,2,\n"
)
TEST_SET: Final = """<?xml version='1.0' encoding='utf-8'?>
<dataset id="test">
  <collection id="general">
    <doc origlang="de" id="d1" domain="news">
      <src lang="de"><p><seg id="1">Ein Haus.</seg><seg id="2">A &amp; B</seg></p></src>
      <ref lang="en" translator="A"><p><seg id="1">A house.</seg><seg id="2">A and B</seg></p></ref>
      <hyp system="X" lang="en"><p><seg id="1">The house.</seg></p><p><seg id="2">A &lt; B</seg></p></hyp>
    </doc>
  </collection>
</dataset>
"""
XML: Final = """<?xml version="1.0" encoding="UTF-8"?>
<WMT15-results>
<HIT hit-id="h1" source-language="fin" block-id="-1" target-language="eng">
<ranking-task id="12">
  <ranking-result duration="00:00:10" user="j1">
    <translation system="A,B" rank="1" />
    <translation system="C" rank="3" />
    <translation system="D" rank="-1" />
  </ranking-result>
</ranking-task>
<ranking-task id="13">
  <ranking-result duration="00:00:01" user="j1" skipped="true" />
</ranking-task>
</HIT>
</WMT15-results>
"""
HUMEVAL: Final = [
    {
        "doc_id": "en-cs_CZ_#_news_#_d1_#_0",
        "src_text": "a b",
        "tgt_text": {"A": "c d", "B": "e"},
        "scores": {"A": WAVES, "B": {"human1": 60}},
    },
    {"doc_id": "en-cs_CZ_#_news_#_d1_#_1", "src_text": "f", "tgt_text": {"A": "g", "B": "h"}, "scores": {}},
]

SAMPLES: dict[str, str] = {
    "wmt-collapsed-pairs": COLLAPSED,
    "wmt-judgements": EARLY,
    "appraise-xml": XML,
    "wmt-xml": TEST_SET,
    "wmt-humeval": "".join(json.dumps(line) + "\n" for line in HUMEVAL),
    "wmt-document-da": DOCUMENT_HEADER
    + "\nh\tw\ten de i h A r SYSTEM d1 12 66 9\nh\tw\ten de i h B r REPEAT d1 12 60 9\n",
    "annotator-groups": "account,annotated_by_group,annotator_crowd_type\nengdeu0101,uedin,linguists\n",
}
