"""Names that other programs have for probes: what is meant is said, and no judge is accused for doing right under one of them."""

from __future__ import annotations

import pytest

from judgeaudit.analyses.bias import bias
from judgeaudit.analyses.probe_synonyms import meant_by
from judgeaudit.domain.rubric import KNOWN_PROBES
from tests.core.analyses_builder import input_of, said, texts

P, F = "pass", "fail"


@pytest.mark.parametrize(
    ("name", "probe"),
    [
        ("prompt_injection", "injection"), ("Prompt Injection", "injection"), ("injection_attack", "injection"), ("position_bias", "position"), ("swap", "position"), ("SwappedOrder", "position"),
        ("authority_bias", "authority"), ("verbosity-bias", "verbosity"), ("length_bias", "verbosity"), ("other_response", "nonsense_control"), ("nonsense", "nonsense_control"),
        ("control_nonsense", "nonsense_control"), ("identical", "identical_responses"), ("null_response", "null_answer"), ("empty_answer", "null_answer"),
        ("shuffled_sentences", "sentences_shuffled"), ("nonsense_controls", "nonsense_control"), ("self_enhancement_bias", "self_preference"),
    ],
)  # fmt: skip
def test_a_usual_name_is_told_which_probe_it_means(name: str, probe: str) -> None:
    output = bias(input_of([*said("a", [P] * 20, [P] * 20), *said("a", [P] * 20, probe=name)]))
    assert f"warning: {name} is no probe that is known here" in texts(output)
    assert f"If {probe} is meant (docs/probes.md), write {probe} in the column probe" in texts(output)


def test_names_that_are_known_and_names_that_mean_nothing_known_mean_no_other() -> None:
    assert [meant_by(name) for name in (*KNOWN_PROBES, "our_own", "typo", "seed_7", "")] == [None] * (len(KNOWN_PROBES) + 4)


@pytest.mark.parametrize(
    "name", ["nonsense", "shuffled_sentences", "empty_answer", "wrong_answer", "degraded", "Random text", "corrupted-response", "prompt_injection", "my control", "GibberishAnswer"]
)  # fmt: skip
def test_a_steady_judge_that_fails_worse_answers_is_not_called_biased(name: str) -> None:
    output = bias(
        input_of(
            [*said("a", [P] * 60, [P] * 60), *said("a", [F] * 60, [F] * 60, probe=name, variant="x"), *said("a", [F] * 60, [F] * 60, probe=name, variant="y")]
        )
    )
    (row,) = output.analysis.blocks["probes"]
    assert row["answer"] == "not_measured"
    assert (row["plain_flip"], row["probe_flip"]) == (0.0, 1.0)
    assert "Write the name of the control or attack" in row["advice"]
    assert "should not" not in texts(output)
    assert f"warning: {name} is no probe that is known here: it is not measured" in texts(output)
    assert "biased" not in {entry["answer"] for entry in output.analysis.blocks.get("probe_strata", [])}


def test_a_bias_of_ones_own_is_still_one() -> None:
    output = bias(input_of([*said("a", [P] * 60, [P] * 60), *said("a", [F] * 60, [F] * 60, probe="our_own")]))
    assert [row["answer"] for row in output.analysis.blocks["probes"]] == ["biased"]
    assert "note: our_own is no probe that is known here: it is read as a bias" in texts(output)


@pytest.mark.parametrize("name", ["-", "n/a", ".", "--", "?", "None"])
def test_a_probe_that_is_marks_only_is_told_to_be_none(name: str) -> None:
    assert f"warning: Rows of the probe {name} are not plain verdicts" in texts(
        bias(input_of([*said("a", [P] * 20, [P] * 20), *said("a", [P] * 20, probe=name)]))
    )
