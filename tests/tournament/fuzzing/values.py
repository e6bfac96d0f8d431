"""What nobody would type, and what a program has to stand all the same."""

from random import Random

ODD_PARTS = [
    *("", "0", "-1", "1e3", "32768", "2147483648", "9223372036854775807", "9223372036854775808", "9" * 400),
    *("NaN", "%D9%A1", "%F0%9F%80%B1", "%00", "1%00", "a" * 3000, ".", "..", "%2e%2e%2f%2e%2e", "a%2Fb", "//", "%5C"),
    *("%ff%fe", "%ED%A0%80", "%E2%80%AE", "1%0d%0aX:y", "%27%22", "%3Cscript%3E", "%25s", "%7B%7B1%7D%7D", "%C2%85"),
]
"""Parts of an address, percent-encoded."""

ODD = [
    *("", " ", "0", "-1", "1", "7", "255", "256", "32767", "32768", "2147483647", "2147483648", "9223372036854775807"),
    *("9223372036854775808", "9" * 400, "1e309", "-1e309", "1e5", "NaN", "Infinity", "0x10", "1_0", "1.5", "1,5", "٣"),
    *(
        "²",
        "½",
        "\x00",
        "a\x00b",
        "\ud800",
        "\U0001f071",
        "\u202eabc",
        "\ufeff",
        "\x85",
        "\u2028",
        "a" * 300,
        "я" * 5000,
    ),
    *("x" * 100_000, "on", "true", "null", "[]", "{}", '[{"a":1}]', '{"deals": {}}', "[[[[[[[[]]]]]]]]", '"'),
    *("0001-01-01", "9999-12-31", "0001-01-01T00:00", "9999-12-31T23:59", "2026-02-30", "2026-12-01T10:00", "24:60"),
    *("2026-03-29T02:30", "0000-00-00", "-0", "+1", "1" * 30, "Europe/Moscow", "../../etc/passwd", "Nowhere/Nothing"),
    *("<script>alert(1)</script>", "'; DROP TABLE x;--", "%s%n%(a)s", "{0.__class__}", "=1+1", "javascript:alert(1)"),
    *("http://[::1", "http://127.0.0.1:1/", "https://user:pw@example.org/\x00", "//evil.example", "http://", "a@b"),
    *("\r\nSet-Cookie: x=1", "\t", "\n" * 200, "6-6 6-5", "0-0 0-0", "7-8", "1-", "----", "1 2 2 4", ",,,", ";"),
]
"""Texts of a field."""

ORDINARY = {
    "number": ["1", "2", "3", "4", "10", "60", "100"],
    "email": ["guest@example.org"],
    "date": ["2027-05-09"],
    "datetime-local": ["2027-05-09T10:00"],
    "time": ["10:30"],
    "url": ["https://example.org/x"],
    "tel": ["+7 900 000-00-00"],
    "text": ["Иванов Иван", "Петров Пётр", "Слово", "1", "6-4 3-1", "abc"],
    "textarea": ["Потому что так было", "Иванов;Петров;Сокол"],
    "search": ["Иванов"],
    "password": ["a password of the tests"],
}
"""What people type, by the type of the field."""

DEAL = {"ending": "domino", "closer": "3", "pips_1": "14", "pips_2": "6", "pips_4": "11", "end_1": "6", "end_2": "5"}
KNOWN = {
    "name": ["Кубок города", "Иванов Иван", "Сидоров Сидор"],
    "slug": ["another-cup"],
    "username": ["account", "newcomer"],
    "url": ["https://example.org/x"],
    "token": ["a-token"],
    "timezone": ["Europe/Moscow"],
    "player_1": ["Новый Ян", "Другой Ян"],
    "player_2": ["Новый Юн", "Другой Юн"],
    "contact_name": ["Новый Ян"],
    "text": ["Один Ян;Два Ян;Сокол\nТри Ян;Пять Ян;Дупль\n"],
    "strokes": ["[[[100,100,0],[300,200,40]],[[350,120,90],[350,220,130]]]"],
    "reason": ["Потому что так было"],
    "accept": ["1"],
    "website": [""],
    "first": ["1", "2"],
    "second": ["2", "3"],
    "minutes": ["5"],
    "chat": ["@domino"],
    "day": ["2027-05-09"],
    **{name: [value] for name, value in DEAL.items()},
}
"""What is rightly filled in, by the name of the field, where its type doesn't say it."""

