"""Published tables of raters, each with its source; shared by the oracle tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.float64]


def read_raters(*raters: str) -> Table:
    """One string of codes for each rater ('.' is missing) as a table (n_items, n_raters)."""
    return np.array([[np.nan if cell == "." else float(cell) for cell in rater.split()] for rater in raters]).T


def read_items(*items: str) -> Table:
    """One string of one-digit codes for each item ('.' is missing)."""
    return np.array([[np.nan if cell == "." else float(cell) for cell in item] for item in items])


def two_raters(table: list[list[int]]) -> tuple[Table, NDArray[np.int64]]:
    """A contingency table as pairs of codes (from 1, rows are rater 1) and their counts."""
    pairs = [(i + 1.0, j + 1.0) for i in range(len(table)) for j in range(len(table))]
    return np.array(pairs), np.array(table).ravel()


def from_category_counts(rows: str) -> Table:
    """Counts of each category, items apart by '|', as a table of codes from 1."""
    return np.array([np.repeat(np.arange(1.0, len(row.split()) + 1), [int(cell) for cell in row.split()]) for row in rows.split("|")])


def read_numbers(text: str, n_columns: int) -> Table:
    """Numbers row by row as a table."""
    return np.array([float(cell) for cell in text.split()]).reshape(-1, n_columns)


# Krippendorff 2011, Computing Krippendorff's Alpha-Reliability, sections A to D.
BINARY = read_raters("0 1 0 0 0 0 0 0 1 0", "1 1 1 0 0 1 0 0 0 0")
NOMINAL = read_raters("1 1 2 2 4 3 3 3 5 4 4 1", "2 1 2 2 2 3 3 3 5 4 4 4")
FOUR_OBSERVERS = read_raters("1 2 3 3 2 1 4 1 2 . . .", "1 2 3 3 2 2 4 1 2 5 . .", ". 3 3 3 2 3 4 2 2 5 1 3", "1 2 3 3 2 4 4 1 2 5 1 .")
# Wikipedia, Krippendorff's alpha, three coders and 15 units.
THREE_CODERS = read_raters(". . . . . 3 4 1 2 1 1 3 3 . 3", "1 . 2 1 3 3 4 3 . . . . . . .", ". . 2 1 3 4 4 . 2 1 1 3 3 . 4")
# Fleiss 1971, doi:10.1037/h0031619, table 1: 30 patients, six psychiatrists, five diagnoses (as in R's irr::diagnoses).
PSYCHIATRISTS = from_category_counts(
    "0 0 0 6 0 | 0 3 0 0 3 | 0 1 4 0 1 | 0 0 0 0 6 | 0 3 0 3 0 | 2 0 4 0 0 | 0 0 4 0 2 | 2 0 3 1 0 | 2 0 0 4 0 | 0 0 0 0 6 | "
    "1 0 0 5 0 | 1 1 0 4 0 | 0 3 3 0 0 | 1 0 0 5 0 | 0 2 0 3 1 | 0 0 5 0 1 | 3 0 0 1 2 | 5 1 0 0 0 | 0 2 0 4 0 | 1 0 2 0 3 | "
    "0 0 0 0 6 | 0 1 0 5 0 | 0 2 0 1 3 | 2 0 0 4 0 | 1 0 0 4 1 | 0 5 0 1 0 | 4 0 0 0 2 | 0 2 0 4 0 | 1 0 5 0 0 | 0 0 0 0 6"
)
# Shrout & Fleiss 1979, doi:10.1037/0033-2909.86.2.420, table 2.
SIX_TARGETS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], dtype=float)
# Gwet's two-rater tables of the irrCAC package (abstractors; diagnosis).
ABSTRACTORS = [[13, 0, 0], [0, 20, 7], [0, 4, 56]]
DIAGNOSIS = [[40, 4, 4, 17], [6, 25, 2, 13], [4, 1, 21, 12], [15, 5, 9, 45]]
# Cohen 1968, doi:10.1037/h0026256, table 1, N = 200.
COHEN_1968 = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
# Fleiss, Cohen & Everitt 1969, doi:10.1037/h0028106, table 1.
FLEISS_COHEN_EVERITT = [[106, 10, 4], [22, 28, 10], [2, 12, 6]]
# Bland & Altman 1986, doi:10.1016/S0140-6736(86)90837-8, first readings of 17 subjects: Wright and mini peak flow meter.
PEAK_FLOW = np.array(
    [[494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427],
     [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451]], dtype=float
).T  # fmt: skip
# Hollander & Wolfe 1973, p. 185 f., as in R's help of cor.test.
TUNA = np.array([[44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1], [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8]]).T
# Wikipedia, Spearman's rank correlation coefficient: IQ and hours of television.
TELEVISION = np.array([[106, 100, 86, 101, 99, 103, 97, 113, 112, 110], [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]], dtype=float).T
# Chatterjee & Price 1977, supervisor performance, 30 departments and 7 questions (R's data set `attitude`).
ATTITUDE = read_numbers(
    "43 51 30 39 61 92 45 63 64 51 54 63 73 47 71 70 68 69 76 86 48 61 63 45 47 54 84 35 81 78 56 66 71 83 47 43 55 49 44 54 49 34 "
    "58 67 42 56 66 68 35 71 75 50 55 70 66 41 72 82 72 67 71 83 31 67 61 45 47 62 80 41 64 53 53 58 58 67 34 67 60 47 39 59 74 41 "
    "69 62 57 42 55 63 25 68 83 83 45 59 77 35 77 77 54 72 79 77 46 81 90 50 72 60 54 36 74 85 64 69 79 79 63 65 60 65 75 55 80 60 "
    "65 70 46 57 75 85 46 50 58 68 54 64 78 52 50 40 33 34 43 64 33 64 61 52 62 66 80 41 53 66 52 50 63 80 37 40 37 42 58 50 57 49 "
    "63 54 42 48 66 75 33 66 77 66 63 88 76 72 78 75 58 74 80 78 49 48 57 44 45 51 83 38 85 85 71 71 77 74 55 82 82 39 59 64 78 39",
    7,
)
# Made up by us; the expected values beside them were computed once with the packages named there.
MISSING = read_items(
    "55.4", "31.1", "1123", ".2..", "5454", "..11", "3231", "3423", "2221", "4422", "1122", "1111", "2212", ".21.", "3543", "55.4", "4554", "54.4", "5554", "3442",
)  # fmt: skip
COMPLETE = read_items(
    "444", "122", "222", "424", "555", "111", "122", "334", "222", "422", "331", "122", "221", "111", "335", "444", "545", "333", "555", "334",
)  # fmt: skip
# Brennan 2001, Generalizability Theory, synthetic data 1 (ten persons, twelve items) and 3 (two occasions, ten persons, four items).
BRENNAN_1 = read_items(
    "101000000000", "111001000000", "111110000000", "110110010000", "111110100000", "111011100000", "111111100000", "111101111100", "111111111110", "111111111111",
)  # fmt: skip
BRENNAN_3 = np.stack(
    [
        read_raters("2 4 5 5 4 4 2 3 0 6", "6 5 5 9 3 4 6 4 5 8", "7 6 4 8 5 4 6 4 4 7", "5 7 6 6 6 7 5 5 5 6"),
        read_raters("2 6 5 5 4 6 2 6 5 6", "5 7 4 7 5 4 7 6 5 8", "5 5 5 7 6 7 7 6 5 8", "5 7 5 6 4 8 5 4 3 6"),
    ]
)
# Dawid & Skene 1979, doi:10.2307/2346806, table 1: three ratings by observer 1, then one by each of observers 2 to 5.
_PATIENTS = (
    "1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343 1111111 2223212 1211111 "
    "1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222 1111111 1111111 2322222 1111111 1111111 1121121 "
    "1111111 3333233 1111111 2222222 2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 2222222"
)
ANAESTHETISTS = np.full((3, 45, 5), np.nan)
ANAESTHETISTS[:, :, 0] = read_items(*_PATIENTS.split())[:, :3].T
ANAESTHETISTS[0, :, 1:] = read_items(*_PATIENTS.split())[:, 3:]

CT_IMAGES = ([[rating / 5, abnormal] for abnormal in (0, 1) for rating in (1, 2, 3, 4, 5)], (33, 6, 6, 11, 2, 3, 2, 2, 11, 33))
"""Hanley & McNeil 1982, Radiology 143(1), 29-36: 109 CT images rated from 1, definitely normal, to 5, definitely abnormal, and how many of each."""
