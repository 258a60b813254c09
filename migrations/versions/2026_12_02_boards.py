"""Boards that know ranks without counting."""

revision = "2026_12_02_boards"
down_revision = "2026_12_01_first"
branch_labels = None
depends_on = None


def upgrade() -> None:
    pass


def downgrade() -> None:
    pass
