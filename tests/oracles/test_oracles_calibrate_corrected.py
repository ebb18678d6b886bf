"""Corrected rates of `judgeaudit calibrate`, from counts by hand: (p + q0 - 1) / (q0 + q1 - 1), Rogan & Gladen 1978, doi:10.1093/oxfordjournals.aje.a112510."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_cli_audit import judgeaudit

P, F = "pass", "fail"
Runs = Sequence[tuple[str, str | None, int]]
"""What the judge says, gold (None: not labelled), and on how many items."""


def calibrated(folder: Path, labels: Sequence[str], runs: Runs) -> tuple[dict[str, Any], str]:
    """audit.json and what was printed."""
    items = [pair[:2] for pair in runs for _ in range(pair[2])]
    listed = ", ".join(f'"{label}"' for label in labels)
    (folder / "r.yaml").write_text(f"name: demo\ncriteria: [{{name: c, question: Right, scale: {{level: nominal, labels: [{listed}]}}}}]\n", encoding="utf-8")
    verdicts = ["item_id,judge,label", *(f"i{n:04d},a,{said}" for n, (said, _) in enumerate(items))]
    gold = ["item_id,annotator,label", *(f"i{n:04d},x,{label}" for n, (_, label) in enumerate(items) if label)]
    (folder / "v.csv").write_text("\n".join(verdicts) + "\n", encoding="utf-8")
    (folder / "g.csv").write_text("\n".join(gold) + "\n", encoding="utf-8")
    done = judgeaudit("calibrate", "v.csv", "--gold", "g.csv", "--rubric", "r.yaml", "--out", "o", "--embedder", "none", cwd=folder)
    assert done.returncode in (0, 1, 3), done.stderr
    return json.loads((folder / "o" / "audit.json").read_text(encoding="utf-8")), done.stdout


def estimate(audit: Mapping[str, Any], name: str, group: str) -> dict[str, Any]:
    (found,) = (one for one in audit["estimates"] if (one["name"], one.get("group")) == (name, group))
    return found


def rows(audit: Mapping[str, Any], label: str) -> dict[str, dict[str, Any]]:
    (analysis,) = (one for one in audit["analyses"] if one["name"] == "calibration")
    return {row["method"]: row for row in analysis["blocks"]["corrected"] if row["label"] == label}


def test_the_rate_of_items_without_gold_and_that_of_all(tmp_path: Path) -> None:
    """72 of 80 that pass are found, 45 of 60 that fail; of 360 without gold 150 are judged to pass."""
    runs = [(P, P, 72), (F, P, 8), (P, F, 15), (F, F, 45), (P, None, 150), (F, None, 210)]
    audit, _ = calibrated(tmp_path, [P, F], runs)
    p, q0, q1 = 150 / 360, 45 / 60, 72 / 80
    rest = (p + q0 - 1) / (q0 + q1 - 1)
    assert rest == pytest.approx(0.25641, abs=1e-5)
    found, whole = estimate(audit, "corrected_rate_rogan_gladen", P), estimate(audit, "corrected_rate_all_items", P)
    assert (found["value"], found["n_items"]) == (pytest.approx(rest, abs=1e-12), 360)
    assert found["method"].startswith("of the 360 judged items without gold: ")
    assert (whole["value"], whole["n_items"]) == (pytest.approx((80 + 360 * rest) / 500, abs=1e-12), 500)
    assert whole["method"].startswith("of all 500 judged items and no others: ")
    # About these 360 items: 0.0827 to 0.391 of them are 29.8 to 140.8, and only whole ones can pass.
    assert (math.floor(360 * found["low"]), math.ceil(360 * found["high"])) == (29, 141)
    assert (whole["low"], whole["high"]) == (pytest.approx((80 + 29) / 500, abs=1e-12), pytest.approx((80 + 141) / 500, abs=1e-12))
    kept = rows(audit, P)
    assert (kept["rogan_gladen"]["value"], kept["rogan_gladen_all"]["value"]) == (found["value"], whole["value"])


def test_each_of_three_labels_against_the_rest(tmp_path: Path) -> None:
    """Gold and verdict of 100 labelled items as a table of counts; of 200 without gold 80, 70 and 50 are judged x, y and z."""
    table = {("x", "x"): 36, ("x", "y"): 3, ("x", "z"): 1, ("y", "x"): 4, ("y", "y"): 24, ("y", "z"): 2, ("z", "x"): 3, ("z", "y"): 3, ("z", "z"): 24}
    without = {"x": 80, "y": 70, "z": 50}
    runs = [(said, gold, n) for (gold, said), n in table.items()] + [(said, None, n) for said, n in without.items()]
    audit, _ = calibrated(tmp_path, ["x", "y", "z"], runs)
    total = 0.0
    for label in "xyz":
        inside = sum(n for (gold, _), n in table.items() if gold == label)
        hits = table[label, label]
        outside = 100 - inside
        right = sum(n for (gold, said), n in table.items() if label not in (gold, said))
        p, q1, q0 = without[label] / 200, hits / inside, right / outside
        rest = (p + q0 - 1) / (q0 + q1 - 1)
        assert estimate(audit, "corrected_rate_rogan_gladen", label)["value"] == pytest.approx(rest, abs=1e-12)
        assert estimate(audit, "corrected_rate_all_items", label)["value"] == pytest.approx((inside + 200 * rest) / 300, abs=1e-12)
        kept = rows(audit, label)
        said = sum(n for (_, said), n in table.items() if said == label)
        assert kept["raw"]["value"] == pytest.approx((said + without[label]) / 300)
        assert kept["labels_only"]["value"] == pytest.approx(inside / 100)
        assert kept["ppi"]["value"] == pytest.approx(by_ppi(table, without, label), abs=1e-9)
        total += rest
    assert total != pytest.approx(1.0, abs=1e-4), "each by itself"


def by_ppi(table: Mapping[tuple[str, str], int], without: Mapping[str, int], label: str) -> float:
    """PPI++ of an indicator, power tuning as in ppi_py 0.2.3: covariance with n, variance over all verdicts with n - 1 below."""
    pairs = [(float(said == label), float(gold == label)) for (gold, said), n in table.items() for _ in range(n)]
    rest = [float(said == label) for said, n in without.items() for _ in range(n)]
    n, big = len(pairs), len(rest)
    f, y = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    mean_f, mean_y, mean_rest = sum(f) / n, sum(y) / n, sum(rest) / big
    covariance = sum((a - mean_f) * (b - mean_y) for a, b in pairs) / n
    every = f + rest
    middle = sum(every) / len(every)
    variance = sum((a - middle) ** 2 for a in every) / (len(every) - 1)
    lam = min(1.0, max(0.0, covariance / ((1 + n / big) * variance)))
    return mean_y + lam * (mean_rest - mean_f)


def test_the_rate_of_the_other_half_is_never_said_as_that_of_all(tmp_path: Path) -> None:
    """Of 2,000 items half pass; gold was given to 200 that do and 800 that do not, so that of the others 80 % pass. The judge is right on 92 %."""
    runs = [(P, P, 184), (F, P, 16), (P, F, 64), (F, F, 736), (P, None, 752), (F, None, 248)]
    audit, printed = calibrated(tmp_path, [P, F], runs)
    rest, whole = estimate(audit, "corrected_rate_rogan_gladen", P), estimate(audit, "corrected_rate_all_items", P)
    assert (rest["value"], rest["n_items"], whole["value"], whole["n_items"]) == (pytest.approx(0.8), 1000, pytest.approx(0.5), 2000)
    printed = " ".join(printed.split())
    assert "corrected 50 % (48 to 53 %) of all 2,000 items" in printed
    card = (tmp_path / "o" / "judge_card.md").read_text(encoding="utf-8")
    assert "| True rate, these items, c, pass | 0.500" in card
    for text in (printed, card):
        assert "80 %" not in text
        assert "0.800" not in text
        assert "0.8 " not in text
    page = (tmp_path / "o" / "audit.html").read_text(encoding="utf-8").split('<section id="calibration">')[1].split("</section>")[0]
    lines = [re.sub("<[^>]*>", " ", line) for line in re.findall("<tr>.*?</tr>", page, flags=re.DOTALL)]
    said = [line for line in lines if "80 %" in line]
    assert len(said) == 1
    assert "Corrected (error rates), items without gold" in said[0]
    assert "80 %" not in re.sub("<tr>.*?</tr>", "", page, flags=re.DOTALL), "in no sentence"
