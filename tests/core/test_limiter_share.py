"""Several processes that ask one judge: together no faster than the judge allows, whenever they begin."""

from __future__ import annotations

import asyncio

import pytest

from judgeaudit.judging.limiter import Pacer, Share


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> bool:
        self.now += seconds
        return True


def starts(share: Share, tokens: list[int], **limits: float) -> list[float]:
    """Seconds after the beginning at which the requests of one process start; every one is answered at once."""
    clock = Clock()

    async def work() -> list[float]:
        pacer = Pacer(clock=clock, share=share, **limits)
        found = []
        for n in tokens:
            await pacer.admit(n, clock.sleep)
            found.append(round(clock() - 100, 6))
        return found

    return asyncio.run(work())


@pytest.mark.parametrize("of", [1, 2, 3, 7])
def test_processes_that_begin_together_send_one_request_after_the_other(of: int) -> None:
    """30 a minute is one every two seconds, over all processes: 0, 2, 4 ..."""
    together = sorted(at for turn in range(of) for at in starts(Share(of, turn), [0] * 4, requests_per_minute=30))
    assert together == [2.0 * n for n in range(4 * of)]


def test_processes_that_take_over_begin_after_the_last_request_of_those_before() -> None:
    assert min(at for turn in (1, 2) for at in starts(Share(2, turn), [0], requests_per_minute=30)) == 2.0


def test_tokens_are_shared_and_a_call_of_more_than_a_minute_holds_the_whole_share_back() -> None:
    """600 a minute are 10 a second: 3 processes of 100-token calls start one every 10 s together; a call of 1,800 takes 3 minutes of one share of 3."""
    together = sorted(at for turn in range(3) for at in starts(Share(3, turn), [100] * 3, tokens_per_minute=600))
    assert together == [10.0 * n for n in range(9)]
    assert starts(Share(3, 0), [1800, 1], tokens_per_minute=600) == [0.0, 180.0]
