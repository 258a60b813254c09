"""Finished days: packed logs, proofs, outages, what operators did; secrets sealed; a role to serve with."""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_04_days"
down_revision = "2026_12_02_boards"
branch_labels = None
depends_on = None

TABLES = ("audit", "hidings", "day_levels", "day_roots", "outages", "heartbeats", "packed_logs")

# What is checked here: that the attempt is over and believed, and that the rows are those the caller has packed, by
# their number and by their SHA-256. Then they are exchanged for the log, in one transaction. It is the owner's, because
# the role that serves may not delete moves.
PACK_LOG = """
CREATE FUNCTION pack_log(asked bigint, packed_log bytea, rows_packed bigint, rows_hash bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
    rows_found bigint;
    lines text;
BEGIN
    PERFORM FROM public.attempts
    WHERE id = asked AND ended_at IS NOT NULL AND verdict = 'verified' AND NOT packed FOR UPDATE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    SELECT count(*), coalesce(string_agg(ply || '|' || move || '|' || at_ms, E'\\n' ORDER BY ply), '')
    INTO rows_found, lines FROM public.moves WHERE attempt_id = asked;
    IF rows_found <> rows_packed OR sha256(convert_to(lines, 'UTF8')) <> rows_hash THEN
        RETURN false;
    END IF;
    INSERT INTO public.packed_logs (attempt_id, log) VALUES (asked, packed_log);
    DELETE FROM public.moves WHERE attempt_id = asked;
    UPDATE public.attempts SET packed = true WHERE id = asked;
    RETURN true;
END $$
"""

# Where the migrating role may make roles, the server serves as samedeal_server, which can add moves and never change
# or delete them. Elsewhere an administrator makes it beforehand (docs/operations.md), or the server does without.
SERVER_ROLE = """
DO $$
BEGIN
    BEGIN
        CREATE ROLE samedeal_server NOLOGIN;
    EXCEPTION
        WHEN duplicate_object OR unique_violation OR insufficient_privilege THEN NULL;
    END;
    IF to_regrole('samedeal_server') IS NULL THEN
        RETURN;
    END IF;
    BEGIN
        IF NOT pg_has_role('samedeal_server', 'SET') THEN
            EXECUTE format('GRANT samedeal_server TO %I', current_user);
        END IF;
    EXCEPTION
        WHEN insufficient_privilege THEN NULL;
    END;
    GRANT USAGE ON SCHEMA public TO samedeal_server;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO samedeal_server;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO samedeal_server;
    REVOKE UPDATE, DELETE ON moves, audit, outages, day_roots, day_levels FROM samedeal_server;
    REVOKE INSERT, UPDATE, DELETE ON packed_logs, alembic_version FROM samedeal_server;
    REVOKE UPDATE, DELETE ON games FROM samedeal_server;
    GRANT UPDATE (secret, deal_number) ON games TO samedeal_server;
    GRANT EXECUTE ON FUNCTION pack_log TO samedeal_server;
END $$
"""

NO_SERVER_ROLE = """
DO $$
BEGIN
    IF to_regrole('samedeal_server') IS NOT NULL THEN
        ALTER DEFAULT PRIVILEGES IN SCHEMA public REVOKE ALL ON TABLES FROM samedeal_server;
        REVOKE ALL ON ALL TABLES IN SCHEMA public FROM samedeal_server;
        REVOKE USAGE ON SCHEMA public FROM samedeal_server;
    END IF;
END $$
"""


def upgrade() -> None:
    seal_secrets()
    extend_attempts()
    make_packed_logs()
    make_outages()
    make_day_trees()
    make_operators_tables()
    op.execute(PACK_LOG)
    op.execute("REVOKE EXECUTE ON FUNCTION pack_log FROM PUBLIC")
    op.execute(SERVER_ROLE)


