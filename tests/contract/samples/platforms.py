"""Small valid files of annotation platforms, arenas and crowdsourcing platforms."""

from __future__ import annotations

import json

MARK = {"start_i": 0, "end_i": 1, "category": None, "severity": "minor"}
ITEM = {"item_id": "s1", "src": "Ein Haus", "tgt": {"A": "a house", "B": "the house"}}
CHECK = {**ITEM, "item_id": "c1", "validation": {"A": {"score": [0, 10]}}}
ENTRY = {
    "annotation": [{"A": {"score": 70, "error_spans": [MARK]}, "B": {"score": 90, "error_spans": []}}],
    "actions": [{"time": 100.5, "action": "load"}, {"time": 130.0, "action": "submit"}],
    "item": [ITEM],
    "user_id": "u1",
    "item_i": 0,
}
CAMPAIGN = {"info": {"assignment": "task-based", "protocol": "ESA"}, "campaign_id": "c", "data": [[[ITEM]], [[CHECK]]]}
VOTE = {
    "question_id": "q1",
    "model_a": "A",
    "model_b": "B",
    "winner": "model_a",
    "judge": "j1",
    "conversation_a": [{"role": "user", "content": "hello"}],
    "turn": 1,
    "language": "German",
    "tstamp": 1682351591.1322,
}
MTURK_HEADER = (
    "HITId,HITTypeId,AssignmentId,WorkerId,AssignmentStatus,AcceptTime,SubmitTime,"
    "Input.system,Input.segment,Answer.score"
)
TIMES = "Tue Mar 03 10:15:22 PST 2020,Tue Mar 03 10:16:22 PST 2020"

SAMPLES: dict[str, str] = {
    "pearmut": "".join(
        json.dumps(entry) + "\n"
        for entry in (ENTRY, ENTRY | {"user_id": "u2"}, ENTRY | {"item": [CHECK], "item_i": "random_0"})
    ),
    "pearmut-campaign": json.dumps(CAMPAIGN, indent=1),
    "arena": "".join(
        json.dumps(VOTE | {"winner": winner}) + "\n" for winner in ("model_a", "model_b", "tie (bothbad)")
    ),
    "mturk": f'{MTURK_HEADER}\n"h1",t,a1,w1,Approved,{TIMES},A,1,80\n"h1",t,a2,w2,Rejected,{TIMES},B,1,70\n',
    "prolific": "Submission id,Participant id,Status,Started at,Completed at,system,segment,score\n"
    "s1,p1,APPROVED,2024-10-25T12:27:09.179000Z,2024-10-25T12:46:18Z,A,1,80\ns2,p2,RETURNED,,,A,1,70\n",
}
