"""Finished days: packed logs, proofs, outages, what operators did."""

revision = "2026_12_04_days"
down_revision = "2026_12_03_players"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
