"""The rubric: what is asked, on which scale, of which judges, and which gates must hold.

The models check what can be checked without a file or a network. Reading YAML, with lines in its errors, is
`importers/rubric_yaml.py`. What later layers fill (probes, layers, margins ...) is accepted and checked here.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from judgeaudit.domain.results import GATE_METRICS

Level = Literal["nominal", "ordinal", "interval"]
Mode = Literal["pointwise", "pairwise"]

PAIRWISE_LABELS = ("response_a", "response_b", "tie")
KNOWN_PROBES: tuple[str, ...] = ()
KNOWN_LAYERS: tuple[str, ...] = ()
KNOWN_EMBEDDERS: tuple[str, ...] = ("default",)
PROMPT_SLOTS = (
    "input", "response", "response_a", "response_b", "reference", "context", "criterion", "question", "aspects", "labels", "label_descriptions", "reply_format",
)  # fmt: skip
"""Slots that a user's own prompt may name, as `{{slot}}`; they are filled once and never rendered again."""
LOCAL_MODELS = ("local/smollm2-135m", "local/qwen2.5-coder-1.5b")


class Model(BaseModel):
    """Frozen, closed, and with defaults checked like everything else."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, str_strip_whitespace=False)


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
        return next((label for label in self.labels if label.casefold() == folded), None)

    def label(self, code: float) -> str:
        """The text of a code, as it is shown."""
        if self.labels is None:
            return f"{code:g}"
        return self.labels[1 - int(code)] if self.two_labels else self.labels[int(code) - 1]

    def describe(self) -> str:
        """The allowed answers in one phrase."""
        if self.labels is not None:
            return ", ".join(self.labels)
        step = f" in steps of {self.step:g}" if self.step is not None else ""
        return f"a number from {self.low:g} to {self.high:g}{step}"


class Aspect(Model):
    """One thing that a criterion looks at."""

    name: str = Field(min_length=1)
    required: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        return {"name": value} if isinstance(value, str) else value


class Criterion(Model):
    """One question of a rubric, with its scale."""

    name: str = Field(min_length=1)
    question: str = Field(min_length=1)
    kind: Literal["countable", "extractive", "subjective"] | None = None
    aspects: tuple[Aspect, ...] = ()
    scale: Scale
    label_descriptions: dict[str, str] = {}

    @model_validator(mode="after")
    def _check(self) -> Criterion:
        known = self.scale.labels or ()
        for label in self.label_descriptions:
            if self.scale.labels is not None and label not in known:
                raise ValueError(f"label_descriptions describes {label!r}, which is not a label of the scale ({', '.join(known)})")
        names = [aspect.name for aspect in self.aspects]
        if len(set(names)) != len(names):
            raise ValueError("two aspects have the same name")
        return self


class Reply(Model):
    """How a judge's answer is read.

    `structured` is our own reply schema (reasons first, verdict last). `json` reads the named fields of the user's own
    format; a field may be a dotted path. `text` reads the last line that starts with `closing`.
    """

    format: Literal["structured", "json", "text"] = "structured"
    label: str | None = None
    score: str | None = None
    rationale: str | None = None
    confidence: str | None = None
    closing: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        return {"format": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _check(self) -> Reply:
        named = [name for name in ("label", "score", "rationale", "confidence") if getattr(self, name) is not None]
        if named and self.format != "json":
            raise ValueError(f"{', '.join(named)} name fields of a json reply. Fix: format: json")
        if self.closing is not None and self.format != "text":
            raise ValueError("closing belongs to a text reply. Fix: format: text")
        return self


class Judge(Model):
    """One judge: a litellm model, an own server, a local model, or a Python callable."""

    model: str = Field(min_length=1)
    name: str = ""
    api_base: str | None = None
    api_key_env: str | None = None
    params: dict[str, Any] = {}
    timeout_s: float = Field(default=120.0, gt=0, le=3600)
    requests_per_minute: float | None = Field(default=None, gt=0)
    tokens_per_minute: float | None = Field(default=None, gt=0)
    system: str | None = None
    prompt: str | None = None
    reply: Reply | None = None

    @model_validator(mode="before")
    @classmethod
    def _name(cls, value: object) -> object:
        if isinstance(value, dict) and not value.get("name") and isinstance(value.get("model"), str):
            return {**value, "name": value["model"]}
        return value

    @model_validator(mode="after")
    def _check(self) -> Judge:
        if "|" in self.name or "#" in self.name:
            raise ValueError(f"the judge name {self.name!r} contains | or #, which stand for pairs and majorities. Fix: choose another name")
        if self.model.startswith("python:") and len(self.model.split(":")) != 3:
            raise ValueError(f"{self.model!r} is not python:package.module:function")
        if self.model.startswith("local/") and self.model not in LOCAL_MODELS:
            raise ValueError(f"{self.model!r} is not an embedded model. Fix: one of {', '.join(LOCAL_MODELS)}")
        for taken in ("seed", "model", "messages", "stream", "n", "api_key", "num_retries", "max_retries", "timeout"):
            if taken in self.params:
                where = {"seed": "seed or seeds of the rubric", "timeout": "timeout_s", "api_key": "api_key_env"}.get(taken, "the rubric")
                raise ValueError(f"params must not hold {taken!r}: judgeaudit sets it. Fix: use {where}")
        return self

    @property
    def kind(self) -> Literal["python", "local", "litellm"]:
        if self.model.startswith("python:"):
            return "python"
        return "local" if self.model.startswith("local/") else "litellm"


class Gate(Model):
    """A limit on the pessimistic end of an estimate's interval."""

    max: float | None = None
    min: float | None = None

    @model_validator(mode="after")
    def _check(self) -> Gate:
        if self.max is None and self.min is None:
            raise ValueError("a gate needs max, min or both. Fix: {max: 0.05}")
        for limit in (self.min, self.max):
            if limit is not None and not math.isfinite(limit):
                raise ValueError("a gate's limit must be a finite number")
        if self.max is not None and self.min is not None and self.min > self.max:
            raise ValueError("min is above max")
        return self


