"""What a judge's tokens cost. Unknown stays unknown: never 0."""

from __future__ import annotations

from collections.abc import Mapping

from judgeaudit.domain.rubric import Judge, Price

_SAMPLE = 1000
"""Tokens that the table is asked about: few enough to stay below every tier for long prompts."""

_MOST_TOKENS = 2**53


def own_price(judge: Judge, prices: Mapping[str, Price]) -> Price | None:
    """The rubric's own price for a judge, by its name, else by its model; None where it gives none."""
    return prices.get(judge.name) or prices.get(judge.model)


def price_of(judge: Judge, prices: Mapping[str, Price]) -> Price | None:
    """What a judge costs, in USD per million tokens.

    Parameters
    ----------
    judge : Judge
        Embedded models and Python functions cost nothing (what a function spends itself is not seen).
    prices : mapping of str to Price
        `Rubric.prices`; they go before litellm's table.

    Returns
    -------
    Price or None
        None where neither the rubric nor litellm's table knows the model.
    """
    given = own_price(judge, prices)
    if given is not None:
        return given
    return Price(input=0.0, output=0.0) if judge.kind != "litellm" else _table_price(judge.model)


def cost_of(price: Price | None, prompt_tokens: int | None, completion_tokens: int | None) -> float | None:
    """USD of one reply; None where the price or either count is unknown or no count."""
    if price is None or token_count(prompt_tokens) is None or token_count(completion_tokens) is None:
        return None
    assert prompt_tokens is not None
    assert completion_tokens is not None
    return (price.input * prompt_tokens + price.output * completion_tokens) / 1e6


def token_count(value: object) -> int | None:
    """A number of tokens as a server states it; None where it is negative, absurd (above 2**53) or no whole number."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_TOKENS else None


def _table_price(model: str) -> Price | None:
    from judgeaudit.judging.load_litellm import load_litellm

    litellm = load_litellm()
    import openai

    try:
        prompt, completion = litellm.cost_per_token(model=model, prompt_tokens=_SAMPLE, completion_tokens=_SAMPLE)
    except (litellm.exceptions.ModelNotMappedError, openai.OpenAIError):
        return None
    scale = 1e6 / _SAMPLE
    return Price(input=prompt * scale, output=completion * scale)
