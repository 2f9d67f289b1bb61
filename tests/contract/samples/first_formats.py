"""Small valid files of our own formats and of the releases in the shared data."""

from __future__ import annotations

import json

TASK = {"batchNo": 1, "sourceLanguage": "eng", "targetLanguage": "deu"}
ITEM = {"itemID": 1, "itemType": "TGT", "documentID": "d", "sourceText": "a", "targetID": "A", "targetText": "b"}
FIVE_HEADER = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    + "".join(f"system{i}Number,system{i}Id," for i in range(1, 6))
    + ",".join(f"system{i}rank" for i in range(1, 6))
)
PAIR_HEADER = "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
DA_HEADER = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time"
MQM_HEADER = "system doc doc_id seg_id rater source target category severity comment".replace(" ", "\t")
CLUSTER_HEADER = "SRC TRG WINS TOTAL CLUSTER_START CLUSTER_END END_OF_CLUSTER SYSTEM"
PARITY_HEADER = "UserID,SystemID,SegmentID,Type,Score,StartTime,EndTime"
PREFERENCE_HEADER = "participant_id,condition,type,exp_item_number,rating"
MARK = '"[{""start_i"": 1, ""end_i"": 2, ""severity"": ""minor"", ""error_type"": null}]"'

#: Format -> a small valid file of it, invented after its documentation or after a release.
SAMPLES: dict[str, str] = {
    "csv": 'annotator,session,system,document,segment,score\na,s,A,d,1,5\na,s,"B ""x""",d,"1\n2",6.5\n',
    "jsonl": '{"system": "A", "segment": "1", "score": 5}\n{"system": "B", "segment": "é", "score": null}\n',
    "appraise-batches": json.dumps([{"task": TASK, "items": [ITEM]}], indent=1),
    "appraise": "".join(f"engdeu100{n},A,{n},TGT,eng,deu,{n},doc,False,{MARK},1.5,2.5\n" for n in range(3)),
    "wmt-da": DA_HEADER + "\nh\tw\ten de i h A r SYSTEM 1 0.25 9\nh\tw\ten de i h B r REPEAT 2 -0.5 9\n",
    "wmt-moments": '[1] "w1"\n[1] 50.5\n[1] 3.25\n[1] "w2"\n[1] 4\n[1] NA\n',
    "wmt-rankings": FIVE_HEADER + "\nCzech,English,1,-1,1,j,1,A,2,B,3,C,4,D,5,E,1,2,2,-1,5\n",
    "wmt-ranking-pairs": PAIR_HEADER + "\r\r\nfin,eng,1,1,j,A,1,B,2,7\r\r\n",
    "mqm": MQM_HEADER + '\nA\td\t1\t1\tr\ts "x\ta <v>b</v>\tFluency\tMinor\t\n',
    "mqm-scores": "system mqm_avg_score seg_id\nA\t-1.5 1\nA\tNone 2\n",
    "human-parity": PARITY_HEADER + "\nu,A,1,TGT,50,1.0,2.0\nu,A,2,CHK,5,1.0,2.0\n",
    "preferences": PREFERENCE_HEADER + "\np,fluency,document,E1,human\np,adequacy,sentence,O1,tie\n",
    "account-map": "engdeu1001,engdeu2001\nengdeu1002,engdeu2001\n",
    "segment-map": "news\td\t1\td1\t0\t0\nnews\td\t2\td1\t1\t1\n",
    "segment-means": "SYS SID RAW.SCR Z.SCR N\nA 1 50.5 0.5 2\n",
    "system-means": "RAW.SCR Z.SCR N SYS N.ALL\n50.5 0.5 2 A 3\n",
    "clusters": CLUSTER_HEADER + "\nzu xh 1 2 1 1 True A\nzu xh 0 2 2 2 False B\n",
    "annotator-tests": "worker p t n_pairs\nw 0.5 -1.5 10\n",
    "system-ranking": "50.5 0.5 2 3 A.1\n40.5 0.1 2 3 B.2\n",
    "pairwise-p": " A B\nA 0.12 1e-5\nB 0.12 0.12\n",
    "pairwise-differences": " A B\nA - 0.12**  \nB -0.12 -  \n",
    "trueskill-ranking": "A 0.5 (1.0, 1.0)\n+++\nB -0.5 (2.0, 2.0)\n",
    "pair-counts": "A B 3 1 2\nB A 2 1 3\nA C 1 1 1\n",
}
