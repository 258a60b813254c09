"""What an operator can set: by option of `samedeal serve` or in the environment."""

from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from server.rules import VARIANTS


class BadSetting(ValueError):
    """A setting has a value that means nothing; the text names it and says what it may be."""


def _setting(default: object, says: str, *, least: int = 0, most: int = 1_000_000) -> Any:
    """A setting; `least` and `most` are for numbers."""
    return field(default=default, metadata={"says": says, "least": least, "most": most})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings; the environment has them as SAMEDEAL_ and the name, `database_url` as DATABASE_URL."""

    host: str = _setting("127.0.0.1", "the address to listen on")
    port: int = _setting(8000, "the port to listen on; 0 takes a free one", most=65535)
    workers: int = _setting(1, "how many processes serve", least=1)
    data: str = _setting("data", "where the embedded PostgreSQL keeps its files")
    database_url: str | None = _setting(None, "a PostgreSQL to use instead of the embedded one")
    key_file: str = _setting("", "the file of the key that seals coming games; without it secrets.key in `data`")
    variants: str = _setting(",".join(VARIANTS), "the variants dealt every day")
    node_budget: int = _setting(
        4_000_000,
        "how much the solver may search, in nodes, for a deal of each game that can be won; 0 deals without proof",
        most=1_000_000_000,
    )
    ranked: str = _setting("guests", "who may be ranked: guests (everybody) or kept (players with a kept name)")
    origins: str = _setting("", "further web addresses whose pages may use this server, with commas between")
    trusted_proxies: str = _setting("127.0.0.1", "addresses of proxies whose X-Forwarded headers count")
    move_rate: float = _setting(10.0, "moves a second for each player; 0 is no limit")
    move_burst: int = _setting(30, "moves a player may make at once before the rate counts", least=1)
    sockets_per_player: int = _setting(5, "open sockets for each player; 0 is no limit")
    sockets_per_address: int = _setting(30, "open sockets for each address; 0 is no limit")
    guests_per_hour: int = _setting(20, "guests made from one address in an hour; 0 is no limit")
    sign_ins_per_hour: int = _setting(
        60, "passphrases tried from one address in an hour, and for one name five times as many; 0 is no limit"
    )
    refused_names: str = _setting(
        "",
        "words that no player's name may have, with commas between, or the path (with a /) of a file with one a line",
    )
    idle_minutes: float = _setting(30.0, "minutes after which a silent socket is closed; 0 is never")

    @property
    def key_path(self) -> Path:
        """The file of the key."""
        return Path(self.key_file or Path(self.data) / "secrets.key")

    @property
    def refused_words(self) -> tuple[str, ...]:
        """The words that no player's name may have."""
        text = Path(self.refused_names).read_text("utf-8") if "/" in self.refused_names else self.refused_names
        return tuple(filter(None, map(str.strip, text.replace("\n", ",").split(","))))

    @property
    def variant_keys(self) -> tuple[str, ...]:
        """The keys of the variants that are dealt, in the order of `VARIANTS`."""
        asked = {key.strip() for key in self.variants.split(",")}
        return tuple(key for key in VARIANTS if key in asked)


def read_settings(environment: Mapping[str, str], options: Mapping[str, object]) -> Settings:
    """Options (None: not given) before environment before defaults. Raises BadSetting."""
    _keep_secret(str(options.get("database_url") or ""))
    given: dict[str, object] = {}
    for setting in fields(Settings):
        value = options.get(setting.name)
        value = environment.get(variable(setting.name)) if value is None else value
        if value not in (None, ""):
            given[setting.name] = _converted(setting, value)
    settings = Settings(**given)  # type: ignore[arg-type]
    _check(settings)
    return settings


def _keep_secret(database_url: str) -> None:
    """Whoever is on the machine can read a command line. Raises BadSetting when there is a password on it."""
    try:
        parts = urlsplit(database_url)
    except ValueError:  # refused where it is used
        return
    if parts.password or "password" in parse_qs(parts.query):
        raise BadSetting("Others can read a password on a command line: give DATABASE_URL in the environment instead.")


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return "DATABASE_URL" if name == "database_url" else f"SAMEDEAL_{name.upper()}"


def _converted(setting: Field[Any], value: object) -> object:
    if setting.type not in (int, float):
        return value
    least, most = setting.metadata["least"], setting.metadata["most"]
    try:
        return msgspec.convert(value, Annotated[setting.type, msgspec.Meta(ge=least, le=most)], strict=False)
    except msgspec.ValidationError:
        kind = "whole number" if setting.type is int else "number"
        raise BadSetting(f"{variable(setting.name)} has to be a {kind} from {least} to {most}, not {value}.") from None


def _check(settings: Settings) -> None:
    asked, known = {key.strip() for key in settings.variants.split(",")} - {""}, ", ".join(VARIANTS)
    if unknown := asked - set(VARIANTS):
        raise BadSetting(f"SAMEDEAL_VARIANTS: there is no {', '.join(sorted(unknown))}. There are {known}.")
    if not asked:
        raise BadSetting(f"SAMEDEAL_VARIANTS names no variant. There are {known}.")
    try:
        _ = settings.refused_words
    except (OSError, ValueError):
        raise BadSetting(f"SAMEDEAL_REFUSED_NAMES: {settings.refused_names} is no file that can be read.") from None
    if settings.ranked not in ("guests", "kept"):
        raise BadSetting(f"SAMEDEAL_RANKED has to be guests or kept, not {settings.ranked}.")
