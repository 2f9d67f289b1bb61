"""The questions of HEDS 3.0 in their order: numbers, options and fields of its form as facts, the words are ours.

Source: Belz and Thomson (2025), HEDS 3.0: The Human Evaluation Data Sheet Version 3.0, GEM, and its form at
https://nlp-heds.github.io.
"""

from __future__ import annotations

from typing import Final

from adjudge.core.datasheet import languages
from adjudge.core.datasheet.catalogue import NO_SUCH_QUESTION
from adjudge.core.datasheet.question import Option, Question, options
from adjudge.core.registry import Registry

SHEET: Final = "HEDS 3.0"
SOURCE: Final = "Belz and Thomson (2025), HEDS 3.0, Proceedings of GEM; https://nlp-heds.github.io"
SECTIONS: Final = {
    1: "Main reference and resources",
    2: "Evaluated systems",
    3: "Sample, evaluators and design",
    4: "Quality criteria",
    5: "Ethics",
}

_INPUTS: Final = (
    "raw or structured data",
    "deep linguistic representation",
    "shallow linguistic representation",
    "text below the sentence",
    "text: sentence",
    "text: several sentences",
    "text: document",
    "text: dialogue",
    "text: other",
    "speech",
    "visual",
    "multi-modal",
    "control feature",
    "none",
    "other",
)
#: The form has no control feature among outputs, keeps the numbers behind it, and counts its fields without a gap.
_OUTPUTS: Final = tuple(
    Option(code, words, code - (code > 13), describe=code in {9, 14, 15})
    for code, words in enumerate(_INPUTS, 1)
    if code != 13
)
_TASKS: Final = options(
    "content selection",
    "content ordering",
    "aggregation",
    "referring expressions",
    "lexicalisation",
    "deep generation",
    "surface realisation",
    "feature-controlled generation",
    "data to text",
    "dialogue turns",
    "question generation",
    "question answering",
    "paraphrasing, lossless simplification",
    "compression, lossy simplification",
    "machine translation",
    "summarisation",
    "end-to-end generation",
    "description of images or videos",
    "post-editing, correction",
    "other",
    describe=(20,),
)
#: Beside each other in the form stand first the option for no language, then the languages, then all others.
_LANGUAGES: Final = (
    *(Option(code, name, code + 1) for code, name in enumerate(languages.NAMES, 1)),
    Option(languages.OTHER, "other", languages.OTHER + 1, describe=True),
    Option(languages.NONE, "not applicable", 1, describe=True, excludes=True),
)
_YES_NO: Final = options("yes", "no", "not applicable", describe=(3,))

_RESOURCES: Final = "paper_and_resources"
_PERSON: Final = f"{_RESOURCES}-names_and_affiliations-person_completing_this_sheet"
_AUTHOR: Final = f"{_RESOURCES}-names_and_affiliations-contact_author"
_SAMPLE: Final = "sample_evaluators_design-sample"
_EVALUATORS: Final = "sample_evaluators_design-evaluators"
_DESIGN: Final = "sample_evaluators_design-experimental_design"
_CRITERION: Final = "criteria-criterion"
_RESPONSE: Final = f"{_CRITERION}-response_elicitation"

