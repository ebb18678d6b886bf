"""Personal data in a text: addresses of e-mail and machines, telephone, bank account and card numbers. Precision before recall."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

PersonalKind = Literal["e-mail", "phone", "iban", "card", "ip"]

_EMAIL = re.compile(r"(?<![\w.+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24})(?![\w-])")
_NOBODY = re.compile(r"(?:^|\.)(?:example\.(?:com|net|org)|example|test|invalid|localhost)$", re.IGNORECASE)
"""Domains that belong to nobody (RFC 2606)."""

_ABROAD = re.compile(r"(?<![\w+.,-])\+[1-9](?:[ ()./-]{0,2}\d){7,14}(?![\w])")
_AMERICAN = re.compile(r"(?<![\w+.$-])(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-.])[2-9]\d{2}[-.]\d{4}(?![\w-])")
_CUED = re.compile(
    r"\b(?:tel(?:ephone|efon)?|phone|mobile|cell|call|fax|handy|mobil)\b[^\w\n+]{0,3}(?:(?:no|number|at|nr)\b[.: ]{0,3})?(0\d(?:[ /-]?\d){6,13})(?!\w)",
    re.IGNORECASE,
)
_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])")
_CARD = re.compile(r"(?<![\w.-])(?:\d{4}([ -])\d{4}\1\d{4}\1\d{4}|3[47]\d{2}([ -])\d{6}\2\d{5}|\d{15,16})(?![\w-]|\.\d)")
_CARD_STARTS = re.compile(r"4|5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)|3[47]|35(?:2[89]|[3-8])|6(?:011|4[4-9]|5)")
_IP4 = re.compile(r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)")
_IP6 = re.compile(r"(?<![\w:.])(?:[0-9A-Fa-f]{0,4}:){3,7}[0-9A-Fa-f]{1,4}(?![\w:.])")
_A_VERSION = re.compile(r"(?:\bv|version|release|build|section|chapter|firmware|§)[ .:]{0,2}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PersonalData:
    """One piece: `text[start:end]` is of this kind."""

    kind: PersonalKind
    start: int
    end: int


def personal_data(text: str) -> tuple[PersonalData, ...]:
    """E-mail addresses, telephone, bank account (IBAN) and payment card numbers, and public IP addresses in a text.

    Use it to see whether rationales carry personal data into logs. Known weakness: names, postal addresses and national numbers
    without a word that says so (`tel`, `phone`) are not looked for, because order numbers and quantities look the same.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of PersonalData
        In order, without overlaps; empty where nothing was found.

    Notes
    -----
    Numbers count only where a checksum or a written form speaks for them: cards by issuer and Luhn's sum, accounts by ISO 7064
    (mod 97 is 1), telephones by `+`, by North American grouping, or by a word before them. Domains reserved for examples (RFC 2606), private
    and documentation IP addresses, and version numbers are left out.

    References
    ----------
    ISO/IEC 7812-1 (Luhn), ISO 13616-1 (IBAN), RFC 2606, RFC 5737.

    Examples
    --------
    The IBAN of ISO 13616's registry for the United Kingdom, and the same with one digit changed:

    >>> [found.kind for found in personal_data("GB29 NWBK 6016 1331 9268 19")], personal_data("GB28 NWBK 6016 1331 9268 19")
    (['iban'], ())
    """
    found: list[PersonalData] = []
    for one in sorted(_candidates(text), key=lambda one: one.start):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return tuple(found)


def _candidates(text: str) -> Iterator[PersonalData]:
    for match in _EMAIL.finditer(text):
        if not _NOBODY.search(match[1]):
            yield PersonalData("e-mail", *match.span())
    for match in _IBAN.finditer(text):
        end = match.start() + len(_account(match[0]))
        if end > match.start():
            yield PersonalData("iban", match.start(), end)
    for match in _CARD.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if _CARD_STARTS.match(digits) and len(set(digits)) > 1 and luhn(digits):
            yield PersonalData("card", *match.span())
    for match in (*_ABROAD.finditer(text), *_AMERICAN.finditer(text)):
        yield PersonalData("phone", *match.span())
    for match in _CUED.finditer(text):
        yield PersonalData("phone", *match.span(1))
    for match in (*_IP4.finditer(text), *_IP6.finditer(text)):
        if not _A_VERSION.search(text[max(0, match.start() - 12) : match.start()]) and _is_public(match[0]):
            yield PersonalData("ip", *match.span())


def luhn(digits: str) -> bool:
    """Whether the last digit is Luhn's check digit of the others.

    Examples
    --------
    The example of ISO/IEC 7812-1, annex B, and of Luhn's patent (US 2,950,048): 7992739871 has the check digit 3.

    >>> luhn("79927398713"), luhn("79927398710")
    (True, False)
    """
    total = 0
    for place, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (1 + place % 2)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0


def _account(text: str) -> str:
    """The longest start of `text` that is an IBAN, as it is written; a word in capitals may follow one. "" where there is none."""
    words = text.split(" ")
    for n in range(len(words), 0, -1):
        written = " ".join(words[:n])
        plain = written.replace(" ", "")
        moved = plain[4:] + plain[:4]
        if 15 <= len(plain) <= 34 and int("".join(str(int(letter, 36)) for letter in moved)) % 97 == 1:
            return written
    return ""


def _is_public(text: str) -> bool:
    try:
        return ipaddress.ip_address(text).is_global
    except ValueError:
        return False
