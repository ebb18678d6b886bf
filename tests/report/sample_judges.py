"""The judges of the rich audit."""

from __future__ import annotations

from judgeaudit.domain.results import Cost, JudgeFacts
from tests.report.sample_estimates import CLAUDE, GPT, LOCAL, RULE


def rich_judges() -> tuple[JudgeFacts, ...]:
    return (
        JudgeFacts(
            name=GPT, model=GPT, requested={"temperature": 1.0, "top_p": 0.9, "seed": "1 to 5"}, effective={"seed": "1 to 5"},
            dropped={"temperature": "the model takes the default only", "top_p": "the model does not take it"}, axis="seed", schema_mode="json_schema",
            planned=240, finished=240, attempts=243, replicates=5, served_models={"gpt-5-mini-2026-08-07": 240}, fingerprints={"fp_44709d6fcb": 240},
            prompt_tokens=158_400, completion_tokens=61_250, cost=Cost(known_usd=0.1621), latency_median_s=2.31, latency_p95_s=6.7,
        ),
        JudgeFacts(
            name=CLAUDE, model=CLAUDE, requested={"temperature": 1.0, "seed": "1 to 5"}, effective={"temperature": 1.0},
            dropped={"seed": "the provider takes no seed"}, axis="repeat", schema_mode="json_schema", planned=240, finished=240, attempts=251, replicates=5,
            served_models={"claude-haiku-4-5": 240}, fingerprints={"fp_51a2": 180, "fp_9c0e": 60}, prompt_tokens=171_000, completion_tokens=70_010,
            cost=Cost(known_usd=0.4713, unknown_calls=2, lower_bound=True), latency_median_s=1.87, latency_p95_s=4.2,
        ),
        JudgeFacts(
            name=LOCAL, model=LOCAL, requested={"temperature": 0.8, "seed": "1 to 5"}, effective={"temperature": 0.8, "seed": "1 to 5"}, axis="seed",
            schema_mode="json_schema", notes=("served in this process, on two threads",), planned=240, finished=240, attempts=240, replicates=5,
            served_models={"smollm2-135m-q4": 240}, prompt_tokens=120_300, completion_tokens=19_020, cost=Cost(), latency_median_s=0.412, latency_p95_s=0.71,
        ),
        JudgeFacts(
            name=RULE, model="python:mychecks:judge", axis="seed", planned=24, finished=24, attempts=24, replicates=1, cost=Cost(),
            latency_median_s=0.0001, latency_p95_s=0.0002, stopped=None,
        ),
    )  # fmt: skip
