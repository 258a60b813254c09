"""Games whose deal is proven winnable: when that was decided, par, difficulty, and the line that wins it."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_06_proofs"
down_revision = "2026_12_05_accounts"
branch_labels = None
depends_on = None

COLUMNS = ("decided_at", "winnable", "par", "stars", "solution")

GRANT = """
DO $$
BEGIN
    IF to_regrole('samedeal_server') IS NOT NULL THEN
        GRANT UPDATE (decided_at, winnable, par, stars, solution) ON games TO samedeal_server;
    END IF;
END $$
"""


def upgrade() -> None:
    op.add_column("games", sa.Column("decided_at", sa.DateTime(timezone=True)))
    op.add_column("games", sa.Column("winnable", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("games", sa.Column("par", sa.Integer()))
    op.add_column("games", sa.Column("stars", sa.Integer()))
    op.add_column("games", sa.Column("solution", sa.Text()))
    op.execute("UPDATE games SET decided_at = created_at")
    op.add_column("secrets", sa.Column("sealed_solution", sa.LargeBinary()))
    op.execute(GRANT)


def downgrade() -> None:
    op.drop_column("secrets", "sealed_solution")
    for column in COLUMNS:
        op.drop_column("games", column)
