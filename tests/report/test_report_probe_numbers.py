"""What the numbers of place, length and writer are called on the page."""

from __future__ import annotations

from judgeaudit.domain.names import ESTIMATE_NAMES
from judgeaudit.report.metrics import METRICS


def test_every_number_of_bias_is_described() -> None:
    for name in ESTIMATE_NAMES["bias"]:
        assert METRICS[f"bias.{name}"].meaning, name


def test_which_way_is_better_is_said_only_where_one_is() -> None:
    assert METRICS["bias.position_consistency"].better == "higher"
    assert METRICS["bias.inconsistent_rate"].better == "lower"
    assert METRICS["bias.preference_fairness"].better is None
