"""Who answered?"""

from __future__ import annotations

import pytest
from analyses_builder import input_of, said, texts

from judgeaudit.analyses import run_analyses
from judgeaudit.analyses.identity import identity
from judgeaudit.analyses.served import same_model


@pytest.mark.parametrize(
    ("requested", "served"),
    [
        ("openai/gpt-4o", "gpt-4o-2024-08-06"),
        ("gpt-4o", "openai/gpt-4o"),
        ("openai/gpt-3.5-turbo", "gpt-3.5-turbo-0125"),
        ("gpt-4-turbo", "gpt-4-turbo-2024-04-09"),
        ("anthropic/claude-3-5-sonnet-latest", "claude-3-5-sonnet-20241022"),
        ("anthropic/claude-sonnet-4-5", "claude-sonnet-4-5-20250929"),
        ("vertex_ai/claude-3-opus", "claude-3-opus@20240229"),
        ("gemini/gemini-1.5-pro", "gemini-1.5-pro-002"),
        ("hosted_vllm/meta-llama/Llama-3-8B", "meta-llama/Llama-3-8B"),
        ("hosted_vllm/meta-llama/Llama-3-8B", "meta-llama/llama-3-8b"),
        ("mistral/mistral-large-latest", "mistral-large-2411"),
        ("openai/gpt-4o-2024-08-06", "gpt-4o"),
        ("openai/my-model", "my-model"),
    ],
)
def test_one_model_under_two_names(requested: str, served: str) -> None:
    assert same_model(requested, served)
    assert same_model(served, requested)


@pytest.mark.parametrize(
    ("requested", "served"),
    [
        ("openai/gpt-4o", "gpt-4o-mini-2024-07-18"),
        ("openai/gpt-4o", "gpt-4o-mini"),
        ("openai/gpt-4", "gpt-4-turbo-2024-04-09"),
        ("openai/gpt-4", "gpt-4-32k-0613"),
        ("openai/gpt-4o-2024-05-13", "gpt-4o-2024-08-06"),
        ("gpt-3.5-turbo-0301", "gpt-3.5-turbo-0613"),
        ("vendor-b/judge-2", "vendor-a/judge-1"),
        ("vendor-a/judge", "vendor-b/judge"),
        ("meta-llama/Llama-3-8B", "meta-llama/Llama-3-70B"),
        ("claude-3", "claude-3-5"),
        ("my-judge", "other"),
    ],
)
def test_two_models(requested: str, served: str) -> None:
    assert not same_model(requested, served)
    assert not same_model(served, requested)


def test_p11_a_mismatch_is_one_case_for_the_judge_with_counts() -> None:
    rows = said("j", ["pass", "fail", "pass"], model_served="vendor-a/judge-1") + said("j", ["pass"], model_served="vendor-b/judge-2")[:0]
    found = identity(input_of(rows, models={"j": "vendor-b/judge-2"}))
    assert [(c.flag, c.judge, c.item_id, c.detail) for c in found.cases] == [
        ("served_model_mismatch", "j", None, "asked for vendor-b/judge-2, served by vendor-a/judge-1 in 3 of 3 calls")
    ]
    assert found.analysis.blocks["served"] == [{"judge": "j", "requested": "vendor-b/judge-2", "served": "vendor-a/judge-1", "calls": 3}]
    assert "serious" in texts(found)


def test_p11_a_fingerprint_that_changes_is_a_possible_cause_of_flips() -> None:
    rows = [
        *said("j", ["pass", "pass"], fingerprint="fp_a"),
        *[{**row, "replicate": 1} for row in said("j", ["pass", "pass"], fingerprint="fp_a")],
        *[{**row, "replicate": 2} for row in said("j", ["fail", "pass"], fingerprint="fp_b")],
    ]
    found = {output.analysis.name: output for output in run_analyses(input_of(rows))}["identity"]
    assert [(c.flag, c.judge, c.detail) for c in found.cases] == [("fingerprint_changed_within_run", "j", "fp_a in 4 calls, fp_b in 2 calls")]
    assert "possible cause of flips: 1 of its 1 flipped verdicts" in texts(found)
    assert found.analysis.blocks["fingerprints"] == [{"judge": "j", "fingerprint": "fp_a", "calls": 4}, {"judge": "j", "fingerprint": "fp_b", "calls": 2}]


def test_a_snapshot_of_the_model_is_no_mismatch() -> None:
    found = identity(input_of(said("j", ["pass"], model_served="gpt-4o-2024-08-06"), models={"j": "openai/gpt-4o"}))
    assert found.cases == ()
    assert found.analysis.findings == ()


@pytest.mark.parametrize("model", ["python:checks:judge", "local/smollm2-135m", "azure/my-deployment"])
def test_names_that_say_nothing_of_the_model_are_not_compared(model: str) -> None:
    assert identity(input_of(said("j", ["pass"], model_served="whatever"), models={"j": model})).cases == ()


def test_a_free_judge_name_of_a_verdict_file_is_not_taken_for_a_model() -> None:
    assert identity(input_of(said("strict judge", ["pass"], model_served="gpt-4o"))).cases == ()


def test_a_free_judge_name_is_a_mismatch_where_another_judges_model_answered() -> None:
    rows = said("judge-1", ["pass"], model_served="judge-1") + said("judge-2", ["pass"], model_served="judge-1")
    assert [case.judge for case in identity(input_of(rows)).cases] == ["judge-2"]


def test_a_prompt_that_was_not_the_same_in_every_replicate_is_said() -> None:
    rows = said("j", ["pass", "pass"], prompt_hash="p1") + [{**row, "replicate": 1} for row in said("j", ["pass", None], prompt_hash="p2")]
    found = identity(input_of(rows))
    assert "was not asked the same thing in every replicate (items: i0)" in texts(found)
    assert found.analysis.blocks["prompts"] == [{"judge": "j", "items": 1}]


def test_prompts_of_probes_and_of_the_other_order_are_other_prompts() -> None:
    rows = said("j", ["pass"], prompt_hash="p1", order="ab") + [{**row, "replicate": 1} for row in said("j", ["pass"], prompt_hash="p2", order="ba")]
    rows += said("j", ["pass"], prompt_hash="p3", order="ab", probe="position")
    assert texts(identity(input_of(rows))) == ""


def test_nothing_known_is_not_measured() -> None:
    found = identity(input_of(said("j", ["pass"])))
    assert found.analysis.status == "not_measured"
    assert "model_served" in str(found.analysis.reason)
