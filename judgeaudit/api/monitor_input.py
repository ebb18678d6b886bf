"""What a watch is begun from, and the rows that it is fed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from judgeaudit.api.audit import ASSUMED_CRITERION, is_run
from judgeaudit.api.inputs import PathLike
from judgeaudit.domain.items import GoldLabel
from judgeaudit.domain.rubric import Criterion, Rubric
from judgeaudit.errors import OptionError, VerdictsError
from judgeaudit.importers.text_file import refuse_url

if TYPE_CHECKING:
    import pyarrow as pa

    from judgeaudit.api.assemble import Evidence
    from judgeaudit.monitoring.watched_anchors import Anchor

BLOCK = 1 << 20
NOTHING = hashlib.sha256().hexdigest()
"""Digest of every file without a byte: of two of them the second is no repeat of the first."""

EXAMPLES = 3


def digest_of(path: Path) -> str:
    """SHA-256 of a file, or of the files of a folder in the order of their names."""
    if not path.exists():
        refuse_url(path, error=VerdictsError, what="file of verdicts")
        raise VerdictsError("there is no such file", where=str(path), fix="check the path")
    if path.is_dir() and not any(one.is_file() for one in path.rglob("*")):
        raise VerdictsError("the folder is empty, and no run directory", where=str(path), fix="check the path")
    found = hashlib.sha256()
    for file in [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file()):
        with file.open("rb") as content:
            while block := content.read(BLOCK):
                found.update(block)
    return found.hexdigest()


def read_batch(path: Path, criterion: str) -> pa.Table:
    """Verdicts of a file, a folder of parts or a run directory; an empty file is a batch without rows."""
    from judgeaudit.tables import empty_table

    if is_run(path):
        from judgeaudit.api.stored_run import evidence_of_run

        return _in_strata(evidence_of_run(path, None, None, None))
    from judgeaudit.importers.imported import any_verdicts

    return empty_table() if is_empty(path) else any_verdicts(path, criterion=criterion)


def is_empty(path: Path) -> bool:
    """Whether a file of verdicts has no rows: a batch without any is no mistake."""
    from judgeaudit.importers.packed import unpacked

    if path.is_dir():
        parts = sorted(path.rglob("*.parquet"))
        return all(is_empty(part) for part in parts) if parts else False
    if not path.is_file():
        return False
    try:
        with unpacked(path) as plain:
            return _has_no_rows(plain)
    except VerdictsError:  # said where it is read
        return False


def _has_no_rows(path: Path) -> bool:
    from judgeaudit.importers.foreign import start_of
    from judgeaudit.importers.table_kinds import table_kind

    content = path.read_bytes().strip().removeprefix(b"\xef\xbb\xbf").strip() if path.stat().st_size <= BLOCK else None
    if content in (b"", b"[]"):
        return path.suffix.lower() not in (".parquet", ".xlsx")  # which begin with bytes of their own
    kind = table_kind(start_of(path))
    if kind == "parquet":
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            return bool(pq.read_metadata(path).num_rows == 0)
        except (OSError, pa.ArrowException):
            return False
    if content is None:
        return False
    if kind == "excel":
        from judgeaudit.importers.excel import sheet_rows

        return not sheet_rows(path)
    return kind == "csv" and b"\n" not in content and b"\r" not in content


def read_baseline(
    baseline: Path, *, rubric: PathLike | Rubric | None, gold: Path | None, production: Path | None
) -> tuple[pa.Table, Rubric, bool, Sequence[GoldLabel]]:
    """Rows of the baseline, the rubric, whether its scale was guessed, and gold labels."""
    from judgeaudit.importers.gold import read_gold

    if is_run(baseline):
        from judgeaudit.api.stored_run import evidence_of_run

        evidence = evidence_of_run(baseline, rubric, None, gold)
        table, read, assumed, labels = _in_strata(evidence), evidence.rubric, False, evidence.gold or ()
        return _with(table, production, read.criteria[0].name if len(read.criteria) == 1 else ASSUMED_CRITERION), read, assumed, labels
    if rubric is not None:
        from judgeaudit.api.inputs import read_inputs

        inputs = read_inputs(rubric, gold=gold)
        name = inputs.rubric.criteria[0].name if len(inputs.rubric.criteria) == 1 else ASSUMED_CRITERION
        return _with(read_batch(baseline, name), production, name), inputs.rubric, False, inputs.gold or ()
    from judgeaudit.importers.assume import assume_rubric
    from judgeaudit.importers.gold import gold_texts

    table = _with(read_batch(baseline, ASSUMED_CRITERION), production, ASSUMED_CRITERION)
    read, _ = assume_rubric(table, gold_texts=gold_texts(gold) if gold is not None else ())
    read = _with_room(table, read)
    return table, read, True, read_gold(gold, read) if gold is not None else ()


def _with_room(table: pa.Table, rubric: Rubric) -> Rubric:
    """Scales that were guessed from scores, as `scales.roomy` has them: a judge that drifts gives scores that its baseline does not have."""
    import pyarrow.compute as pc

    from judgeaudit.monitoring.scales import numbers_of, roomy

    found = []
    for criterion in rubric.criteria:
        if criterion.scale.level == "interval":
            mine = table.filter(pc.equal(table["criterion"], criterion.name))
            low, high = roomy(numbers_of(mine["label"].to_pylist(), mine["score"].to_pylist()))
            criterion = criterion.model_copy(update={"scale": criterion.scale.model_copy(update={"low": low, "high": high})})
        found.append(criterion)
    return rubric.model_copy(update={"criteria": tuple(found)})


def _in_strata(evidence: Evidence) -> pa.Table:
    """The rows of a run directory, each with the stratum of its item: calls do not repeat it."""
    import pyarrow as pa

    strata = {item.id: item.stratum for item in evidence.items}
    table = evidence.table
    place = table.schema.get_field_index("stratum")
    found = pa.array([strata.get(item) for item in table["item_id"].to_pylist()], table.schema.field(place).type)
    return table.set_column(place, table.schema.field(place), found)


def _with(table: pa.Table, production: Path | None, criterion: str) -> pa.Table:
    """The baseline with rows of production, where they are in a file of their own.

    Raises
    ------
    VerdictsError
        Production bears ids of the baseline's items: it would count as further verdicts on these.
    """
    import pyarrow as pa

    if production is None:
        return table
    more = read_batch(production, criterion)
    both = sorted(set(table["item_id"].unique().to_pylist()) & set(more["item_id"].unique().to_pylist()))
    if both:
        named = ", ".join(map(repr, both[:EXAMPLES])) + (" ..." if len(both) > EXAMPLES else "")
        raise VerdictsError(
            f"{len(both):,} production items have ids of the baseline's items and would count as further verdicts on these: {named}", where=str(production),
            fix="give production ids of its own, or leave these rows out",
        )  # fmt: skip
    return pa.concat_tables([table.replace_schema_metadata(None), more.replace_schema_metadata(None)])


def texts_of(path: Path) -> Mapping[str, str]:
    """SHA-256 of every item of a run directory; nothing of other files, which hold no texts."""
    if not is_run(path):
        return {}
    from judgeaudit.monitoring.anchors import digests_of_items
    from judgeaudit.store import read_inputs

    return digests_of_items(read_inputs(path)[0])


def check_texts(anchors: Mapping[str, Anchor], texts: Mapping[str, str], name: str) -> None:
    """Anchors must stand for the same texts as in the baseline, or a change of these is laid at the judge's door.

    Raises
    ------
    VerdictsError
    """
    other = sorted(item for item, anchor in anchors.items() if anchor.text is not None and texts.get(item, anchor.text) != anchor.text)
    if other:
        named = ", ".join(map(repr, other[:EXAMPLES])) + (" ..." if len(other) > EXAMPLES else "")
        raise VerdictsError(
            f"{len(other):,} anchors have another text than in the baseline: {named}", where=name,
            fix="judge the same texts again, or give other items ids of their own",
        )  # fmt: skip


def chosen_judge(table: pa.Table, judge: str | None) -> str:
    """The judge that is watched: the only one, or the one named."""
    names = sorted(name for name in table["judge"].unique().to_pylist() if name is not None)
    return _chosen(names, judge, "judge", "--judge")


def chosen_criterion(table: pa.Table, rubric: Rubric, criterion: str | None) -> Criterion:
    """The criterion that is watched: the only one of both, or the one named."""
    present = set(table["criterion"].unique().to_pylist())
    names = [one.name for one in rubric.criteria if one.name in present]
    name = _chosen(names, criterion, "criterion", "--criterion")
    return next(one for one in rubric.criteria if one.name == name)


def _chosen(names: Sequence[str], name: str | None, what: str, option: str) -> str:
    if name is not None:
        if name not in names:
            raise OptionError(f"the baseline has no verdict of {what} {name!r}", where=option, fix=f"choose one of {', '.join(map(repr, names)) or 'none'}")
        return name
    if len(names) == 1:
        return names[0]
    if not names:
        raise VerdictsError(f"the baseline has no verdict of a {what} of the rubric", where=option, fix="check that rubric and baseline belong together")
    raise OptionError(f"the baseline has more than one {what}, and one state watches one", where=option, fix=f"choose one of {', '.join(map(repr, names))}")


def chosen_label(criterion: Criterion, label: str | None) -> str | None:
    """The label whose share is watched: of a nominal scale the first, or the one named; None where the mean is."""
    scale = criterion.scale
    if scale.level != "nominal":
        if label is not None:
            raise OptionError("the scale has an order, and its mean is watched", where="--label", fix="leave --label out")
        return None
    assert scale.labels is not None
    found = scale.labels[0] if label is None else scale.find(label)
    if found is None:
        raise OptionError(f"{label!r} is no label of criterion {criterion.name!r}", where="--label", fix=f"choose one of {scale.describe()}")
    return found


def gold_words(labels: Sequence[GoldLabel], rubric: Rubric, criterion: Criterion, items: Sequence[str]) -> Mapping[str, str]:
    """The label that people gave each item, where they were decided."""
    from judgeaudit.analyses.gold import adjudicate

    if not labels:
        return {}
    codes = adjudicate(labels, rubric, items).codes
    return {item: criterion.scale.label(code) for (name, item), code in codes.items() if name == criterion.name}
