"""Who answered? The model that was served against the one that was asked for, and changes of it inside a run."""

from __future__ import annotations

from typing import Any

import numpy as np

from judgeaudit.analyses.consistency import flipped_patterns
from judgeaudit.analyses.inputs import AnalysisInput
from judgeaudit.analyses.parts import listed
from judgeaudit.analyses.sampled import on_sample
from judgeaudit.analyses.served import count_values, mismatches
from judgeaudit.domain.results import Analysis, AnalysisOutput, Case, Finding
from judgeaudit.tables import PatternCounts


def identity(data: AnalysisInput) -> AnalysisOutput:
    """Served models and fingerprints of every judge, and prompts that were not the same in every replicate.

    Parameters
    ----------
    data : AnalysisInput

    Returns
    -------
    AnalysisOutput
        not_measured where no row names a served model, a fingerprint or a prompt. Cases `served_model_mismatch` and
        `fingerprint_changed_within_run` are about the judge as a whole.

    Notes
    -----
    A provider's prefix and the dated snapshot of an undated name are the same model. `local/`, `python:` and deployments that
    their owner names are not compared.
    """
    served = count_values(data, "model_served")
    fingerprints = count_values(data, "fingerprint")
    prompts = _changed_prompts(data)
    if not served and not fingerprints and not prompts and data.table["prompt_hash"].null_count == data.table.num_rows:
        return AnalysisOutput(
            analysis=Analysis(
                name="identity",
                status="not_measured",
                reason="no row names the served model, a fingerprint or a prompt: give the columns model_served, fingerprint",
            )
        )
    cases, findings = _mismatch(data, served)
    changed_cases, changed_findings = _fingerprints(data, fingerprints)
    blocks: dict[str, Any] = {
        "served": [
            {"judge": judge, "requested": data.models.get(judge), "served": model, "calls": n}
            for judge, counts in served.items()
            for model, n in counts.items()
        ],
        "fingerprints": [{"judge": judge, "fingerprint": name, "calls": n} for judge, counts in fingerprints.items() for name, n in counts.items()],
        "prompts": [{"judge": judge, "items": len(items)} for judge, items in prompts.items()],
    }
    analysis = Analysis(name="identity", findings=(*findings, *changed_findings, *_prompt_findings(prompts)), blocks=blocks)
    return AnalysisOutput(analysis=analysis, cases=(*cases, *changed_cases))


def _mismatch(data: AnalysisInput, served: dict[str, dict[str, int]]) -> tuple[list[Case], list[Finding]]:
    cases, findings = [], []
    for judge, wrong in mismatches(data, served).items():
        total = sum(served[judge].values())
        who = ", ".join(f"{model} in {n} of {total} calls" for model, n in wrong.items())
        requested = data.models.get(judge, judge)
        cases.append(Case(analysis="identity", flag="served_model_mismatch", judge=judge, detail=f"asked for {requested}, served by {who}"))
        text = f"{judge} asked for {requested} and was served by {who}: these numbers describe what answered, not what was named."
        findings.append(Finding(severity="serious", text=text, judge=judge))
    return cases, findings


def _fingerprints(data: AnalysisInput, fingerprints: dict[str, dict[str, int]]) -> tuple[list[Case], list[Finding]]:
    cases, findings = [], []
    for judge, counts in fingerprints.items():
        if len(counts) < 2:
            continue
        detail = ", ".join(f"{name} in {n} calls" for name, n in counts.items())
        cases.append(Case(analysis="identity", flag="fingerprint_changed_within_run", judge=judge, detail=detail))
        n_flipped, n_across = _flips_across(data, judge)
        flips = f": {n_across} of its {n_flipped} flipped verdicts were made by more than one of them" if n_flipped else ""
        text = f"The system behind {judge} changed inside the run ({detail}); the change is a possible cause of flips{flips}."
        findings.append(Finding(severity="warning", text=text, judge=judge))
    return cases, findings


def _flips_across(data: AnalysisInput, judge: str) -> tuple[int, int]:
    """Flipped verdicts of a judge, and how many of them were made under several fingerprints; both of the items whose rows are there."""
    rows = on_sample(data) if data.whole is not None else data
    flipped = {(item, name) for name, patterns in rows.patterns.items() for item in _flipped_items(patterns, judge)}
    if not flipped:
        return 0, 0
    several = {(row["item_id"], row["criterion"]) for row in _several(data, "fingerprint", ["item_id", "criterion", "judge"]) if row["judge"] == judge}
    return len(flipped), len(flipped & several)


def _flipped_items(patterns: PatternCounts, judge: str) -> list[str]:
    flipped = flipped_patterns(patterns.codes(judge))[patterns.pattern_of_item]
    return [patterns.item_ids[i] for i in np.flatnonzero(flipped)]


def _changed_prompts(data: AnalysisInput) -> dict[str, list[str]]:
    """Items of each judge whose replicates were not asked the same thing."""
    found: dict[str, dict[str, None]] = {}
    for row in _several(data, "prompt_hash", ["item_id", "criterion", "judge", "order"]):
        found.setdefault(row["judge"], {})[row["item_id"]] = None
    return {judge: list(items) for judge, items in found.items()}


def _several(data: AnalysisInput, column: str, keys: list[str]) -> list[dict[str, Any]]:
    """Groups of rows (probes left out) that show more than one value of a column."""
    import pyarrow.compute as pc

    table = data.table.filter(pc.and_(pc.is_valid(data.table[column]), pc.equal(pc.fill_null(data.table["probe"], ""), "")))
    counts = table.group_by(keys, use_threads=False).aggregate([(column, "count_distinct")])
    rows: list[dict[str, Any]] = counts.filter(pc.greater(counts[f"{column}_count_distinct"], 1)).to_pylist()
    return rows


def _prompt_findings(prompts: dict[str, list[str]]) -> list[Finding]:
    return [
        Finding(
            severity="serious", judge=judge,
            text=f"{judge} was not asked the same thing in every replicate (items: {listed(tuple(items))}): their flips may be the prompt's.",
        )
        for judge, items in prompts.items()
    ]  # fmt: skip
