"""A run directory on disk."""

from judgeaudit.store.calibration import calibration_outputs, calibration_path, read_calibration, write_calibration, write_cards
from judgeaudit.store.calls_files import CALLS, CallsFile, mend, new_calls_file, read_calls, task_files
from judgeaudit.store.directory import (
    AUDIT,
    INPUTS,
    MANIFEST,
    PAGE,
    TRIAGE,
    RunDirectory,
    audit_path,
    is_run_directory,
    page_path,
    read_audit,
    read_inputs,
    read_manifest,
    triage_path,
    write_audit,
    write_page,
    write_triage,
)
from judgeaudit.store.files import TEMPORARY, write_bytes
from judgeaudit.store.lines import Calls, is_finished, line_of
from judgeaudit.store.taken import check_no_other_file, keep_aside

__all__ = [
    "AUDIT", "CALLS", "INPUTS", "MANIFEST", "PAGE", "TEMPORARY", "TRIAGE", "Calls", "CallsFile", "RunDirectory", "audit_path", "calibration_outputs", "calibration_path",
    "check_no_other_file", "is_finished", "is_run_directory", "keep_aside", "line_of", "mend", "new_calls_file", "page_path", "read_audit", "read_calibration", "read_calls", "read_inputs", "read_manifest", "task_files", "triage_path", "write_audit",
    "write_bytes", "write_calibration", "write_cards", "write_page", "write_triage",
]  # fmt: skip
