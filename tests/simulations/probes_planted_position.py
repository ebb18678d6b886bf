"""What is true of a planted judge of pairs that is shown both orders, and the same response twice."""

from __future__ import annotations

from tests.simulations.probes_planted_models import Floats, Judge

Key = tuple[str, str | None]


def of_pairs(judge: Judge) -> dict[Key, float]:
    """By name and variant; a group stands behind the name. Empty for judges of answers.

    Two verdicts on a pair, one in either order, depend on its kind alone, so that what they say together is a sum over kinds. Shares are of all pairs
    (of verdicts, where a rate is one of verdicts); a tie is half a verdict for either place, and no win.
    """
    if not judge.shape.pairs:
        return {}
    plain, swapped, identical = judge.plain, judge.moved("second"), judge.moved("same")
    found = _orders(judge.kinds, _three(plain), _three(swapped)) | _identical(judge.kinds, _three(identical), has_tie=len(judge.shape.labels) > 2)
    return {(name, None): value for name, value in found.items()}


def _three(chances: Floats) -> list[Floats]:
    """Chances of the first response, of the second, of a tie, each of every kind."""
    tie = chances[:, 2] if chances.shape[1] > 2 else 0 * chances[:, 0]
    return [chances[:, 0], chances[:, 1], tie]


def _orders(kinds: Floats, plain: list[Floats], swapped: list[Floats]) -> dict[str, float]:
    a, b, tie = plain
    a_turned, b_turned, tie_turned = swapped
    both_a, both_b, both_tie = float(kinds @ (a * a_turned)), float(kinds @ (b * b_turned)), float(kinds @ (tie * tie_turned))
    to_first = float(kinds @ (a * b_turned + a * tie_turned + tie * b_turned))
    to_second = float(kinds @ (b * a_turned + b * tie_turned + tie * a_turned))
    return {
        "position_consistency": both_a + both_b + both_tie,
        "preference_fairness": to_second - to_first,
        "first_position_rate": float(kinds @ (a + b_turned + (tie + tie_turned) / 2)) / 2,
        "win_rate of response_a": float(kinds @ a),
        "win_rate of response_b": float(kinds @ b),
        "win_rate_after_swap of response_a": both_a,
        "win_rate_after_swap of response_b": both_b,
        "tie_rate_after_swap": both_tie,
        "inconsistent_rate": to_first + to_second,
    }


def _identical(kinds: Floats, said: list[Floats], *, has_tie: bool) -> dict[str, float]:
    a, b, tie = said
    found = {"identical_responses_first_rate": float(kinds @ (a + tie / 2))}
    return found | ({"identical_responses_decided_rate": float(kinds @ (a + b))} if has_tie else {})
