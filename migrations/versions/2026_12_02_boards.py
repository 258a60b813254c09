"""Boards that know ranks without counting.

Every result on a board is counted in `board_counts`, under ever finer parts of its key (key >> shift): a rank is a few
sums. `points` holds what each player's results amount to in a day, an ISO week, a month, and all time. Triggers keep
both in the transaction that puts a result on a board, takes it off, or makes its player known as kept, whoever writes.

Locks are taken in one order by everybody, so nobody waits in a circle: players, attempts, points, counts by board,
shift and bucket, boards by name.
"""

import sqlalchemy as sa
from alembic import op

revision = "2026_12_02_boards"
down_revision = "2026_12_01_first"
branch_labels = None
depends_on = None

ON_BOARD = "kind = 'ranked' AND verdict = 'verified' AND NOT hidden"


def upgrade() -> None:
    make_tables()
    index_attempts()
    for statement in (*KEYS, *FUNCTIONS):
        op.execute(statement)
    op.execute(
        "UPDATE attempts SET kept = true FROM players WHERE players.id = player_id AND players.kept AND kind = 'ranked'"
    )
    op.execute("SELECT recount_boards()")
    for statement in TRIGGERS:
        op.execute(statement)


def downgrade() -> None:
    for table, name in (
        ("attempts", "kept_at_start"),
        ("attempts", "board_insert"),
        ("attempts", "board_update"),
        ("attempts", "board_delete"),
        ("players", "board_player"),
    ):
        op.execute(f"DROP TRIGGER {name} ON {table}")
    for function in (
        "kept_at_start()",
        "board_insert()",
        "board_update()",
        "board_delete()",
        "board_player()",
        "recount_boards()",
        "results_changed(board_result[])",
        "recount_points(bigint[], date[])",
        "points_of(bigint[], date[])",
        "count_on_boards(board_change[])",
        "periods_of(date)",
        "board_shifts(text)",
    ):
        op.execute(f"DROP FUNCTION {function}")
    op.execute("DROP TYPE board_result")
    op.execute("DROP TYPE board_change")
    for by in ("moves", "speed"):
        op.drop_index(f"ix_attempts_{by}_kept_board", "attempts")
        op.drop_index(f"ix_attempts_{by}_board", "attempts")
        index_board(by, "board", ON_BOARD)
    op.drop_column("attempts", "kept")
    for table in ("points", "board_counts", "boards"):
        op.drop_table(table)


