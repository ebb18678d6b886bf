"""The verbs of which a rationale says that a text does not do them: in their forms, with what is claimed."""

from __future__ import annotations

VERBS: dict[str, str] = {}
"""Forms of verbs, in lower case, to what is claimed: mention (the words stand), contain, give (said or handed over), discuss, explain, use, act."""

_BY_KIND = {
    "mention": "mention reference note refer_to talk_about speak_of bring_up comment_on touch_on touch_upon allude_to link_to point_out point_to"
    " make_mention_of make_reference_to make_any_mention_of make_any_reference_to say acknowledge warn warn_about warn_of"
    " warn_against caution"
    " caution_about caution_against remind flag highlight stress remark_on hint_at raise recall underline write",
    "contain": "include contain list feature have suggest carry come_with recommend advise propose add incorporate attach",
    "give": "name cite quote identify give provide offer supply state specify ask confirm indicate tell present show disclose reveal report record"
    " convey express spell_out set_out lay_out share pass_on credit inform communicate make_clear inform_of mark sign recap"
    " repeat restate",
    "discuss": "discuss address cover deal_with explore tackle go_into",
    "explain": "explain describe elaborate_on clarify",
    "use": "use call invoke import define",
    "act": "apologize apologise thank greet",
}
_IRREGULAR = {
    "refer": "refers referred referring", "speak": "speaks spoken speaking", "bring": "brings brought bringing", "make": "makes made making",
    "say": "says said saying", "have": "has had having", "give": "gives given giving", "tell": "tells told telling", "show": "shows shown showing",
    "go": "goes gone going", "warn": "warns warned warning", "specify": "specifies specified specifying", "identify": "identifies identified identifying",
    "supply": "supplies supplied supplying", "discuss": "discusses discussed discussing", "address": "addresses addressed addressing",
    "touch": "touches touched touching", "flag": "flags flagged flagging", "stress": "stresses stressed stressing", "come": "comes come coming",
    "carry": "carries carried carrying", "spell": "spells spelled spelling", "set": "sets set setting", "lay": "lays laid laying",
    "pass": "passes passed passing", "deal": "deals dealt dealing", "write": "writes written writing", "attach": "attaches attached attaching",
    "express": "expresses expressed expressing",
}  # fmt: skip


def _forms(verb: str) -> tuple[str, str, str, str]:
    """Base, third person, participle, -ing."""
    first, _, rest = verb.partition(" ")
    if first in _IRREGULAR:
        third, part, ing = _IRREGULAR[first].split()
    else:
        stem = first.removesuffix("e")
        third, part, ing = f"{first}s", f"{stem}ed", f"{stem}ing"
    return verb, f"{third} {rest}".strip(), f"{part} {rest}".strip(), f"{ing} {rest}".strip()


def _fill() -> tuple[str, str, str, str]:
    """Alternatives of each form, the longest first."""
    forms: list[list[str]] = [[], [], [], []]
    for kind, verbs in _BY_KIND.items():
        for verb in verbs.split():
            for slot, form in zip(forms, _forms(verb.replace("_", " ")), strict=True):
                VERBS[form] = kind
                slot.append(form)
    base, third, part, ing = ("|".join(sorted(slot, key=len, reverse=True)).replace(" ", r"\s+") for slot in forms)
    return base, third, part, ing


BASE, THIRD, PART, ING = _fill()
"""Alternatives of each form, the inside of a group."""
