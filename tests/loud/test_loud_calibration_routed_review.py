"""What the decision leaves to a person is kept in calibration.json, and `apply` leaves it to a person too."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pandas as pd
import pytest

import judgeaudit
from judgeaudit.api.apply import apply_calibration
from judgeaudit.domain.calibration import CalibrationFile
from judgeaudit.domain.results import Audit, ReviewPart
from judgeaudit.report.calibration import calibration_section
from judgeaudit.report.text import render_text

NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)
LEFT = "the calibration leaves it to a person"


def rubric(*labels: str) -> judgeaudit.Rubric:
    return judgeaudit.Rubric.model_validate({"name": "r", "criteria": [{"name": "c", "question": "q?", "scale": {"labels": list(labels or ("pass", "fail"))}}]})


def strata(n_easy: int = 600, n_hard: int = 120) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Judged three times alike: all but one in forty right on `easy`, and every second one on `hard`."""
    rows, gold = [], []
    for name, n, wrong_every in (("easy", n_easy, 40), ("hard", n_hard, 2)):
        for place in range(n):
            truth = ("pass", "fail")[place // 2 % 2]
            label = {"pass": "fail", "fail": "pass"}[truth] if place % wrong_every == 0 else truth
            item = f"{name}{place}"
            rows += [{"item_id": item, "judge": "j", "label": label, "confidence": 0.9, "stratum": name, "replicate": k} for k in range(3)]
            gold.append({"item_id": item, "annotator": "h", "label": truth})
    return pd.DataFrame(rows), pd.DataFrame(gold)


@pytest.fixture(scope="module")
def calibrated() -> tuple[CalibrationFile, Audit]:
    frame, gold = strata()
    found = judgeaudit.calibrate(frame, gold, rubric(), embedder="none", now=NOW)
    assert found.audit is not None
    return CalibrationFile.model_validate_json(found.data.model_dump_json()), found.audit.data


def test_a_stratum_that_is_reviewed_is_read_by_a_person(calibrated: tuple[CalibrationFile, Audit]) -> None:
    kept, audit = calibrated
    (decision,) = audit.decisions
    assert (decision.decision, decision.review) == ("deploy_with_review", "c, stratum hard")
    assert [(part.kind, part.criterion, part.values) for part in (kept.reviews or {})["j"]] == [("stratum", "c", ("hard",))]
    frame, _ = strata()
    routed = apply_calibration(kept, frame, now=NOW)
    rows = routed.frame()
    assert set(rows.loc[rows["stratum"] == "hard", "route"]) == {"review"}
    assert set(rows.loc[rows["stratum"] == "hard", "route_reason"]) == {f"{LEFT}: c, stratum hard"}
    assert set(rows.loc[rows["stratum"] == "easy", "route"]) == {"accept"}
    assert routed.summary.routed[0].n_items_review == 120
    assert set(apply_calibration(kept, frame, despite_decision=True, now=NOW).frame()["route"]) == {"accept"}


def test_what_may_go_unread_is_counted_without_the_reviewed_part(calibrated: tuple[CalibrationFile, Audit]) -> None:
    _, audit = calibrated
    assert audit.decisions[0].unread == {"c": pytest.approx(600 / 720)}
    (short,) = calibration_section(audit, ())["short"]
    assert short["unread"] == "83 %"
    assert "83 % of all judged items go unread" in " ".join(render_text(audit).split())


def test_where_no_stratum_is_told_a_person_reads_all_and_a_warning_says_so(calibrated: tuple[CalibrationFile, Audit]) -> None:
    frame, _ = strata()
    routed = apply_calibration(calibrated[0], frame.drop(columns="stratum"), now=NOW)
    assert set(routed.frame()["route"]) == {"review"}
    assert any("2,160 of 2,160 verdicts of j on c have no stratum" in text for text in routed.summary.warnings)
    assert set(apply_calibration(calibrated[0], frame.assign(stratum="other"), now=NOW).frame()["route"]) == {"accept"}


def test_an_older_file_says_that_it_does_not_keep_what_is_reviewed(calibrated: tuple[CalibrationFile, Audit]) -> None:
    stored = calibrated[0].model_dump(mode="json")
    del stored["reviews"]
    routed = apply_calibration(CalibrationFile.model_validate(stored), strata()[0], now=NOW)
    assert any("does not keep of what (an older version wrote it): calibrate again" in text for text in routed.summary.warnings)


def with_part(kept: CalibrationFile, **part: Any) -> CalibrationFile:
    return kept.model_copy(update={"reviews": {"j": (ReviewPart(said="the part", criterion="c", **part),)}})


def routes(kept: CalibrationFile, rows: list[dict[str, Any]]) -> tuple[list[str], tuple[str, ...]]:
    found = apply_calibration(kept, pd.DataFrame([{"judge": "j", "confidence": 0.9, "label": "pass", **row} for row in rows]), now=NOW)
    return found.frame()["route"].tolist(), found.summary.warnings


def test_each_kind_of_part_is_found_again(calibrated: tuple[CalibrationFile, Audit]) -> None:
    kept = calibrated[0]
    labels = [{"item_id": "a"}, {"item_id": "b", "label": "fail"}]
    assert routes(with_part(kept, kind="label", values=("fail",)), labels)[0] == ["accept", "review"]
    systems = [{"item_id": "a", "system": "A"}, {"item_id": "b", "system": "B"}, {"item_id": "c"}]
    found, said = routes(with_part(kept, kind="system", values=("B",)), systems)
    assert found == ["accept", "review", "review"]
    assert any("1 of 3 verdicts of j on c have no system" in text for text in said)
    for kind in ("every_verdict", "gold"):
        assert routes(with_part(kept, kind=kind), labels)[0] == ["review", "review"]
    repeats = [{"item_id": "a", "replicate": k} for k in range(2)] + [{"item_id": "b", "replicate": k, "label": ("pass", "fail")[k]} for k in range(2)]
    found, said = routes(with_part(kept, kind="flips"), repeats)
    assert found == ["accept", "accept", "review", "review"]
    assert not any("judged once" in text for text in said)
    assert any("2 of 2 items of j on c were judged once" in text for text in routes(with_part(kept, kind="flips"), labels)[1])
    found, said = routes(with_part(kept, kind="other"), labels)
    assert found == ["accept", "accept"]
    assert any("verdicts alone do not tell which these are, and none is held back for it" in text for text in said)


def test_items_on_which_judges_differ_are_found_again(calibrated: tuple[CalibrationFile, Audit]) -> None:
    kept = with_part(calibrated[0], kind="differ", values=("j", "k"))
    both = [{"item_id": "a"}, {"item_id": "b"}, {"item_id": "a", "judge": "k"}, {"item_id": "b", "judge": "k", "label": "fail"}]
    assert routes(kept, both)[0][:2] == ["accept", "review"]
    found, said = routes(kept, both[:2])
    assert found == ["accept", "accept"]
    assert any("there are no verdicts of k here" in text for text in said)


def test_a_label_that_no_gold_item_has_is_read_by_a_person() -> None:
    truths = [("x", "y")[place % 2] for place in range(300)]
    said = ["z" if place >= 290 else truth for place, truth in enumerate(truths)]
    frame = pd.DataFrame(
        [{"item_id": f"i{at}", "judge": "j", "label": label, "confidence": 0.9, "replicate": k} for at, label in enumerate(said) for k in range(3)]
    )
    gold = pd.DataFrame({"item_id": [f"i{at}" for at in range(300)], "annotator": "h", "label": truths})
    found = judgeaudit.calibrate(frame, gold, rubric("x", "y", "z"), embedder="none", now=NOW)
    routed = found.apply(frame)
    assert found.data.decisions == {"j": "deploy_with_review"}
    assert set(routed.loc[routed["label"] == "z", "route"]) == {"review"}
    assert set(routed.loc[routed["label"] != "z", "route"]) == {"accept"}


@pytest.mark.parametrize("seed", range(12))
def test_calibrations_of_random_files_with_systems_are_written_and_can_be_read(seed: int) -> None:
    """Systems that are as good as, better and worse than the others, each with its own rule, some that abstain; a file that is written is one that can be read."""
    drawn = np.random.default_rng(seed)
    labels = ("pass", "fail", "z")[: drawn.integers(2, 4)]
    rows, gold = [], []
    for system in "ABC"[: drawn.integers(2, 4)]:
        right, n = drawn.choice([0.5, 0.8, 0.97, 1.0]), int(drawn.choice([20, 60, 200]))
        for place in range(n):
            truth = str(drawn.choice(labels))
            good = drawn.random() < right
            sure = round(float(drawn.beta(8, 2) if good else drawn.beta(4, 3)), int(drawn.choice([1, 2, 6])))
            item = f"{system}{place}"
            rows.append({"item_id": item, "judge": "j", "label": truth if good else str(drawn.choice(labels)), "confidence": sure, "system": system})
            if drawn.random() < 0.9:
                gold.append({"item_id": item, "annotator": "h", "label": truth})
    frame = pd.DataFrame(rows)
    found = judgeaudit.calibrate(frame, pd.DataFrame(gold), rubric(*labels), embedder="none", now=NOW)
    kept = CalibrationFile.model_validate_json(found.data.model_dump_json())
    assert kept == found.data
    accepted = apply_calibration(kept, frame, now=NOW).summary.routed[0]
    unread = found.audit.data.decisions[0].unread if found.audit is not None else {}
    assert unread.get("c", 1 - accepted.n_items_review / accepted.n_items) == pytest.approx(1 - accepted.n_items_review / accepted.n_items)


def test_one_system_with_a_rule_beside_one_that_abstains_is_written() -> None:
    """The sentence of the rule for all names the one threshold of the systems, which is not that of all together."""
    drawn = np.random.default_rng(3)
    rows, gold = [], []
    for system, n, right in (("A", 400, 0.97), ("B", 200, 0.5)):
        for place in range(n):
            truth = ("pass", "fail")[place % 2]
            good = drawn.random() < right
            sure = round(float(drawn.beta(8, 2) if good else drawn.beta(4, 3)), 2)
            rows.append({"item_id": f"{system}{place}", "judge": "j", "label": truth if good else {"pass": "fail", "fail": "pass"}[truth], "confidence": sure, "system": system})  # fmt: skip
            gold.append({"item_id": f"{system}{place}", "annotator": "h", "label": truth})
    found = judgeaudit.calibrate(pd.DataFrame(rows), pd.DataFrame(gold), rubric(), embedder="none", now=NOW)
    own = {one.system: one.routing and one.routing.threshold for one in found.data.judges[0].of_systems}
    assert own["A"] is not None
    assert own["B"] is None
    assert found.data.judges[0].routing is not None
    assert found.data.judges[0].routing.threshold != own["A"]
    assert CalibrationFile.model_validate_json(found.data.model_dump_json()) == found.data
