"""A judge as the rubric names it: what is asked, how its answer is read, what it costs."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, model_validator

from judgeaudit.domain.scales import Model

LOCAL_MODELS = ("local/smollm2-135m", "local/qwen2.5-coder-1.5b")


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


class Price(Model):
    """What a judge costs, in USD per million tokens."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
