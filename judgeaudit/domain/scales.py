"""The scale of a criterion: its level, its labels in order, their codes. It travels with every statistic."""

from __future__ import annotations

import math
import re
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

Level = Literal["nominal", "ordinal", "interval"]


class Model(BaseModel):
    """Frozen, closed, and with defaults checked like everything else."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, allow_inf_nan=False, str_strip_whitespace=False)


_TRUTH_WORDS = ("true", "false", "null", "~")


def _plain(value: object) -> object:
    """Text only: a YAML word that is a truth value or nothing elsewhere is refused, since nobody can tell what was meant."""
    truth = {True: "true", False: "false", None: "null"}.get(value) if isinstance(value, bool) or value is None else None
    if isinstance(value, str) and getattr(value, "plain", False) and value.casefold() in _TRUTH_WORDS:
        truth = str(value)
    if truth is not None:
        raise ValueError(f'a label must be text, and {truth} is a truth value or nothing in YAML. Fix: put it in quotes: "{truth}"')
    if isinstance(value, (int, float)):
        raise ValueError(f'a label must be text, got the number {value}. Fix: put it in quotes: "{value}"')
    text = str(value)
    if not text.strip():
        raise ValueError("a label must not be empty. Fix: write a word")
    if text != text.strip():
        raise ValueError(f"the label {text!r} has blanks around it. Fix: write {text.strip()!r}")
    return text


_WHOLE = re.compile(r"([+-]?\d+)\.0+")

Label = Annotated[str, BeforeValidator(_plain)]


class Scale(Model):
    """The scale of a criterion; it travels with every statistic.

    Nominal and ordinal scales list their labels (ordinal: worst to best). An interval scale has `low`, `high` and,
    where only some points may be given, `step`.
    """

    level: Level = "nominal"
    labels: tuple[Label, ...] | None = None
    low: float | None = None
    high: float | None = None
    step: float | None = Field(default=None, gt=0)

    @model_validator(mode="after")
    def _check(self) -> Scale:
        if self.level == "interval":
            return self._check_interval()
        if self.low is not None or self.high is not None or self.step is not None:
            raise ValueError(f"low, high and step belong to an interval scale. Fix: give labels, or level: interval (it is {self.level})")
        if not self.labels or len(self.labels) < 2:
            raise ValueError(f'a {self.level} scale needs at least two labels. Fix: labels: ["pass", "fail"]')
        folded = [label.casefold() for label in self.labels]
        if len(set(folded)) != len(folded):
            raise ValueError("two labels differ only by case or are the same. Fix: make them distinct")
        return self

    def _check_interval(self) -> Scale:
        if self.labels is not None:
            raise ValueError("an interval scale has no labels. Fix: give low and high, or level: ordinal")
        if self.low is None or self.high is None:
            raise ValueError("an interval scale needs low and high. Fix: {level: interval, low: 1, high: 10, step: 1}")
        if not (math.isfinite(self.low) and math.isfinite(self.high)) or self.low >= self.high:
            raise ValueError(f"low must be below high, got {self.low:g} and {self.high:g}")
        if self.step is not None:
            steps = (self.high - self.low) / self.step
            if round(steps) < 1 or abs(steps - round(steps)) > 1e-6:
                raise ValueError(
                    f"steps of {self.step:g} from {self.low:g} do not end at {self.high:g}. Fix: choose step so that high is a point of the scale, or leave it out"
                )
        return self

    @property
    def codes(self) -> tuple[float, ...] | None:
        """Ascending codes of every point of the scale, unused ones too; None where the scale is continuous."""
        if self.level == "interval":
            return self._steps()
        assert self.labels is not None
        if self.level == "nominal" and len(self.labels) == 2:
            return (0.0, 1.0)
        return tuple(float(i + 1) for i in range(len(self.labels)))

    def _steps(self) -> tuple[float, ...] | None:
        assert self.low is not None
        assert self.high is not None
        if self.step is None:
            return None
        n = math.floor((self.high - self.low) / self.step + 1e-9)
        return tuple(round(self.low + i * self.step, 10) for i in range(n + 1)) if n <= 1000 else None

    @property
    def two_labels(self) -> bool:
        return self.level == "nominal" and self.labels is not None and len(self.labels) == 2

    def code(self, label: str) -> float | None:
        """The numeric code of a label (or of a score written as text); None when it is not on the scale."""
        if self.level == "interval":
            return self._score_code(label)
        assert self.labels is not None
        found = self.find(label)
        if found is None:
            return None
        index = self.labels.index(found)
        return float(1 - index) if self.two_labels else float(index + 1)

    def _score_code(self, text: str) -> float | None:
        assert self.low is not None
        assert self.high is not None
        try:
            score = float(text)
        except ValueError:
            return None
        if not math.isfinite(score) or not self.low - 1e-9 <= score <= self.high + 1e-9:
            return None
        if self.step is not None:
            steps = (score - self.low) / self.step
            if abs(steps - round(steps)) > 1e-6:
                return None
            return round(self.low + round(steps) * self.step, 10)
        return score

    def find(self, text: str) -> str | None:
        """The declared label that `text` is, whole; case and blanks around it do not matter. None when there is none."""
        if self.labels is None:
            return None
        folded = text.strip().casefold()
        found = next((label for label in self.labels if label.casefold() == folded), None)
        if found is None and (whole := _WHOLE.fullmatch(folded)):
            # A table with gaps turns 3 into 3.0 on its way through a spreadsheet or a data frame.
            return next((label for label in self.labels if label == whole[1]), None)
        return found

    def label(self, code: float) -> str:
        """The text of a code, as it is shown."""
        if self.labels is None:
            return f"{code:.15g}"
        return self.labels[1 - int(code)] if self.two_labels else self.labels[int(code) - 1]

    def describe(self) -> str:
        """The allowed answers in one phrase."""
        if self.labels is not None:
            return ", ".join(self.labels)
        step = f" in steps of {self.step:g}" if self.step is not None else ""
        return f"a number from {self.low:g} to {self.high:g}{step}"