_ABOUT_RESOURCES: Final = (
    Question(
        "1.1.1",
        "where the main reference is",
        "one",
        f"{_RESOURCES}-paper-link",
        options("paper", "unpublished report", "to be preregistered", "no report", describe=(1, 2, 3)),
    ),
    Question("1.1.2", "which experiment of it", "text", f"{_RESOURCES}-paper-experiment_identification"),
    Question(
        "1.2",
        "where the resources are",
        "one",
        f"{_RESOURCES}-resources-links",
        options("shared", "not shared", describe=(1,)),
    ),
    Question("1.3.1.1", "who fills in the sheet: name", "text", f"{_PERSON}-name"),
    Question("1.3.1.2", "who fills in the sheet: affiliation", "text", f"{_PERSON}-affiliation"),
    Question("1.3.1.3", "who fills in the sheet: email", "text", f"{_PERSON}-email"),
    Question("1.3.2.1", "contact author: name", "text", f"{_AUTHOR}-name"),
    Question("1.3.2.2", "contact author: affiliation", "text", f"{_AUTHOR}-affiliation"),
    Question("1.3.2.3", "contact author: email", "text", f"{_AUTHOR}-email"),
)
_ABOUT_SYSTEMS: Final = (
    Question("2.1", "type of input", "several", "system-input_types", options(*_INPUTS, describe=(9, 14, 15))),
    Question("2.2", "type of output", "several", "system-output_types", _OUTPUTS),
    Question("2.3", "task", "several", "system-tasks", _TASKS),
    Question("2.4", "languages of inputs", "several", "system-input_languages", _LANGUAGES),
    Question("2.5", "languages of outputs", "several", "system-output_languages", _LANGUAGES),
)
_ABOUT_DESIGN: Final = (
    Question("3.1.1", "outputs judged per system", "text", f"{_SAMPLE}-number_of_system_outputs"),
    Question(
        "3.1.2",
        "how outputs were selected",
        "one",
        f"{_SAMPLE}-system_output_selection",
        options("random", "random, stratified", "automatic", "by hand", "by hand, balanced", "other", describe=(6,)),
    ),
    Question("3.1.3.1", "power: method", "text", f"{_SAMPLE}-statistical_power-method"),
    Question("3.1.3.2", "power: value", "text", f"{_SAMPLE}-statistical_power-value"),
    Question("3.1.3.3", "power: code", "text", f"{_SAMPLE}-statistical_power-script"),
    Question("3.2.1", "number of evaluators", "whole", f"{_EVALUATORS}-number_of_evaluators"),
    Question("3.2.2.1", "evaluators: domain experts", "one", f"{_EVALUATORS}-evaluators-expertise", _YES_NO),
    Question(
        "3.2.2.2",
        "evaluators: paid",
        "one",
        f"{_EVALUATORS}-evaluators-payment",
        options("with money", "otherwise", "not paid", "not applicable", describe=(4,)),
    ),
    Question(
        "3.2.2.3", "evaluators: known to the authors", "one", f"{_EVALUATORS}-evaluators-known_to_authors", _YES_NO
    ),
    Question("3.2.2.4", "evaluators: authors among them", "one", f"{_EVALUATORS}-evaluators-are_authors", _YES_NO),
    Question("3.2.3", "recruitment", "text", f"{_EVALUATORS}-recruitment_method"),
    Question("3.2.4", "training and practice", "text", f"{_EVALUATORS}-training_practice"),
    Question("3.2.5", "other characteristics of evaluators", "text", f"{_EVALUATORS}-characteristics"),
    Question(
        "3.3.1", "preregistration", "one", f"{_DESIGN}-preregistered", options("yes, with a link", "no", describe=(1,))
    ),
    Question("3.3.2", "medium of the responses", "text", f"{_DESIGN}-collection_method"),
    Question(
        "3.3.3.1",
        "quality assurance: types",
        "several",
        f"{_DESIGN}-quality_assurance-method",
        options(
            "native speakers only",
            "automatic checks",
            "manual checks",
            "evaluators who fail are excluded",
            "judgements that fail are excluded",
            "other",
            "none",
            describe=(6, 7),
            excludes=7,
        ),
    ),
    Question("3.3.3.2", "quality assurance: methods", "text", f"{_DESIGN}-quality_assurance-description"),
    Question("3.3.4.1", "interface: where it can be seen", "text", f"{_DESIGN}-what_evaluators_see-link"),
    Question("3.3.4.2", "interface: what evaluators see", "text", f"{_DESIGN}-what_evaluators_see-description"),
    Question(
        "3.3.5",
        "limits of time",
        "several",
        f"{_DESIGN}-evaluator_freedom",
        options("set date", "time per judgement", "time in total", "one sitting", "none", excludes=5),
    ),
    Question(
        "3.3.6",
        "questions and feedback",
        "several",
        f"{_DESIGN}-evaluators_can_ask_questions",
        options("before", "during", "feedback after", "other", "none", describe=(4,), excludes=5),
    ),
    Question(
        "3.3.7",
        "conditions",
        "one",
        f"{_DESIGN}-experimental_conditions",
        options(
            "place of their choice",
            "lab, controlled",
            "lab, not controlled",
            "real life, controlled",
            "real life, not controlled",
            "resembling real life, controlled",
            "resembling real life, not controlled",
            "other",
            describe=(8,),
        ),
    ),
    Question("3.3.8", "what differs between evaluators", "text", f"{_DESIGN}-evaluators_place_of_choosing"),
)
_ABOUT_CRITERIA: Final = (
    Question(
        "4.1.1",
        "type of quality",
        "one",
        f"{_CRITERION}-criteria-quality_type",
        options("correctness", "goodness", "feature"),
    ),
    Question(
        "4.1.2",
        "aspect of the output",
        "one",
        f"{_CRITERION}-criteria-output_aspect",
        options("form", "content", "both"),
    ),
    Question(
        "4.1.3",
        "frame of reference",
        "one",
        f"{_CRITERION}-criteria-self_vs_external_frame",
        options("the output itself", "the input", "something external"),
    ),
    Question(
        "4.2.1",
        "objective or subjective",
        "one",
        f"{_CRITERION}-evaluation_mode-objective_or_subjective",
        options("objective", "subjective"),
    ),
    Question(
        "4.2.2",
        "absolute or relative",
        "one",
        f"{_CRITERION}-evaluation_mode-absolute_or_relative",
        options("absolute", "relative"),
    ),
    Question(
        "4.2.3",
        "intrinsic or extrinsic",
        "one",
        f"{_CRITERION}-evaluation_mode-intrinsic_or_extrinsic",
        options("intrinsic", "extrinsic"),
    ),
    Question("4.3.1.1", "name of the criterion", "text", f"{_RESPONSE}-qc_name-participant_criterion_name"),
    Question("4.3.1.2", "standardised name", "text", f"{_RESPONSE}-qc_name-mapped_criterion_name"),
    # The form spells this field so.
    Question("4.3.2", "definition given", "text", f"{_RESPONSE}-participant_criterion_definiiton"),
    Question("4.3.3", "size of the scale", "text", f"{_RESPONSE}-size_of_scale"),
    Question("4.3.4", "values of the scale", "text", f"{_RESPONSE}-list_or_range"),
    Question(
        "4.3.5",
        "how the scale is shown",
        "one",
        f"{_RESPONSE}-scale_presented_as",
        options("multiple choice", "check boxes", "slider", "no instrument", "other", describe=(5,)),
    ),
    Question("4.3.6", "task without a rating instrument", "text", f"{_RESPONSE}-task_description"),
    Question("4.3.7", "question or prompt, verbatim", "text", f"{_RESPONSE}-verbatim_question"),
    Question(
        "4.3.8",
        "form of response",
        "one",
        f"{_RESPONSE}-form_of_response",
        options(
            "agreement with a statement",
            "direct quality estimation",
            "relative quality estimation",
            "counting",
            "qualitative feedback",
            "post-editing or annotation",
            "classification or labelling",
            "interaction with the text",
            "performance at a task",
            "interaction with the system",
            "other",
            describe=(11,),
        ),
    ),
    Question("4.3.9", "aggregation of responses", "text", f"{_RESPONSE}-response_aggregation"),
    Question("4.3.10", "effect size and significance", "text", f"{_RESPONSE}-effect_size_method"),
    Question("4.3.11.1", "agreement between evaluators: method", "text", f"{_RESPONSE}-inter_annotator-agreement"),
    Question("4.3.11.2", "agreement between evaluators: score", "text", f"{_RESPONSE}-inter_annotator-agreement_score"),
    Question(
        "4.3.12.1",
        "agreement with oneself: method",
        "text",
        f"{_RESPONSE}-intra_annotator-intra_annotator_agreement",
    ),
    Question(
        "4.3.12.2",
        "agreement with oneself: score",
        "text",
        f"{_RESPONSE}-intra_annotator-intra_annotator_agreement_score",
    ),
)
_ABOUT_ETHICS: Final = (
    Question("5.1", "ethics committee", "text", "ethics-review_body"),
    Question("5.2", "personal data", "one", "ethics-personal_data", options("no", "yes", describe=(2,))),
    Question(
        "5.3", "special categories of data", "one", "ethics-special_category_data", options("no", "yes", describe=(2,))
    ),
    Question("5.4", "impact assessments", "text", "ethics-impact_assessments"),
)

QUESTIONS: Final[Registry[Question]] = Registry(
    NO_SUCH_QUESTION,
    (*_ABOUT_RESOURCES, *_ABOUT_SYSTEMS, *_ABOUT_DESIGN, *_ABOUT_CRITERIA, *_ABOUT_ETHICS),
)
