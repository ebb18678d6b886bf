"""Everything that judgeaudit raises at its user.

    JudgeAuditError            what is wrong, where, and how to fix it     exit 2
    ├── RubricError            a rubric file
    ├── ItemsError             an items file
    ├── GoldError              a gold file
    ├── VerdictsError          a file or table of verdicts
    ├── OptionError            a command-line option or an argument
    ├── JudgeError             a judge that cannot be asked (key, weights, callable)
    ├── RunError               a run directory (other plan, locked, damaged)
    └── NothingInCommonError   judge and gold share no item                exit 3

The judge's own trouble is never an exception: it is a row with a status. A bug of ours is a traceback.
"""

from __future__ import annotations


class JudgeAuditError(Exception):
    """A mistake that the user can mend.

    Parameters
    ----------
    what : str
        What is wrong, in one sentence.
    where : str, optional
        File with line or row, or the option.
    fix : str, optional
        What to write or run instead.
    """

    exit_code = 2

    def __init__(self, what: str, *, where: str | None = None, fix: str | None = None) -> None:
        self.what = what
        self.where = where
        self.fix = fix
        super().__init__(what)

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}\n  fix: {self.fix}" if self.fix else head


class RubricError(JudgeAuditError):
    """A rubric that cannot be used as it is written."""


class ItemsError(JudgeAuditError):
    """An items file that cannot be used as it is written."""


class GoldError(JudgeAuditError):
    """A gold file that cannot be used as it is written."""


class VerdictsError(JudgeAuditError):
    """A table of verdicts that cannot be used as it is."""


class OptionError(JudgeAuditError):
    """An option or argument that does not make sense."""


class JudgeError(JudgeAuditError):
    """A judge that cannot be asked: missing key, weights, package or callable."""


class RunError(JudgeAuditError):
    """A run directory that cannot be used: made by another plan, locked, or not there."""


class NothingInCommonError(JudgeAuditError):
    """Judge and gold share no item, so nothing can be compared."""

    exit_code = 3
