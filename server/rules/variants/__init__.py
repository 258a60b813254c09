"""The variants of the day, in the order in which they are shown."""

from collections.abc import Mapping
from types import MappingProxyType

from server.rules.variant import Variant

from .chinaman import CHINAMAN
from .chinese_torture import CHINESE_TORTURE
from .kansas import KANSAS
from .whitehorse import WHITEHORSE

VARIANTS: Mapping[str, Variant] = MappingProxyType(
    {variant.key: variant for variant in (CHINAMAN, CHINESE_TORTURE, WHITEHORSE, KANSAS)}
)
