"""Players, games, attempts and their moves."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_01_first"
down_revision = None
branch_labels = None
depends_on = None

ON_BOARD = "kind = 'ranked' AND verdict = 'verified' AND NOT hidden"


def upgrade() -> None:
    make_players()
    make_games()
    make_attempts()
    index_attempts()
    make_moves()


def downgrade() -> None:
    for table in ("moves", "attempts", "secrets", "games", "sessions", "players"):
        op.drop_table(table)


def make_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.Column("kept", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("name_key", name=op.f("uq_players_name_key")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], ondelete="CASCADE", name=op.f("fk_sessions_player_id_players")
        ),
    )
    op.create_index(op.f("ix_sessions_player_id"), "sessions", ["player_id"])


def make_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("commitment", sa.LargeBinary(), nullable=False),
        sa.Column("solver_version", sa.Text(), nullable=False),
        sa.Column("node_budget", sa.BigInteger(), nullable=False),
        sa.Column("deal_number", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("day", "variant", name=op.f("uq_games_day_variant")),
    )
    op.create_table(
        "secrets",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_secrets")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_secrets_game_id_games")),
        sa.CheckConstraint("length(secret) = 32", name=op.f("ck_secrets_length")),
    )


def make_attempts() -> None:
    op.create_table(
        "attempts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("variant", sa.Text(), nullable=False),
        sa.Column("game_id", sa.BigInteger()),
        sa.Column("deck", sa.Text()),
        sa.Column("pasted", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("outcome", sa.Text()),
        sa.Column("home", sa.Integer()),
        sa.Column("moves", sa.Integer()),
        sa.Column("elapsed_ms", sa.BigInteger()),
        sa.Column("moves_key", sa.BigInteger()),
        sa.Column("speed_key", sa.BigInteger()),
        sa.Column("chain", sa.LargeBinary()),
        sa.Column("verdict", sa.Text()),
        sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_attempts_player_id_players")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_attempts_game_id_games")),
        sa.CheckConstraint("kind IN ('ranked', 'practice')", name=op.f("ck_attempts_kind")),
        sa.CheckConstraint("verdict IN ('verified', 'mismatch')", name=op.f("ck_attempts_verdict")),
        sa.CheckConstraint("kind <> 'ranked' OR game_id IS NOT NULL", name=op.f("ck_attempts_ranked_has_game")),
        sa.CheckConstraint("game_id IS NOT NULL OR deck IS NOT NULL", name=op.f("ck_attempts_has_deck")),
        sa.CheckConstraint(
            "num_nulls(ended_at, outcome, home, moves, elapsed_ms, moves_key, speed_key) IN (0, 7)",
            name=op.f("ck_attempts_whole_result"),
        ),
    )


def index_attempts() -> None:
    op.create_index(op.f("ix_attempts_player_id"), "attempts", ["player_id"])
    op.create_index(
        "uq_attempts_ranked",
        "attempts",
        ["game_id", "player_id"],
        unique=True,
        postgresql_where=sa.text("kind = 'ranked'"),
    )
    for by in ("moves", "speed"):
        op.create_index(
            f"ix_attempts_{by}_board",
            "attempts",
            ["game_id", f"{by}_key", "ended_at", "id"],
            postgresql_where=sa.text(ON_BOARD),
        )
    op.create_index(
        "ix_attempts_unverified",
        "attempts",
        ["id"],
        postgresql_where=sa.text("ended_at IS NOT NULL AND verdict IS NULL"),
    )
    op.create_index(
        "ix_attempts_underway",
        "attempts",
        ["game_id"],
        postgresql_where=sa.text("kind = 'ranked' AND ended_at IS NULL"),
    )


def make_moves() -> None:
    op.create_table(
        "moves",
        sa.Column("attempt_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ply", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("attempt_id", "ply", name=op.f("pk_moves")),
    )
