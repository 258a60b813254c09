"""Kept names with passphrases, and sessions on several devices."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_05_accounts"
down_revision = "2026_12_04_days"
branch_labels = None
depends_on = None

# Names made before this are English words and digits; contest/names.py has the rule in full.
ALIKE = "UPDATE players SET name_key = replace(translate(lower(name), '01i _.-', 'oll'), 'rn', 'm')"


def upgrade() -> None:
    op.add_column("players", sa.Column("passphrase_hash", sa.Text()))
    op.execute(ALIKE)
    op.add_column("sessions", sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False))
    op.create_unique_constraint(op.f("uq_sessions_id"), "sessions", ["id"])
    op.add_column("sessions", sa.Column("device", sa.Text(), server_default="", nullable=False))
    op.add_column("sessions", sa.Column("seen_at", sa.DateTime(timezone=True)))
    op.execute("UPDATE sessions SET seen_at = created_at")
    op.alter_column("sessions", "seen_at", nullable=False)


def downgrade() -> None:
    for column in ("seen_at", "device", "id"):
        op.drop_column("sessions", column)
    op.execute("UPDATE players SET name_key = lower(name)")
    op.drop_column("players", "passphrase_hash")
