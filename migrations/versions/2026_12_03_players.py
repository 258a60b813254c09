"""Kept names, and sessions on several devices."""

revision = "2026_12_03_players"
down_revision = "2026_12_02_boards"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