def downgrade() -> None:
    op.execute(NO_SERVER_ROLE)
    op.execute("DROP FUNCTION pack_log")
    for table in TABLES:
        op.drop_table(table)
    op.drop_index("ix_attempts_unpacked", "attempts")
    for column in ("credited_ms", "packed", "leaf"):
        op.drop_column("attempts", column)
    unseal_secrets()


def seal_secrets() -> None:
    """Secrets made before this are kept in plain, with their games; nothing ever sealed them."""
    op.add_column("games", sa.Column("secret", sa.LargeBinary()))
    op.create_check_constraint(op.f("ck_games_secret_length"), "games", "length(secret) = 32")
    op.execute("UPDATE games SET secret = secrets.secret FROM secrets WHERE game_id = games.id")
    op.execute("DELETE FROM secrets")
    op.drop_column("secrets", "secret")
    op.add_column("secrets", sa.Column("sealed", sa.LargeBinary(), nullable=False))
    op.create_check_constraint(op.f("ck_secrets_length"), "secrets", "length(sealed) = 60")


def unseal_secrets() -> None:
    """What is sealed is lost to an older program: games that are not final are made anew."""
    op.drop_column("secrets", "sealed")
    op.add_column("secrets", sa.Column("secret", sa.LargeBinary()))
    op.execute("DELETE FROM secrets")
    op.alter_column("secrets", "secret", nullable=False)
    op.create_check_constraint(op.f("ck_secrets_length"), "secrets", "length(secret) = 32")
    op.execute("INSERT INTO secrets (game_id, secret) SELECT id, secret FROM games WHERE secret IS NOT NULL")
    op.drop_column("games", "secret")


def extend_attempts() -> None:
    op.add_column("attempts", sa.Column("credited_ms", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("attempts", sa.Column("packed", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("attempts", sa.Column("leaf", sa.Integer()))
    op.create_index(
        "ix_attempts_unpacked",
        "attempts",
        ["id"],
        postgresql_where=sa.text("verdict = 'verified' AND NOT packed"),
    )


def make_packed_logs() -> None:
    op.create_table(
        "packed_logs",
        sa.Column("attempt_id", sa.BigInteger(), nullable=False),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("attempt_id", name=op.f("pk_packed_logs")),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], ondelete="CASCADE", name=op.f("fk_packed_logs_attempt_id_attempts")
        ),
    )


def make_outages() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("one", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("served_until", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("one", name=op.f("pk_heartbeats")),
        sa.CheckConstraint("one", name=op.f("ck_heartbeats_only")),
    )
    op.create_table(
        "outages",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("began_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outages")),
        sa.CheckConstraint("began_at < ended_at", name=op.f("ck_outages_order")),
    )


def make_day_trees() -> None:
    op.create_table(
        "day_roots",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("root", sa.LargeBinary(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_day_roots")),
    )
    op.create_table(
        "day_levels",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hashes", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("day", "level", name=op.f("pk_day_levels")),
        sa.ForeignKeyConstraint(["day"], ["day_roots.day"], name=op.f("fk_day_levels_day_day_roots")),
    )
    # Hashes do not compress, and uncompressed a slice is read without the rest.
    op.execute("ALTER TABLE day_levels ALTER COLUMN hashes SET STORAGE EXTERNAL")


def make_operators_tables() -> None:
    op.create_table(
        "hidings",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("attempt_id", sa.BigInteger()),
        sa.Column("player_id", sa.BigInteger()),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("hidden_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hidings")),
        sa.UniqueConstraint("attempt_id", name=op.f("uq_hidings_attempt_id")),
        sa.UniqueConstraint("player_id", name=op.f("uq_hidings_player_id")),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], ondelete="CASCADE", name=op.f("fk_hidings_attempt_id_attempts")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], ondelete="CASCADE", name=op.f("fk_hidings_player_id_players")
        ),
        sa.CheckConstraint("num_nonnulls(attempt_id, player_id) = 1", name=op.f("ck_hidings_one_thing")),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("operator", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
