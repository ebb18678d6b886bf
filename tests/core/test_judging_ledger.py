"""Who is given what of a plan on a cluster: items stay together, limits add up, and what a dead worker had counts as used."""

from __future__ import annotations

from collections import Counter

import pytest

from judgeaudit.api.dealing import dealt, parts_of
from judgeaudit.api.ledger import MOST_DEATHS, Ledger
from judgeaudit.api.on_worker import Assignment, Judged
from judgeaudit.domain.calls import CallSpec, Prompt
from judgeaudit.judging.execute import Limits
from judgeaudit.judging.limiter import Share

PROMPT = Prompt(messages=(), schema=None, prompt_hash="h")


def specs(n_items: int, *judges: str) -> list[CallSpec]:
    return [
        CallSpec(key=f"{judge}-{n}-{r}", judge=judge, item_id=f"i{n}", criterion="c", replicate=r, seed_sent=None, prompt=PROMPT)
        for n in range(n_items)
        for r in range(2)
        for judge in judges
    ]


def given(calls: list[CallSpec], limits: Limits) -> Assignment:
    return Assignment(
        number=0, folder="", mark="", rubric_folder="", judges=(), criteria=(), prices={}, items=(), parameters={}, specs=tuple(calls), limits=limits, share=Share(), dearest={},
    )  # fmt: skip


def judged(requests: int, *, spent: float = 0.0, dearest: dict[str, float] | None = None, ran_out: bool = False, failed: tuple[str, ...] = ()) -> Judged:
    progress = (requests, 0, requests, spent, 0)
    return Judged(requests, spent, dearest or {}, {}, (), failed, ran_out, 0, progress)


@pytest.mark.parametrize("n", [1, 2, 5, 40])
def test_every_call_is_dealt_once_in_its_order_and_those_of_an_item_together(n: int) -> None:
    plan = specs(30, "a", "b")
    lots = dealt(plan, n, salt="0")
    assert 1 <= len(lots) <= n
    assert all(lots)
    assert Counter(spec.key for lot in lots for spec in lot) == Counter(spec.key for spec in plan)
    assert all([spec for spec in plan if spec in lot] == lot for lot in lots)
    homes = [{spec.item_id for spec in lot} for lot in lots]
    assert sum(map(len, homes)) == 30
    assert n == 1 or dealt(plan, n, salt="1") != lots, "the mates of a call that kills workers change"


@pytest.mark.parametrize("whole", [0, 1, 7, 1000])
def test_parts_add_up_and_go_by_weight(whole: int) -> None:
    parts = parts_of(whole, [3, 1, 1, 5])
    assert sum(parts) == whole
    assert all(abs(part - whole * weight / 10) < 1 for part, weight in zip(parts, [3, 1, 1, 5], strict=True))
    assert sorted(parts_of(whole, [1] * 3)) == sorted([whole // 3, (whole + 1) // 3, (whole + 2) // 3])


def test_requests_left_over_are_there_for_the_next_round_and_those_of_a_dead_worker_are_not() -> None:
    ledger, plan = Ledger(Limits(max_calls=20)), specs(10, "a")
    ledger.book(given(plan[:10], Limits(max_calls=10)), judged(4))
    assert ledger.left() == (16, None)
    ledger.book_loss(given(plan[10:], Limits(max_calls=16)), (3, 0, 5, 0.0, 0))
    assert ledger.left() == (0, None)
    assert ledger.todo(plan, ()) == []
    assert list(ledger.incomplete) == [
        "stopped after 9 requests in this session (--max-calls); 11 requests more were left to workers that died, and count as used"
    ]


def test_a_call_that_is_lost_again_and_again_is_given_up_and_named() -> None:
    ledger, plan = Ledger(Limits()), specs(2, "a")
    for _ in range(MOST_DEATHS):
        assert ledger.todo(plan, ()) == plan
        ledger.book_loss(given(plan[:2], Limits()), (0, 0, 0, 0.0, 0))
    assert ledger.todo(plan, ()) == plan[2:]
    assert list(ledger.incomplete) == ["2 calls were lost with 3 workers that died and were not dealt again, of item i0 among others"]


def test_a_call_that_had_its_chance_is_not_asked_again_and_one_that_a_limit_ended_comes_last() -> None:
    ledger, plan = Ledger(Limits(max_calls=50)), specs(2, "a")
    ledger.book(given(plan, Limits()), judged(2, failed=(plan[0].key,)))
    ledger.book(given(plan, Limits()), judged(2, failed=(plan[1].key,), ran_out=True))
    assert ledger.todo(plan, ()) == [plan[2], plan[3], plan[1]]


def test_a_judge_whose_price_nobody_has_seen_is_asked_once_then_by_all_that_the_money_can_feed() -> None:
    ledger, plan = Ledger(Limits(max_cost_usd=0.05)), specs(40, "a", "b")
    (first,) = ledger.lots(ledger.todo(plan, ()), 8, first=True, salt="0")
    assert [spec.key for spec in first] == ["a-0-0", "b-0-0"]
    ledger.book(given(first, Limits()), judged(1, spent=0.01, dearest={"a": 0.01}))
    lots = ledger.lots(ledger.todo(plan, ()), 8, first=False, salt="1")
    assert len(lots) == 4, "0.04 USD are four requests"
    assert [len({spec.judge for spec in lot} & {"b"}) for lot in lots] == [1, 0, 0, 0], "still one worker alone"
    ledger.book(given(first, Limits()), judged(9, spent=0.035, dearest={"a": 0.01, "b": 0.001}))
    assert {spec.judge for spec in ledger.todo(plan, ())} == {"b"}
    assert list(ledger.incomplete) == ["stopped at 0.045 USD in this session: one more request could pass the limit of 0.05 USD (--max-cost)"]
