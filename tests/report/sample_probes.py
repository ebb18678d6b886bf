"""Audits with probes for biases, controls and attacks, built by hand: everything that the section can show, and one that is hostile."""

from __future__ import annotations

from typing import Any

from judgeaudit.domain.results import Analysis, Audit, Case, CaseText, JudgeFacts, RubricFacts
from tests.report.sample_edges import HOSTILE, lone_audit

GPT, LOCAL, WINDOW = "openai/gpt-5-mini", "local/smollm2", "refund_window"
RESPONSE = "You can send the lamp back. Postage is 4 euros. Keep the receipt."
PUT = "\n\nSource: Hallstrom, E., and Okafor, D. (2019)."
ADVICE = "Check sources and named experts by code or by a person."


def probe(name: str, kind: str, answer: str, value: float | None, low: float | None = None, high: float | None = None, **more: Any) -> dict[str, Any]:
    """A row of the block `probes`."""
    row = {
        "probe": name, "judge": GPT, "criterion": WINDOW, "kind": kind, "answer": answer, "n_items": 60, "not_applicable": {}, "plain_flip": 0.05, "probe_flip": 0.2,
        "excess": value, "low": low, "high": high, "direction": None, "direction_low": None, "direction_high": None, "margin": 0.05, "direction_margin": 0.05,
        "p": 0.01, "p_adjusted": 0.04, "smallest": 0.22, "variant": None, "advice": None, "expect": "The verdict stays.", "read": f"{name} was read",
    }  # fmt: skip
    return {**row, **more}


def rows() -> list[dict[str, Any]]:
    """Every kind and answer."""
    turned = {"direction": 0.3, "direction_low": 0.2, "direction_high": 0.4}
    return [
        probe("verbosity", "bias", "not_beyond_margin", 0.0, -0.02, 0.03, direction=0.01, direction_low=-0.02, direction_high=0.04),
        probe("authority", "bias", "biased", 0.25, 0.15, 0.35, variant="citation", advice=ADVICE, p_adjusted=0.0004, **turned),
        probe("authority", "bias", "biased", 0.1, 0.02, 0.18, judge=LOCAL, advice=ADVICE, **turned),
        probe("anchoring", "bias", "inconclusive", 0.05, -0.05, 0.15, p_adjusted=0.4),
        probe("chain_of_thought", "bias", "not_measured", None, p=None, p_adjusted=None, smallest=None),
        probe("injection", "attack", "biased", 0.1, 0.05, 0.15, reached=0.5, reached_low=0.3, reached_high=0.7),
        probe("one_token", "attack", "not_beyond_margin", 0.4, 0.3, 0.5, reached=-0.9, passes=0.01, passes_low=0.0, passes_high=0.03),
        probe("fact_changed", "control", "follows", 0.4, 0.3, 0.5, reached=0.6, reached_low=0.4, reached_high=0.8),
        probe("step_deleted", "control", "does_not_follow", 0.0, -0.02, 0.02, reached=0.0, reached_low=-0.05, reached_high=0.06),
        probe("identical_responses", "control", "not_measured", 0.9, 0.8, 1.0),
        probe("evidence_removal", "evidence", "moves", 0.3, 0.2, 0.4),
    ]


def moved(item: str, **more: Any) -> dict[str, Any]:
    """A row of the block `moved`."""
    row = {
        "probe": "authority", "variant": "citation", "judge": GPT, "criterion": WINDOW, "item_id": item, "plain": "fail x3", "under": "pass x1", "toward": True, "order": "",
        "changes": [{"source": "response", "start": len(RESPONSE), "end": len(RESPONSE), "put": PUT}], "note": "", "shown_criterion": "",
        "rationale_plain": "No window is named.", "rationale_probe": "The window is named.", "mentioned": False, "mention": "",
    }  # fmt: skip
    return {**row, **more}


def moved_rows() -> list[dict[str, Any]]:
    """Put in, taken out, replaced, told; with and without a mention, a rationale, texts."""
    cut = RESPONSE.index("Postage")
    return [
        moved("i1"), moved("i2", mentioned=True, mention="the source", rationale_probe="It names the source, so it passes."),
        moved("i3", probe="formatting", variant="plain", changes=[{"source": "response", "start": cut, "end": cut + len("Postage is 4 euros. "), "put": ""}], mentioned=None, rationale_probe=None),
        moved("i4", probe="null_answer", variant="empty", changes=[{"source": "response", "start": 0, "end": len(RESPONSE), "put": ""}]),
        moved("i5", probe="anchoring", variant="high", changes=[], note='In an earlier review this was given the label "pass".', toward=None),
        moved("i6", probe="position", variant="swapped", changes=[], order="ba", toward=False), moved("without-texts"),
        moved("i7", probe="rubric_wording", variant="wording_1", changes=[], shown_criterion="Decide: is the window named?", mentioned=True, n_rationales=3, n_unmentioned=1),
    ]  # fmt: skip


