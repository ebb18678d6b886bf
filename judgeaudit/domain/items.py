"""The things that are judged, and the gold labels that people gave them."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict


class Message(BaseModel):
    """One turn of a conversation."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    role: str
    content: str


Text = str | tuple[Message, ...]


def render_text(text: Text | None) -> str:
    """A text, or a list of messages, as the one string that judges and checks see."""
    if text is None:
        return ""
    if isinstance(text, str):
        return text
    return "\n\n".join(f"{message.role}: {message.content}" for message in text)


class Item(BaseModel):
    """One thing to judge. Pointwise items have `response`, pairwise ones `response_a` and `response_b`; `input` is there where a judge is to be asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    id: str
    input: Text | None = None
    response: Text | None = None
    response_a: Text | None = None
    response_b: Text | None = None
    reference: Text | None = None
    context: Text | None = None
    stratum: str | None = None
    created_at: str | None = None
    metadata: dict[str, Any] = {}

    def sources(self) -> dict[str, str]:
        """Every text of the item that a judge is shown, by name."""
        names = ("input", "context", "reference", "response", "response_a", "response_b")
        return {name: render_text(getattr(self, name)) for name in names if getattr(self, name) is not None}


class GoldLabel(BaseModel):
    """One label of one annotator. `label` is the text as declared on the scale (a number's text on an interval scale)."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    item_id: str
    annotator: str
    label: str
    criterion: str
    status: Literal["ok", "abstained"] = "ok"
