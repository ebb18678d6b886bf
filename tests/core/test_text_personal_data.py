"""Personal data is found where a checksum or a written form speaks for it, and ordinary numbers are left alone."""

from __future__ import annotations

from itertools import pairwise

import pytest

from judgeaudit.text.personal_data import luhn, personal_data


def kinds(text: str) -> list[str]:
    return [one.kind for one in personal_data(text)]


@pytest.mark.parametrize(
    ("text", "kind", "piece"),
    [
        ("Write to anna.meier+shop@mail.acme.co.uk today.", "e-mail", "anna.meier+shop@mail.acme.co.uk"),
        ("call +49 (0)30 901820 now", "phone", "+49 (0)30 901820"),
        ("Call +1-202-555-0143.", "phone", "+1-202-555-0143"),
        ("or (202) 555-0143 at night", "phone", "(202) 555-0143"),
        ("Tel.: 030 901820-15 is Berlin", "phone", "030 901820-15"),
        ("phone number 0171/2345678", "phone", "0171/2345678"),
        # ISO 13616 registry's examples of Germany, France, Norway
        ("IBAN DE89 3704 0044 0532 0130 00 EUR", "iban", "DE89 3704 0044 0532 0130 00"),
        ("to FR1420041010050500013M02606,", "iban", "FR1420041010050500013M02606"),
        ("NO9386011117947 please", "iban", "NO9386011117947"),
        # the issuers' published test numbers
        ("card 4111 1111 1111 1111 was charged", "card", "4111 1111 1111 1111"),
        ("5555555555554444", "card", "5555555555554444"),
        ("Amex 3782 822463 10005.", "card", "3782 822463 10005"),
        ("from 8.8.8.8 at noon", "ip", "8.8.8.8"),
        ("host 2001:4860:4860:0:0:0:0:8888 answered", "ip", "2001:4860:4860:0:0:0:0:8888"),
    ],
)
def test_what_is_personal_is_found_where_it_stands(text: str, kind: str, piece: str) -> None:
    found = personal_data(text)
    assert [(one.kind, text[one.start : one.end]) for one in found] == [(kind, piece)]


@pytest.mark.parametrize(
    "text",
    [
        "Order 4111 1111 1111 1112 is late.",  # Luhn's sum is wrong
        "order no. 1234567890123456",  # no issuer starts so
        "0000 0000 0000 0000",
        "DE89 3704 0044 0532 0130 01",  # mod 97 is not 1
        "someone@example.com and a@b.test",
        "version 1.2.3.4, firmware 8.8.4.4",
        "192.168.0.1, 10.0.0.1, 127.0.0.1, 192.0.2.7, 300.1.1.1",
        "The refund window is 14-30 days, ref 2026-11-30, 12:30:45.",
        "It costs $202.555 or 1,234,567.89; id 555-0143.",
        "pages 100-200-3000, 030 901820",
        "ratio 3+49301234567 and x+1",
        "@mention me, a @ b, foo@bar",
        "std::vector::iterator at 10:20:30:40",
        "ISBN 978-3-16-148410-0",
        "",
    ],
)
def test_ordinary_text_is_left_alone(text: str) -> None:
    assert kinds(text) == []


def test_pieces_do_not_overlap_and_are_in_order() -> None:
    text = "a@acme.org, 4111-1111-1111-1111, +44 20 7946 0958, b@acme.org"
    found = personal_data(text)
    assert [one.kind for one in found] == ["e-mail", "card", "phone", "e-mail"]
    assert all(first.end <= second.start for first, second in pairwise(found))


def test_luhn_is_the_check_digit_of_the_patent() -> None:
    assert [digit for digit in range(10) if luhn(f"7992739871{digit}")] == [3]


def test_a_long_hostile_text_takes_no_time() -> None:
    import time

    start = time.process_time()
    for text in (
        "a" * 100_000,
        "+" + "1 " * 50_000,
        "1:" * 50_000,
        "a@" * 50_000,
        "x." * 50_000 + "@",
        "GB82 " * 20_000,
        "1-" * 50_000,
        "tel " * 30_000 + "0" * 50_000,
    ):
        personal_data(text)
    assert time.process_time() - start < 3
