"""What an operator can set: by option of `samedeal serve` or in the environment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import msgspec

from server.rules import VARIANTS


class BadSetting(ValueError):
    """A setting has a value that means nothing; the text names it and says what it may be."""


def _setting(default: object, says: str) -> Any:
    return field(default=default, metadata={"says": says})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings; the environment has them as SAMEDEAL_ and the name, `database_url` as DATABASE_URL."""

    host: str = _setting("127.0.0.1", "the address to listen on")
    port: int = _setting(8000, "the port to listen on; 0 takes a free one")
    workers: int = _setting(1, "how many processes serve")
    data: str = _setting("data", "where the embedded PostgreSQL keeps its files")
    database_url: str | None = _setting(None, "a PostgreSQL to use instead of the embedded one")
    key_file: str = _setting("", "the file of the key that seals coming games; without it secrets.key in `data`")
    variants: str = _setting(",".join(VARIANTS), "the variants dealt every day")
    ranked: str = _setting("guests", "who may be ranked: guests (everybody) or kept (players with a kept name)")
    origins: str = _setting("", "further web addresses whose pages may use this server, with commas between")
    trusted_proxies: str = _setting("127.0.0.1", "addresses of proxies whose X-Forwarded headers count")
    move_rate: float = _setting(10.0, "moves a second for each player; 0 is no limit")
    move_burst: int = _setting(30, "moves a player may make at once before the rate counts")
    sockets_per_player: int = _setting(5, "open sockets for each player; 0 is no limit")
    sockets_per_address: int = _setting(30, "open sockets for each address; 0 is no limit")
    guests_per_hour: int = _setting(20, "guests made from one address in an hour; 0 is no limit")
    idle_minutes: float = _setting(30.0, "minutes after which a silent socket is closed; 0 is never")

    @property
    def key_path(self) -> Path:
        """The file of the key."""
        return Path(self.key_file or Path(self.data) / "secrets.key")

    @property
    def variant_keys(self) -> tuple[str, ...]:
        """The keys of the variants that are dealt, in the order of `VARIANTS`."""
        asked = {key.strip() for key in self.variants.split(",")}
        return tuple(key for key in VARIANTS if key in asked)


def read_settings(environment: Mapping[str, str], options: Mapping[str, object]) -> Settings:
    """Options (None: not given) before environment before defaults. Raises BadSetting."""
    given: dict[str, object] = {}
    for setting in fields(Settings):
        value = options.get(setting.name)
        value = environment.get(variable(setting.name)) if value is None else value
        if value not in (None, ""):
            given[setting.name] = _converted(setting.name, value, setting.type)
    settings = Settings(**given)  # type: ignore[arg-type]
    _check(settings)
    return settings


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return "DATABASE_URL" if name == "database_url" else f"SAMEDEAL_{name.upper()}"


def _converted(name: str, value: object, kind: Any) -> object:
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(f"{variable(name)}={value}: {error}.") from None


def _check(settings: Settings) -> None:
    unknown = {key.strip() for key in settings.variants.split(",")} - set(VARIANTS)
    if unknown:
        known = ", ".join(VARIANTS)
        raise BadSetting(f"SAMEDEAL_VARIANTS: there is no {', '.join(sorted(unknown))}. There are {known}.")
    if settings.ranked not in ("guests", "kept"):
        raise BadSetting("SAMEDEAL_RANKED is guests or kept.")
    if settings.workers < 1:
        raise BadSetting("SAMEDEAL_WORKERS is at least 1.")
