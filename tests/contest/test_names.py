import pytest

from server.contest.names import BadName, checked_name, name_key


@pytest.mark.parametrize(
    "name",
    [
        "Ilse V.",
        "quiet otter",
        "bao_lin",
        "juniper-k",
        "Zoë",
        "Øyvind 7",
        "Мария",
        "ゆき子",
        "김 민수",
        "राधिका",
        "x1y",
        "น้ำใส",
        "Nguyễn Ánh",
        "שרה",
    ],
)
def test_a_name_may_be(name: str) -> None:
    assert checked_name(name) == name


def test_a_name_is_composed() -> None:
    assert checked_name("Zoe\N{COMBINING DIAERESIS}") == "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "3 to 24"),
        ("ab", "3 to 24"),
        ("a" * 25, "3 to 24"),
        ("\N{SMILING FACE WITH OPEN MOUTH}" * 24, "letters, digits"),
        ("<script>", "letters, digits"),
        ("a\N{RIGHT-TO-LEFT OVERRIDE}bc", "letters, digits"),
        ("ab\N{ZERO WIDTH SPACE}c", "letters, digits"),
        ("ab\N{ZERO WIDTH JOINER}c", "letters, digits"),
        ("ab\0c", "letters, digits"),
        ("ab\nc", "letters, digits"),
        ("ab\N{NO-BREAK SPACE}c", "letters, digits"),
        ("\N{ARABIC-INDIC DIGIT ONE}abc", "letters, digits"),
        (" abc", "spaces at its ends"),
        ("abc ", "spaces at its ends"),
        ("a  bc", "spaces at its ends"),
        ("1234", "one alphabet"),
        ("...", "one alphabet"),
        ("p\N{CYRILLIC SMALL LETTER A}ul", "one alphabet"),
        ("a" + "\N{COMBINING CEDILLA}" * 4 + "bc", "marks"),
        ("\N{COMBINING DIAERESIS}abc", "marks"),
        ("ab \N{COMBINING DIAERESIS}c", "marks"),
        ("ab\N{VARIATION SELECTOR-16}c", "letters, digits"),
        ("ab\N{COMBINING GRAPHEME JOINER}c", "letters, digits"),
        ("\N{HANGUL FILLER}" * 3, "letters, digits"),
        ("\N{MATHEMATICAL BOLD SMALL P}aul", "letters, digits"),
        ("\N{FULLWIDTH LATIN SMALL LETTER P}aul", "letters, digits"),
        ("pau\N{ARABIC FATHA}l", "one alphabet"),
        ("deleted", "not for players"),
        ("ADM1N", "not for players"),
        ("same.deal", "not for players"),
        ("oh shit", "not for players"),
        ("S-h-i-t", "not for players"),
        ("oh.FUCKS", "not for players"),
        ("de\N{LATIN SMALL LETTER DOTLESS I}eted", "not for players"),
    ],
)  # fmt: skip
def test_a_name_may_not_be(name: str, why: str) -> None:
    with pytest.raises(BadName, match=why):
        checked_name(name)


def test_parts_of_ordinary_names_are_not_refused() -> None:
    assert checked_name("grape picker") == "grape picker"


def test_operators_refuse_more() -> None:
    with pytest.raises(BadName, match="not for players"):
        checked_name("the Rival", ["rival"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Quiet Otter", "quiet otter"),
        ("quiet_otter", "quiet-otter"),
        ("paul", "pau1"),
        ("lan", "Ian"),
        ("mo0n", "moon"),
        ("modern", "modem"),
        ("\N{CYRILLIC SMALL LETTER ES}\N{CYRILLIC SMALL LETTER O}\N{CYRILLIC SMALL LETTER ER}", "cop"),
        ("\N{FULLWIDTH LATIN SMALL LETTER A}bc", "abc"),
    ],
)
def test_names_that_read_alike_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_different_names_have_different_keys() -> None:
    assert len({name_key(name) for name in ("otter", "utter", "outer", "Мария", "ゆき子")}) == 5