class Adjudication(Model):
    """How several gold labels of an item become one."""

    rule: Literal["majority", "adjudicator"] = "majority"
    annotator: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: object) -> object:
        return {"rule": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _check(self) -> Adjudication:
        if (self.rule == "adjudicator") != (self.annotator is not None):
            raise ValueError("rule: adjudicator goes with annotator: NAME, and only with it")
        return self


class Price(Model):
    """What a judge costs, in USD per million tokens."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)


class Rubric(Model):
    """A whole audit, as the user writes it."""

    name: str = Field(min_length=1)
    version: str | None = None
    mode: Mode = "pointwise"
    system: str | None = None
    prompt: str | None = None
    reply: Reply = Reply()
    criteria: tuple[Criterion, ...] = Field(min_length=1)
    items: str | None = None
    gold: str | None = None
    adjudication: Adjudication = Adjudication()
    annotators: Literal["expert", "skilled", "crowd"] | None = None
    judges: tuple[Judge, ...] = ()
    replicates: int = Field(default=5, ge=1, le=1000)
    seed: int = Field(default=1, ge=0, le=2**31 - 1)
    seeds: tuple[int, ...] | None = None
    probes: tuple[str, ...] = ()
    gates: dict[str, Gate] = {}
    layers: tuple[str, ...] = ()
    margins: dict[str, float] = {}
    embedder: str = "default"
    comparer: str | None = None
    prices: dict[str, Price] = {}

    @model_validator(mode="before")
    @classmethod
    def _pairwise_scale(cls, value: object) -> object:
        """A pairwise criterion may leave its scale out: the default names of the two responses and the tie."""
        if not isinstance(value, dict) or value.get("mode") != "pairwise" or not isinstance(value.get("criteria"), (list, tuple)):
            return value
        default = {"level": "nominal", "labels": list(PAIRWISE_LABELS)}
        criteria = [{**c, "scale": default} if isinstance(c, dict) and "scale" not in c else c for c in value["criteria"]]
        return {**value, "criteria": criteria}

    @model_validator(mode="after")
    def _check(self) -> Rubric:
        _unique("criteria", [c.name for c in self.criteria])
        _unique("judges", [j.name for j in self.judges])
        _known("probe", self.probes, KNOWN_PROBES)
        _known("layer", self.layers, KNOWN_LAYERS)
        _known("gate", tuple(self.gates), GATE_METRICS)
        _known("embedder", (self.embedder,), KNOWN_EMBEDDERS)
        if self.seeds is not None and len(self.seeds) < self.replicates:
            raise ValueError(f"seeds lists {len(self.seeds)} seeds for {self.replicates} replicates. Fix: one seed for each replicate")
        if self.seeds is not None and len(set(self.seeds)) != len(self.seeds):
            raise ValueError("seeds lists the same seed twice; replicates with one seed are not repeats of a sample")
        for name in self.prices:
            if name not in {j.name for j in self.judges} | {j.model for j in self.judges}:
                raise ValueError(f"prices names {name!r}, which is no judge of this rubric")
        if self.mode == "pairwise":
            self._check_pairwise()
        return self

    def _check_pairwise(self) -> None:
        for criterion in self.criteria:
            scale = criterion.scale
            if scale.level != "nominal" or scale.labels is None or len(scale.labels) not in (2, 3):
                raise ValueError(
                    f"criterion {criterion.name!r}: a pairwise scale has two labels (response_a, response_b) or three (and tie), "
                    "and is nominal. Fix: leave the scale out, or name them in that order"
                )

    def criterion(self, name: str) -> Criterion:
        """The criterion of that name; KeyError when there is none."""
        return next(c for c in self.criteria if c.name == name)

    def sent_seed(self, replicate: int) -> int:
        """The seed that replicate `replicate` (from 0) asks for."""
        return self.seeds[replicate] if self.seeds is not None else self.seed + replicate


def _unique(what: str, names: list[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise ValueError(f"{what} holds {name!r} twice. Fix: give each a name of its own")
        seen.add(name)


def _known(what: str, names: tuple[str, ...], known: tuple[str, ...]) -> None:
    from difflib import get_close_matches

    for name in names:
        if name in known:
            continue
        near = get_close_matches(name, known, n=1)
        listed = f"nearest is {near[0]!r}" if near else f"there are: {', '.join(known)}" if known else f"no {what} is built yet"
        raise ValueError(f"unknown {what} {name!r}; {listed}")
