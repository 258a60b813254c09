"""What operators are given beside the program."""

import json
import re
from pathlib import Path

from prometheus_client import REGISTRY

import server.live.metrics  # noqa: F401  (its figures are registered)

DEPLOY = Path(__file__).parents[1] / "deploy"


def test_the_dashboard_shows_figures_that_exist() -> None:
    asked = set(re.findall(r"samedeal_[a-z_]+", (DEPLOY / "grafana-dashboard.json").read_text()))
    families = {family.name: family.type for family in REGISTRY.collect()}
    suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count"), "gauge": ("",)}
    known = {name + end for name, kind in families.items() for end in suffixes.get(kind, ())}
    assert asked
    assert asked <= known


def test_the_dashboard_is_one_that_grafana_reads() -> None:
    dashboard = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    assert dashboard["title"] == "Same Deal"
    assert all(panel["targets"] for panel in dashboard["panels"])
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