def make_tables() -> None:
    op.add_column("attempts", sa.Column("kept", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "boards",
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("changes", sa.BigInteger(), nullable=False),
        sa.Column("removals", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("board", name=op.f("pk_boards")),
        postgresql_with={"fillfactor": 50},
    )
    op.create_table(
        "board_counts",
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("shift", sa.SmallInteger(), nullable=False),
        sa.Column("bucket", sa.BigInteger(), nullable=False),
        sa.Column("results", sa.Integer(), nullable=False),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("board", "shift", "bucket", name=op.f("pk_board_counts")),
        postgresql_with={"fillfactor": 70},
    )
    op.create_table(
        "points",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("span", sa.Text(), nullable=False),
        sa.Column("starts", sa.Date(), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("kept", sa.Boolean(), nullable=False),
        sa.Column(
            "key",
            sa.BigInteger(),
            sa.Computed(
                "CASE WHEN days > 0 THEN ((4194303 - points)::bigint << 41)"
                " | ((65535 - wins)::bigint << 25) | least(moves, 33554431) END",
                persisted=True,
            ),
        ),
        sa.PrimaryKeyConstraint("player_id", "span", "starts", name=op.f("pk_points")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_points_player_id_players")),
        sa.CheckConstraint("span IN ('days', 'weeks', 'months', 'all-time')", name=op.f("ck_points_span")),
    )
    for name, where in (("board", "days > 0"), ("kept_board", "days > 0 AND kept")):
        op.create_index(
            f"ix_points_{name}",
            "points",
            ["span", "starts", "key", "ended_at", "player_id"],
            postgresql_where=sa.text(where),
        )


def index_attempts() -> None:
    for by in ("moves", "speed"):
        op.drop_index(f"ix_attempts_{by}_board", "attempts")
        index_board(by, "board", ON_BOARD, ["player_id", "outcome"])
        index_board(by, "kept_board", f"{ON_BOARD} AND kept", ["player_id", "outcome"])


def index_board(by: str, name: str, on_it: str, include: list[str] | None = None) -> None:
    """A page is read from this index alone: the key tells the result, what is included who and how it ended."""
    op.create_index(
        f"ix_attempts_{by}_{name}",
        "attempts",
        ["game_id", f"{by}_key", "ended_at", "id"],
        postgresql_where=sa.text(on_it),
        postgresql_include=include,
    )


KEYS = (
    # What happened to one result; gone: it left a board, or only that of kept players.
    """
    CREATE TYPE board_result AS (
        player_id bigint, game_id bigint, moves_key bigint, speed_key bigint, kept boolean, sign integer, gone boolean)
    """,
    """
    CREATE TYPE board_change AS (board text, key bigint, kept boolean, sign integer, gone boolean)
    """,
    # Cards home; that and 32 moves or 65 seconds; that and one move or second. Points in thousands, tens, ones, wins.
    """
    CREATE FUNCTION board_shifts(board text) RETURNS smallint[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE split_part(board, ':', 1)
            WHEN 'moves' THEN '{38,32,27}'::smallint[]
            WHEN 'speed' THEN '{38,27,21}'::smallint[]
            ELSE '{53,47,41,5}'::smallint[]
        END
    $$
    """,
    """
    CREATE FUNCTION periods_of(day date) RETURNS TABLE (span text, starts date, ends date, best integer)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 3 AS $$
        VALUES
            ('weeks', date_trunc('week', day::timestamp)::date, (date_trunc('week', day::timestamp) + interval '7 days')::date, 5),
            ('months', date_trunc('month', day::timestamp)::date, (date_trunc('month', day::timestamp) + interval '1 month')::date, 20),
            ('all-time', '1970-01-01', 'infinity', NULL)
    $$
    """,
)

FUNCTIONS = (
    """
    CREATE FUNCTION count_on_boards(changes board_change[]) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO board_counts AS known (board, shift, bucket, results, kept)
        SELECT change.board, part.shift, change.key >> part.shift, sum(sign), sum(sign * change.kept::int)
        FROM unnest(changes) AS change, unnest(board_shifts(change.board)) AS part (shift)
        GROUP BY 1, 2, 3
        HAVING sum(sign) <> 0 OR sum(sign * change.kept::int) <> 0
        ORDER BY 1, 2, 3
        ON CONFLICT (board, shift, bucket) DO UPDATE
        SET results = known.results + excluded.results, kept = known.kept + excluded.kept;

        INSERT INTO boards AS known (board, changes, removals)
        SELECT board, 1, count(*) FILTER (WHERE gone) FROM unnest(changes) GROUP BY 1 ORDER BY 1
        ON CONFLICT (board) DO UPDATE
        SET changes = known.changes + 1, removals = known.removals + excluded.removals;
    END
    $$
    """,
    """
    CREATE FUNCTION points_of(whose bigint[], dates date[]) RETURNS SETOF points LANGUAGE plpgsql STABLE AS $$
    BEGIN
        RETURN QUERY SELECT known.* FROM (
            SELECT player_id, 'days' AS span, day AS starts FROM unnest(whose, dates) AS touched (player_id, day)
            UNION
            SELECT player_id, span, starts FROM unnest(whose, dates) AS touched (player_id, day), periods_of(day)
        ) AS period
        CROSS JOIN LATERAL (
            SELECT * FROM points AS one
            WHERE one.player_id = period.player_id AND one.span = period.span AND one.starts = period.starts OFFSET 0
        ) AS known
        WHERE days > 0;
    END
    $$
    """,
    # The row of all time is the lock of a player's points: what follows sees all that was committed before it was got.
    # Plans are kept for as long as a connection lives. One made while a board was small must not read it whole when it is
    # big: hence no sequential scans, and behind OFFSET 0 no index of a board either, but those by player.
    """
    CREATE FUNCTION recount_points(whose bigint[], dates date[]) RETURNS board_change[] LANGUAGE plpgsql
    SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
    DECLARE
        before points[];
    BEGIN
        INSERT INTO points (player_id, span, starts, days, points, wins, moves, kept)
        SELECT DISTINCT player_id, 'all-time', date '1970-01-01', 0, 0, 0, 0, false
        FROM unnest(whose) AS player_id ORDER BY 1
        ON CONFLICT DO NOTHING;
        PERFORM 1 FROM points WHERE span = 'all-time' AND player_id = ANY (whose) ORDER BY player_id FOR UPDATE;
        before := ARRAY(SELECT p FROM points_of(whose, dates) AS p);

        INSERT INTO points (player_id, span, starts, days, points, wins, moves, ended_at, kept)
        SELECT touched.player_id, 'days', touched.day, together.*
        FROM unnest(whose, dates) AS touched (player_id, day)
        CROSS JOIN LATERAL (
            SELECT least(count(*), 1), coalesce(sum(home + CASE WHEN outcome = 'won' THEN 48 ELSE 0 END), 0),
                count(*) FILTER (WHERE outcome = 'won'), coalesce(sum(moves) FILTER (WHERE outcome = 'won'), 0), max(ended_at),
                coalesce(bool_and(kept), false)
            FROM games CROSS JOIN LATERAL (
                SELECT * FROM attempts
                WHERE game_id = games.id AND player_id = touched.player_id AND kind = 'ranked' OFFSET 0
            ) AS ranked
            WHERE games.day = touched.day AND verdict = 'verified' AND NOT hidden
        ) AS together
        ON CONFLICT (player_id, span, starts) DO UPDATE
        SET (days, points, wins, moves, ended_at, kept)
            = (excluded.days, excluded.points, excluded.wins, excluded.moves, excluded.ended_at, excluded.kept);

        INSERT INTO points (player_id, span, starts, days, points, wins, moves, ended_at, kept)
        SELECT period.player_id, period.span, period.starts, together.*
        FROM (
            SELECT DISTINCT player_id, periods.* FROM unnest(whose, dates) AS touched (player_id, day), periods_of(day) AS periods
        ) AS period
        CROSS JOIN LATERAL (
            SELECT count(*), coalesce(sum(points), 0), coalesce(sum(wins), 0), coalesce(sum(moves), 0), max(ended_at),
                coalesce(bool_and(kept), false)
            FROM (
                SELECT * FROM (
                    SELECT * FROM points AS one
                    WHERE one.player_id = period.player_id AND one.span = 'days'
                        AND one.starts >= period.starts AND one.starts < period.ends OFFSET 0
                ) AS played
                WHERE days > 0 ORDER BY key, starts LIMIT period.best
            ) AS best
        ) AS together
        ON CONFLICT (player_id, span, starts) DO UPDATE
        SET (days, points, wins, moves, ended_at, kept)
            = (excluded.days, excluded.points, excluded.wins, excluded.moves, excluded.ended_at, excluded.kept);

        RETURN ARRAY(
            SELECT ROW(span || ':' || starts, change.key, change.kept, change.sign, change.gone)::board_change
            FROM unnest(before) AS old
            FULL JOIN points_of(whose, dates) AS new USING (player_id, span, starts),
            LATERAL (VALUES
                (old.key, old.kept, -1, new.key IS NULL OR new.key > old.key OR old.kept AND NOT new.kept),
                (new.key, new.kept, 1, false)
            ) AS change (key, kept, sign, gone)
            WHERE (old.key, old.kept, old.ended_at) IS DISTINCT FROM (new.key, new.kept, new.ended_at)
                AND change.key IS NOT NULL
        );
    END
    $$
    """,
    """
    CREATE FUNCTION results_changed(results board_result[]) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
        whose bigint[];
        dates date[];
    BEGIN
        IF cardinality(results) = 0 THEN
            RETURN;
        END IF;
        SELECT array_agg(player_id), array_agg(day) INTO whose, dates FROM (
            SELECT DISTINCT player_id, day FROM unnest(results) AS result JOIN games ON games.id = game_id
        ) AS touched;
        PERFORM count_on_boards(recount_points(whose, dates) || ARRAY(
            SELECT ROW(by.board || ':' || game_id, by.key, kept, sign, gone)::board_change
            FROM unnest(results), LATERAL (VALUES ('moves', moves_key), ('speed', speed_key)) AS by (board, key)
        ));
    END
    $$
    """,
    """
    CREATE FUNCTION board_insert() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM results_changed(ARRAY(
            SELECT ROW(player_id, game_id, moves_key, speed_key, kept, 1, false)::board_result
            FROM after WHERE kind = 'ranked' AND verdict = 'verified' AND NOT hidden
        ));
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE FUNCTION board_delete() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM results_changed(ARRAY(
            SELECT ROW(player_id, game_id, moves_key, speed_key, kept, -1, true)::board_result
            FROM before WHERE kind = 'ranked' AND verdict = 'verified' AND NOT hidden
        ));
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE FUNCTION board_update() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM results_changed(ARRAY(
            SELECT ROW(result.*)::board_result
            FROM before AS was JOIN after AS goes USING (id)
            CROSS JOIN LATERAL (SELECT
                was.kind = 'ranked' AND was.verdict IS NOT DISTINCT FROM 'verified' AND NOT was.hidden AS was_on,
                goes.kind = 'ranked' AND goes.verdict IS NOT DISTINCT FROM 'verified' AND NOT goes.hidden AS is_on
            ) AS board
            CROSS JOIN LATERAL (
                SELECT was.player_id, was.game_id, was.moves_key, was.speed_key, was.kept, -1, NOT is_on OR was.kept AND NOT goes.kept
                WHERE was_on
                UNION ALL
                SELECT goes.player_id, goes.game_id, goes.moves_key, goes.speed_key, goes.kept, 1, false WHERE is_on
            ) AS result
            WHERE (was_on, was.kept, was.moves_key, was.speed_key, was.outcome)
                IS DISTINCT FROM (is_on, goes.kept, goes.moves_key, goes.speed_key, goes.outcome)
        ));
        RETURN NULL;
    END
    $$
    """,
    # Waits for whoever is keeping the name now; they find the new attempt afterwards.
    """
    CREATE FUNCTION kept_at_start() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        SELECT kept INTO NEW.kept FROM players WHERE id = NEW.player_id FOR SHARE;
        RETURN NEW;
    END
    $$
    """,
    """
    CREATE FUNCTION board_player() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF OLD.kept <> NEW.kept THEN
            UPDATE attempts SET kept = NEW.kept WHERE player_id = NEW.id AND kind = 'ranked';
        ELSE
            INSERT INTO boards AS known (board, changes, removals)
            SELECT board, 1, 0 FROM (
                SELECT by || ':' || game_id FROM attempts, unnest('{moves,speed}'::text[]) AS by
                WHERE player_id = NEW.id AND kind = 'ranked' AND verdict = 'verified' AND NOT hidden
                UNION
                SELECT span || ':' || starts FROM points WHERE player_id = NEW.id AND days > 0
            ) AS theirs (board)
            ORDER BY 1
            ON CONFLICT (board) DO UPDATE SET changes = known.changes + 1;
        END IF;
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE FUNCTION recount_boards() RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
        LOCK TABLE attempts, points IN SHARE ROW EXCLUSIVE MODE;
        DELETE FROM board_counts;
        DELETE FROM points;
        INSERT INTO points (player_id, span, starts, days, points, wins, moves, ended_at, kept)
        SELECT player_id, 'days', day, 1, sum(home + CASE WHEN outcome = 'won' THEN 48 ELSE 0 END),
            count(*) FILTER (WHERE outcome = 'won'), coalesce(sum(moves) FILTER (WHERE outcome = 'won'), 0), max(ended_at),
            bool_and(kept)
        FROM attempts JOIN games ON games.id = game_id
        WHERE kind = 'ranked' AND verdict = 'verified' AND NOT hidden
        GROUP BY player_id, day;

        INSERT INTO points (player_id, span, starts, days, points, wins, moves, ended_at, kept)
        SELECT player_id, span, starts, count(*), sum(points), sum(wins), sum(moves), max(ended_at), bool_and(kept)
        FROM (
            SELECT player_id, period.span, period.starts, best, points, wins, moves, ended_at, kept,
                row_number() OVER (PARTITION BY player_id, period.span, period.starts ORDER BY key, one.starts) AS place
            FROM points AS one CROSS JOIN LATERAL periods_of(one.starts) AS period
        ) AS ordered
        WHERE best IS NULL OR place <= best
        GROUP BY player_id, span, starts;

        INSERT INTO board_counts (board, shift, bucket, results, kept)
        SELECT board, shift, key >> shift, count(*), count(*) FILTER (WHERE kept)
        FROM (
            SELECT by.board || ':' || game_id AS board, by.key, kept
            FROM attempts, LATERAL (VALUES ('moves', moves_key), ('speed', speed_key)) AS by (board, key)
            WHERE kind = 'ranked' AND verdict = 'verified' AND NOT hidden
            UNION ALL
            SELECT span || ':' || starts, key, kept FROM points
        ) AS results, unnest(board_shifts(board)) AS shift
        GROUP BY 1, 2, 3;

        INSERT INTO boards AS known (board, changes, removals) SELECT DISTINCT board, 1, 0 FROM board_counts
        ON CONFLICT (board) DO NOTHING;
        UPDATE boards SET changes = changes + 1, removals = removals + 1;
    END
    $$
    """,
)

TRIGGERS = (
    """
    CREATE TRIGGER kept_at_start BEFORE INSERT ON attempts
    FOR EACH ROW WHEN (NEW.kind = 'ranked') EXECUTE FUNCTION kept_at_start()
    """,
    """
    CREATE TRIGGER board_insert AFTER INSERT ON attempts REFERENCING NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION board_insert()
    """,
    """
    CREATE TRIGGER board_update AFTER UPDATE ON attempts REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION board_update()
    """,
    """
    CREATE TRIGGER board_delete AFTER DELETE ON attempts REFERENCING OLD TABLE AS before
    FOR EACH STATEMENT EXECUTE FUNCTION board_delete()
    """,
    """
    CREATE TRIGGER board_player AFTER UPDATE OF name, kept ON players
    FOR EACH ROW WHEN ((OLD.name, OLD.kept) IS DISTINCT FROM (NEW.name, NEW.kept)) EXECUTE FUNCTION board_player()
    """,
)
