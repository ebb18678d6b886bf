"""The files of a calibration, beside those of its audit."""

from __future__ import annotations

from pathlib import Path

from judgeaudit.errors import RunError
from judgeaudit.store.directory import AUDIT, CALIBRATION, CARD, CARD_PAGE, PAGE, TRIAGE
from judgeaudit.store.files import AGAIN, explained, read_text, write_whole


def write_calibration(path: Path, text: str) -> None:
    """Write calibration.json, under whatever name; its folder is made where it is missing."""
    write_whole(path, text, fix=AGAIN)


def calibration_path(folder: Path) -> Path:
    """Where a folder's calibration.json is."""
    return folder / CALIBRATION


def calibration_outputs(folder: Path) -> tuple[Path, ...]:
    """Every file that a calibration writes into a folder."""
    return tuple(folder / name for name in (AUDIT, PAGE, TRIAGE, CALIBRATION, CARD, CARD_PAGE))


def write_cards(folder: Path, markdown: str, page: str) -> tuple[Path, Path]:
    """Write the judge card as Markdown and as HTML into a folder; returns where they are."""
    write_whole(folder / CARD, markdown, fix=AGAIN)
    write_whole(folder / CARD_PAGE, page, fix=AGAIN)
    return folder / CARD, folder / CARD_PAGE


def read_calibration(source: Path) -> str:
    """The text of a calibration.json, or of the one in a folder.

    Raises
    ------
    RunError
        There is none.
    """
    path = source / CALIBRATION if source.is_dir() else source
    if not path.is_file():
        what = f"there is no {CALIBRATION} in it" if source.is_dir() else "there is no such file"
        raise RunError(what, where=str(source), fix="run `judgeaudit calibrate SOURCE --gold FILE` first, and name its calibration.json")
    with explained(path, "cannot be read"):
        return read_text(path)