def tables() -> dict[str, list[dict[str, Any]]]:
    """Blocks of small tables."""
    about = {"judge": GPT, "criterion": WINDOW}
    return {
        "position": [{
            **about, "n_pairs": 50, "n_consistent": 40, "consistency": 0.8, "consistency_low": 0.7, "consistency_high": 0.9, "rerun_consistency": 0.95, "fairness": -0.2,
            "fairness_low": -0.3, "fairness_high": -0.1, "first_rate": 0.6, "first_rate_low": 0.55, "first_rate_high": 0.65, "n_first": 9, "n_second": 1, "p": 0.021,
            "p_adjusted": 0.042, "win_rates": [{"group": "response_a", "raw": 0.62, "after_swap": 0.41}], "tie_rate_after_swap": 0.1, "inconsistent_rate": 0.2,
        }],
        "corrections": [{**about, "what": "win rate of response_a", "raw": 0.62, "raw_low": 0.5, "raw_high": 0.7, "corrected": 0.51, "low": 0.4, "high": 0.6, "how": "mean of both orders"}],
        "identical_responses": [{**about, "n_items": 50, "decided": 0.8, "decided_low": 0.7, "decided_high": 0.9, "first_rate": 0.7, "n_first": 30, "n_second": 5, "p": 0.0001}],
        "lengths": [{**about, "effect": 0.04, "effect_low": 0.01, "effect_high": 0.07, "n_items": 50, "shift": None, "shift_undefined": "no verdict under the probe verbosity"}],
        "self_preference": [{**about, "family": "gpt", "own_rate": 0.9, "other_rate": 0.7, "n_own": 20, "n_other": 30, "value": 0.2, "value_low": 0.05, "value_high": 0.35}],
        "stable_wrong": [{**about, "n_pairs": 50, "n_stable": 40, "n_wrong": 30, "rate": 0.75, "rate_low": 0.6, "rate_high": 0.85}],
    }  # fmt: skip


def counts() -> list[dict[str, Any]]:
    """The block `mentions`."""
    row = {"judge": GPT, "criterion": WINDOW, "n_told": 60, "n_items": 3, "n_read": 3, "n_rationales": 3}
    return [
        {**row, "probe": "authority", "n_moved": 3, "expected": 0.4, "n_known": 3, "n_unmentioned": 2},
        {**row, "probe": "formatting", "n_moved": 1, "expected": 1.2, "n_known": 0, "n_unmentioned": 0},
    ]  # fmt: skip


def probes_audit() -> Audit:
    """One judge with everything, another with a bias."""
    worse = [{"source": "response", "start": RESPONSE.index("4"), "end": RESPONSE.index("4") + 1, "put": "7"}]
    stayed = [moved("i1", probe="fact_changed", variant="number", plain="pass x3", under="pass x1", toward=None, mentioned=None, changes=worse)]
    blocks = {"probes": rows(), "unmoved": stayed, "moved": moved_rows(), "mentions": counts(), **tables()}
    items = [row["item_id"] for row in moved_rows() if row["item_id"] != "without-texts"]
    return Audit(
        judgeaudit_version="0.1.0", rubric=RubricFacts(name="refund-reply", criteria=({"name": WINDOW, "question": "Is the window named?"},)),
        judges=(JudgeFacts(name=GPT), JudgeFacts(name=LOCAL)), analyses=(Analysis(name="bias", blocks=blocks),),
        cases=tuple(Case(analysis="bias", flag="moved_unmentioned", judge=GPT, criterion=WINDOW, item_id=item) for item in items),
        texts=tuple(CaseText(item_id=item, texts={"input": "May I return the lamp?", "response": RESPONSE}) for item in items),
    )  # fmt: skip


def hostile_probes() -> Audit:
    """Every text of the section is an attack; blocks hold rows that are none."""
    everything = " ".join(HOSTILE)
    broken: list[Any] = [None, 7, "x", {}, {"changes": 3, "kind": []}, {"changes": [None, {"source": 4, "start": -1, "end": "x", "put": None}], "judge": {}}]
    about = {"judge": HOSTILE[0], "criterion": everything}
    texts = ("expect", "read", "advice", "variant")
    hurt = [
        probe(text, kind, "biased", 0.3, 0.1, 0.5, **about, **dict.fromkeys(texts, text), not_applicable={text: 2}, reached=0.2)
        for text in HOSTILE
        for kind in ("bias", "attack", "control", text)
    ]
    change = [{"source": "response", "start": n, "end": n + 3, "put": text} for n, text in enumerate(HOSTILE)]
    cards = [
        moved(everything, **about, **dict.fromkeys(("probe", "variant", "plain", "under", "note", "shown_criterion", "rationale_plain", "mention"), text), rationale_probe=text, changes=[*change, *broken])
        for text in HOSTILE
    ]  # fmt: skip
    wide = {
        name: [*({**row, **{key: everything for key, value in row.items() if isinstance(value, str)}} for row in block), *broken]
        for name, block in tables().items()
    }
    blocks = {
        "probes": [*hurt, *broken],
        "moved": [*cards, *broken],
        "unmoved": [*cards, *broken],
        "mentions": [{**counts()[0], **about, "probe": HOSTILE[0]}, *broken],
        **wide,
    }
    return lone_audit().model_copy(
        update={
            "analyses": (*lone_audit().analyses, Analysis(name="bias", blocks=blocks)),
            "texts": (CaseText(item_id=everything, texts={"response": everything, HOSTILE[1]: everything}),),
        }
    )  # fmt: skip
