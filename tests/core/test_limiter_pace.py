"""The pace of one judge, with a clock that the test turns."""

from __future__ import annotations

import asyncio

from judgeaudit.judging.limiter import Pacer, Slots


class Clock:
    def __init__(self) -> None:
        self.now = 100.0
        self.woken_early = False

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> bool:
        await asyncio.sleep(0)
        if self.woken_early:
            return False
        self.now += seconds
        return True


def starts(pacer: Pacer, clock: Clock, tokens: list[int]) -> list[float]:
    async def work() -> list[float]:
        at = []
        for n in tokens:
            await pacer.admit(n, clock.sleep)
            at.append(round(clock.now - 100, 6))
        return at

    return asyncio.run(work())


def test_requests_are_spread_evenly() -> None:
    clock = Clock()
    assert starts(Pacer(requests_per_minute=30, clock=clock), clock, [0] * 4) == [0, 2, 4, 6]


def test_tokens_are_spread_evenly() -> None:
    clock = Clock()
    # 600 tokens a minute: 100 tokens are worth 10 seconds.
    assert starts(Pacer(tokens_per_minute=600, clock=clock), clock, [100, 50, 100]) == [0, 10, 15]


def test_the_stricter_limit_holds() -> None:
    clock = Clock()
    assert starts(Pacer(requests_per_minute=30, tokens_per_minute=600, clock=clock), clock, [100, 1, 1]) == [0, 10, 12]


def test_unused_time_is_not_saved_for_a_burst() -> None:
    clock = Clock()
    pacer = Pacer(requests_per_minute=30, clock=clock)
    starts(pacer, clock, [0])
    clock.now += 60
    assert starts(pacer, clock, [0, 0]) == [60, 62]


def test_the_token_account_is_set_right() -> None:
    clock = Clock()
    pacer = Pacer(tokens_per_minute=600, clock=clock)
    starts(pacer, clock, [100])
    pacer.used(100, 200)
    assert starts(pacer, clock, [1]) == [20]
    pacer.used(1, None)


def test_a_pause_holds_and_can_be_made_longer_while_it_lasts() -> None:
    clock = Clock()
    pacer = Pacer(clock=clock)
    pacer.pause(5)

    async def work() -> float:
        waiting = asyncio.create_task(pacer.admit(0, clock.sleep))
        await asyncio.sleep(0)
        pacer.pause(8)
        pacer.pause(1)
        await waiting
        return clock.now - 100

    assert asyncio.run(work()) == 8


def test_whoever_is_woken_early_does_not_wait_on() -> None:
    clock = Clock()
    clock.woken_early = True
    pacer = Pacer(clock=clock)
    pacer.pause(1000)
    assert starts(pacer, clock, [0]) == [0]


def test_without_limits_nothing_waits() -> None:
    clock = Clock()
    assert starts(Pacer(clock=clock), clock, [10**6] * 3) == [0, 0, 0]


def test_a_freed_slot_goes_to_the_judge_that_holds_the_fewest() -> None:
    async def work() -> list[str]:
        slots = Slots(2)
        order: list[str] = []

        async def hold(judge: str) -> None:
            await slots.take(judge)
            order.append(judge)

        await hold("a")
        await hold("a")
        waiting = [asyncio.create_task(hold(judge)) for judge in ("a", "a", "b")]
        await asyncio.sleep(0)
        slots.give("a")
        await asyncio.sleep(0)
        assert order == ["a", "a", "b"]
        slots.give("a")
        slots.give("b")
        await asyncio.gather(*waiting)
        return order

    assert asyncio.run(work()) == ["a", "a", "b", "a", "a"]


def test_a_waiter_that_was_cancelled_takes_no_slot() -> None:
    async def work() -> int:
        slots = Slots(1)
        await slots.take("a")
        cancelled = asyncio.create_task(slots.take("b"))
        granted = asyncio.create_task(slots.take("c"))
        await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.sleep(0)
        slots.give("a")
        granted.cancel()
        await asyncio.gather(cancelled, granted, return_exceptions=True)
        return slots.free

    assert asyncio.run(work()) == 1
