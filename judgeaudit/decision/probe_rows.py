"""What a decision reads of probes: the block `probes`, and what the blocks `position`, `identical_responses` and `self_preference` say, in the same form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from judgeaudit.analyses.biases.advice import PAYS, advice_for
from judgeaudit.analyses.biases.position_words import of_places
from judgeaudit.domain.results import AnalysisOutput
from judgeaudit.thresholds import PROBE_ALPHA, PROBE_MARGIN

Row = Mapping[str, Any]


def probe_rows(judge: str, outputs: Iterable[AnalysisOutput]) -> list[Row]:
    """Rows of one judge, one for each probe and criterion, each with its rows of `probe_strata` as `strata`.

    Parameters
    ----------
    judge : str
    outputs : iterable of AnalysisOutput
        Of the analysis `bias` the blocks `probes`, `position`, `identical_responses`, `self_preference` and `probe_strata` are read.

    Returns
    -------
    list of mapping
        Of the block `probes`; where the row of `position` was not measured (each pair was judged once in either order, so that the judge's own noise is not
        known), the exact test of the two places is read instead: Bonferroni's over the judge's biases and attacks. `identical_responses` is not followed
        where its exact test finds that a place is preferred. An attack that takes the answer's place and `passes` pays, also where nothing rises because
        the item's own answer passes as often. `self_preference`, which asks nobody, has a row where its number is defined: biased where the whole interval
        lies beyond the margin, and one that allows for the judge's other tests leaves 0 out.
    """
    blocks: Mapping[str, Any] = next((output.analysis.blocks for output in outputs if output.analysis.name == "bias"), {})
    own: dict[str, list[Row]] = {
        name: [row for row in blocks.get(name, ()) if row["judge"] == judge] for name in ("probes", "position", "identical_responses", "self_preference")
    }  # fmt: skip
    orders = {row["criterion"]: row for row in own["position"] if row.get("consistency") is not None}
    same = {row["criterion"]: row for row in own["identical_responses"]}
    strata: dict[tuple[str, str], list[Row]] = {}
    for row in blocks.get("probe_strata", ()):
        if row["judge"] == judge:
            strata.setdefault((row["probe"], row["criterion"]), []).append(row)
    n_tests = sum(row["kind"] in ("bias", "attack") for row in own["probes"])
    rows = []
    for row in ({**row, "strata": strata.get((row["probe"], row["criterion"]), [])} for row in own["probes"]):
        probe, criterion, unread = row["probe"], row["criterion"], row.get("answer") == "not_measured"
        if probe == "position" and unread and criterion in orders:
            rows.append(_of_orders(row, orders[criterion], n_tests))
        elif probe == "identical_responses" and unread and criterion in same:
            rows.append(_of_the_same(row, same[criterion]))
        elif row.get("answer") == "passes":
            rows.append({**row, "answer": "biased", "read": pass_words(row), "advice": PAYS[probe]})
        else:
            rows.append(row)
    return rows + [_of_family(row) for row in own["self_preference"] if row["value"] is not None]


def pass_words(row: Row) -> str:
    """How often an attack that takes the answer's place passes."""
    value, low, high = (f"{100 * row[name]:.3g} %" for name in ("passes", "passes_low", "passes_high"))
    return f"it passes in {value} of verdicts [{low} to {high}] on {row['n_items']:,} items"


def _of_orders(row: Row, orders: Row, n_tests: int) -> Row:
    """The row of `position` from both orders of pairs that were judged once in either."""
    p = None if orders["p"] is None else max(min(1.0, orders["p"] * n_tests), orders["p_adjusted"] or 0.0)
    biased = bool(orders["clear"]) and p is not None and p <= PROBE_ALPHA
    changed = {**row, "answer": "biased" if biased else "inconclusive", "n_items": orders["n_pairs"], "smallest": None, "read": of_places(orders, p)}
    return {**changed, "advice": advice_for(changed)}


def _of_the_same(row: Row, places: Row) -> Row:
    """The row of `identical_responses` where a place is clearly preferred; else as it was."""
    if not places["clear"] or places["p_adjusted"] is None or places["p_adjusted"] > PROBE_ALPHA:
        return row
    read = (
        f"of {places['n_items']:,} pairs of the same response twice {places['n_first']:,} go to the first place and {places['n_second']:,} to the second "
        f"(p = {places['p_adjusted']:.2g})"
    )
    changed = {**row, "answer": "does_not_follow", "read": read}
    return {**changed, "advice": advice_for(changed)}


def _of_family(row: Row) -> Row:
    """A row like those of probes for the preference for the own family."""
    low, high = row["value_low"], row["value_high"]
    ends = "" if low is None or high is None else f" [{low:+.2f} to {high:+.2f}]"
    read = (
        f"at equal gold responses of its own family ({row['family']}) get the good verdict in {100 * row['own_rate']:.3g} %, others in "
        f"{100 * row['other_rate']:.3g} % ({row['value']:+.2f}{ends})"
    )
    known = low is not None and high is not None
    within = known and low >= -PROBE_MARGIN and high <= PROBE_MARGIN
    beyond = known and row["clear"] and (low > PROBE_MARGIN or high < -PROBE_MARGIN)
    answer = "biased" if beyond else "not_beyond_margin" if within else "inconclusive"
    made = {
        "probe": "self_preference", "kind": "bias", "answer": answer, "judge": row["judge"], "criterion": row["criterion"], "margin": PROBE_MARGIN,
        "n_items": row["n_own"] + row["n_other"], "smallest": None, "plain_flip": None, "probe_flip": None, "read": read, "strata": [],
    }  # fmt: skip
    return {**made, "advice": advice_for(made)}
