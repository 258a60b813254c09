"""server.settings: options before the environment before the defaults, and nothing that means nothing."""

from dataclasses import fields
from pathlib import Path

import pytest

from server.rules import VARIANTS
from server.settings import BadSetting, Settings, read_settings, variable


def test_there_is_a_default_for_everything() -> None:
    assert read_settings({}, {}) == Settings()
    assert Settings().database_url is None
    assert Settings().variant_keys == tuple(VARIANTS)


def test_an_option_goes_before_the_environment_and_that_before_the_default() -> None:
    environment = {"SAMEDEAL_PORT": "9000", "SAMEDEAL_HOST": "0.0.0.0", "DATABASE_URL": "postgresql://db/samedeal"}
    settings = read_settings(environment, {"port": "7000", "host": None})
    assert (settings.port, settings.host, settings.workers) == (7000, "0.0.0.0", 1)
    assert settings.database_url == "postgresql://db/samedeal"


@pytest.mark.parametrize("name", [setting.name for setting in fields(Settings)])
def test_every_setting_can_be_given_in_the_environment(name: str) -> None:
    value = {"variants": "kansas", "ranked": "kept"}.get(name, "7")
    settings = read_settings({variable(name): value}, {})
    assert str(getattr(settings, name)).removesuffix(".0") == value


def test_what_is_empty_is_not_given() -> None:
    """An empty DATABASE_URL in a compose file is none."""
    assert read_settings({"DATABASE_URL": "", "SAMEDEAL_PORT": ""}, {"workers": ""}) == Settings()


def test_what_else_is_in_the_environment_is_passed_over() -> None:
    assert read_settings({"SAMEDEAL_ORACLE": "/somewhere", "PORT": "1"}, {"command": "serve"}) == Settings()


def test_variants_are_dealt_in_their_own_order() -> None:
    settings = read_settings({"SAMEDEAL_VARIANTS": " kansas , chinaman,"}, {})
    assert settings.variant_keys == ("chinaman", "kansas")


def test_refused_words_may_lie_in_a_file(tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("rival\n\nbrand name, other\n", "utf-8")
    for given in (str(words), "rival, brand name,,other"):
        settings = read_settings({"SAMEDEAL_REFUSED_NAMES": given}, {})
        assert settings.refused_words == ("rival", "brand name", "other")


LIMITS = (
    "move_rate",
    "sockets_per_player",
    "sockets_per_address",
    "guests_per_hour",
    "sign_ins_per_hour",
    "idle_minutes",
)


@pytest.mark.parametrize("name", LIMITS)
def test_zero_turns_a_limit_off(name: str) -> None:
    assert getattr(read_settings({variable(name): "0"}, {}), name) == 0


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("SAMEDEAL_PORT", "http", "SAMEDEAL_PORT has to be a whole number from 0 to 65535, not http."),
        ("SAMEDEAL_PORT", "-1", "SAMEDEAL_PORT has to be a whole number from 0 to 65535, not -1."),
        ("SAMEDEAL_PORT", "65536", "SAMEDEAL_PORT has to be a whole number from 0 to 65535, not 65536."),
        ("SAMEDEAL_WORKERS", "0", "SAMEDEAL_WORKERS has to be a whole number from 1 to 1000000, not 0."),
        ("SAMEDEAL_WORKERS", "1.5", "SAMEDEAL_WORKERS has to be a whole number from 1 to 1000000, not 1.5."),
        ("SAMEDEAL_MOVE_BURST", "0", "SAMEDEAL_MOVE_BURST has to be a whole number from 1 to 1000000, not 0."),
        ("SAMEDEAL_REFUSED_NAMES", "/no/such", "SAMEDEAL_REFUSED_NAMES: /no/such is no file that can be read."),
        ("SAMEDEAL_RANKED", "all", "SAMEDEAL_RANKED has to be guests or kept, not all."),
        ("SAMEDEAL_VARIANTS", "kansas,klondike", "SAMEDEAL_VARIANTS: there is no klondike. There are chinaman, "),
        ("SAMEDEAL_VARIANTS", " , ", "SAMEDEAL_VARIANTS names no variant. There are chinaman, "),
        *((variable(name), "-1", f"{variable(name)} has to be a ") for name in LIMITS),
        *((variable(name), "nan", f"{variable(name)} has to be a ") for name in LIMITS),
        *((variable(name), "inf", f"{variable(name)} has to be a ") for name in LIMITS),
    ],
)
def test_a_bad_one_is_named_with_what_it_may_be(name: str, value: str, says: str) -> None:
    with pytest.raises(BadSetting) as bad:
        read_settings({name: value}, {})
    assert str(bad.value).startswith(says)


@pytest.mark.parametrize(
    "url", ["postgresql://me:secret@db/samedeal", "postgresql://me@db/samedeal?sslmode=require&password=secret"]
)
def test_a_password_is_not_taken_from_a_command_line(url: str) -> None:
    with pytest.raises(BadSetting, match="DATABASE_URL in the environment") as refused:
        read_settings({}, {"database_url": url})
    assert "secret" not in str(refused.value)
    assert read_settings({"DATABASE_URL": url}, {}).database_url == url


@pytest.mark.parametrize("url", ["postgresql://db/samedeal", "postgresql:///samedeal?host=/run/postgresql", "http://["])
def test_an_address_without_a_password_is(url: str) -> None:
    assert read_settings({}, {"database_url": url}).database_url == url