ODD_QUERIES = [
    *("page=999999999999", "page=-1", "page=%00", "page=last", "page=1&page=2", "per_page=-1", "per_page=1000000"),
    *("sort=password", "sort=-", "sort=%00", "sort=name,-name", "sort=a&sort=b", "sort=__class__", "sort=pk__gt"),
    *("q=%00", "q=%ff%fe", "q=%ED%A0%80", "q=%25%5F%27", "q=" + "a" * 3000, "language=xx", "next=//evil.example"),
    *("next=javascript:alert(1)", "round=9223372036854775808", "stage=-1", "table=%D9%A1", "at=0001-01-01", "a[]=1"),
    *(
        "&&&==;;%%%",
        "%00=%00",
        "%ff=1",
        "=&=",
        "x" * 5000,
        "swap=4&swap=%00",
        "after=1e309",
        "round=NaN",
        "entry=" + "9" * 30,
    ),
    *("?", "format=csv", "order=wins&order=wins", "pairs=9" * 20, "date=9999-12-31", "day=0001-01-01&hours=1e309"),
]

ODD_HEADERS = [
    {"HTTP_ACCEPT_LANGUAGE": "xx-" + "y" * 600},
    {"HTTP_ACCEPT_LANGUAGE": "ru;q=NaN,*;q=2,;,"},
    {"HTTP_ACCEPT_LANGUAGE": "es-\x00"},
    {"HTTP_ACCEPT": "text/nothing"},
    {"HTTP_ACCEPT": "application/json"},
    {"HTTP_ACCEPT_ENCODING": "gzip, br;q=x"},
    {"HTTP_RANGE": "bytes=5-1,-"},
    {"HTTP_RANGE": "bytes=0-99999999999999999999"},
    {"HTTP_IF_NONE_MATCH": '"'},
    {"HTTP_IF_NONE_MATCH": "*"},
    {"HTTP_IF_NONE_MATCH": 'W/"x", \xff'},
    {"HTTP_IF_MATCH": '"x"'},
    {"HTTP_IF_MODIFIED_SINCE": "Fri, 99 Foo 9999 99:99:99 GMT"},
    {"HTTP_IF_MODIFIED_SINCE": "Mon, 01 Jan 0000 00:00:00 GMT"},
    {"HTTP_IF_UNMODIFIED_SINCE": "x"},
    {"HTTP_AUTHORIZATION": "Bearer " + "x" * 4000},
    {"HTTP_AUTHORIZATION": "Basic \xff\x00"},
    {"HTTP_REFERER": "http://[::1"},
    {"HTTP_REFERER": "//evil.example/\x00"},
    {"HTTP_X_REQUEST_ID": "\x00\r\n"},
    {"HTTP_X_FORWARDED_FOR": "x, y, 1.1.1.1, ::::"},
    {"HTTP_USER_AGENT": "\xff" * 500},
    {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "\xff", "HTTP_HX_CURRENT_URL": "http://[::1"},
    {"HTTP_X_HTTP_METHOD_OVERRIDE": "DELETE"},
    {"HTTP_ORIGIN": "null"},
    {"HTTP_CONTENT_ENCODING": "gzip"},
    {"HTTP_IDEMPOTENCY_KEY": "\x00"},
]

ODD_COOKIES = [
    *("sessionid=", "sessionid=" + "x" * 32, "sessionid=\x00", "sessionid=../../x", "sessionid=" + "9" * 5000),
    *(
        "django_language=xx",
        "django_language=\xff",
        "django_language=" + "a" * 2000,
        "messages=[[",
        "messages=W1tdXQ:x:y",
    ),
    *(";;;=;=", '"', "csrftoken=x", "a=" + "b" * 5000),
]

LANGUAGES = {"": "en", "ru": "ru", "es": "es", "en": "en", "ru-RU,ru;q=0.9": "ru", "de": "en", "es-MX": "es"}
"""What a browser asks for, and the language that it gets."""


def odd(chance: Random) -> str:
    """A text that is hard to bear."""
    return chance.choice(ODD)
