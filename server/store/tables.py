"""The tables, as SQLAlchemy Core knows them; migrations/versions makes them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Computed,
    Date,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),
    Column("kept", Boolean, nullable=False, server_default=false()),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("passphrase_hash", Text),
    UniqueConstraint("name_key"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("player_id", BigInteger, ForeignKey(players.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("id", BigInteger, Identity(always=True), nullable=False, unique=True),
    Column("device", Text, nullable=False, server_default=""),
    Column("seen_at", DateTime(timezone=True), nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("variant", Text, nullable=False),
    Column("day", Date, nullable=False),
    Column("commitment", LargeBinary, nullable=False),
    Column("solver_version", Text, nullable=False),
    Column("node_budget", BigInteger, nullable=False),
    Column("deal_number", Integer, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("secret", LargeBinary),  # once the game is final
    Column("decided_at", DateTime(timezone=True)),  # when its deal was proven, or the budget for that was spent
    Column("winnable", Boolean, nullable=False, server_default=false()),
    Column("par", Integer),
    Column("stars", Integer),
    Column("solution", Text),  # moves with spaces between, once the game is final
    UniqueConstraint("day", "variant"),
    CheckConstraint("length(secret) = 32", name="secret_length"),
)

# Those of games that are not final: encrypted (store.seal), and of their own table, so that no row read for another
# purpose carries one.
secrets = Table(
    "secrets",
    metadata,
    Column("game_id", BigInteger, ForeignKey(games.c.id), primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("sealed_solution", LargeBinary),
    CheckConstraint("length(sealed) = 60", name="length"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("player_id", BigInteger, ForeignKey(players.c.id), nullable=False, index=True),
    Column("kind", Text, nullable=False),
    Column("variant", Text, nullable=False),
    Column("game_id", BigInteger, ForeignKey(games.c.id)),
    Column("deck", Text),
    Column("pasted", Boolean, nullable=False, server_default=false()),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("started_at", DateTime(timezone=True)),
    Column("ended_at", DateTime(timezone=True)),
    Column("outcome", Text),
    Column("home", Integer),
    Column("moves", Integer),
    Column("elapsed_ms", BigInteger),
    Column("moves_key", BigInteger),
    Column("speed_key", BigInteger),
    Column("chain", LargeBinary),
    Column("verdict", Text),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Column("kept", Boolean, nullable=False, server_default=false()),  # whether its player is; a trigger sets it
    Column("credited_ms", BigInteger, nullable=False, server_default="0"),
    Column("packed", Boolean, nullable=False, server_default=false()),
    Column("leaf", Integer),
    CheckConstraint("kind IN ('ranked', 'practice')", name="kind"),
    CheckConstraint("verdict IN ('verified', 'mismatch')", name="verdict"),
    CheckConstraint("kind <> 'ranked' OR game_id IS NOT NULL", name="ranked_has_game"),
    CheckConstraint("game_id IS NOT NULL OR deck IS NOT NULL", name="has_deck"),
    CheckConstraint(
        "num_nulls(ended_at, outcome, home, moves, elapsed_ms, moves_key, speed_key) IN (0, 7)", name="whole_result"
    ),
)

ON_BOARD = "kind = 'ranked' AND verdict = 'verified' AND NOT hidden"

one_ranked_attempt = Index(
    "uq_attempts_ranked",
    attempts.c.game_id,
    attempts.c.player_id,
    unique=True,
    postgresql_where=text("kind = 'ranked'"),
)
for by in (attempts.c.moves_key, attempts.c.speed_key):
    for board, on_it in (("board", ON_BOARD), ("kept_board", f"{ON_BOARD} AND kept")):
        Index(
            f"ix_attempts_{by.name.removesuffix('_key')}_{board}",
            attempts.c.game_id,
            by,
            attempts.c.ended_at,
            attempts.c.id,
            postgresql_where=text(on_it),
            postgresql_include=["player_id", "outcome"],
        )
Index("ix_attempts_unverified", attempts.c.id, postgresql_where=text("ended_at IS NOT NULL AND verdict IS NULL"))
Index("ix_attempts_unpacked", attempts.c.id, postgresql_where=text("verdict = 'verified' AND NOT packed"))
Index("ix_attempts_underway", attempts.c.game_id, postgresql_where=text("kind = 'ranked' AND ended_at IS NULL"))

# How many results every board has, and of kept players, by ever finer parts of the key (key >> shift): triggers keep it
# (migrations/versions/2026_12_02_boards.py), and ranks are sums of it. `changes` is the version of a board, `removals`
# says how often something left it.
boards = Table(
    "boards",
    metadata,
    Column("board", Text, primary_key=True),
    Column("changes", BigInteger, nullable=False),
    Column("removals", BigInteger, nullable=False),
    postgresql_with={"fillfactor": 50},
)

board_counts = Table(
    "board_counts",
    metadata,
    Column("board", Text, primary_key=True),
    Column("shift", SmallInteger, primary_key=True, autoincrement=False),
    Column("bucket", BigInteger, primary_key=True, autoincrement=False),
    Column("results", Integer, nullable=False),
    Column("kept", Integer, nullable=False),
    postgresql_with={"fillfactor": 70},
)

# What a player's results amount to in a period (contest/points.py); kept by the same triggers.
points = Table(
    "points",
    metadata,
    Column("player_id", BigInteger, ForeignKey(players.c.id), primary_key=True, autoincrement=False),
    Column("span", Text, primary_key=True),
    Column("starts", Date, primary_key=True),
    Column("days", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("ended_at", DateTime(timezone=True)),
    Column("kept", Boolean, nullable=False),
    Column(
        "key",
        BigInteger,
        Computed(
            "CASE WHEN days > 0 THEN ((4194303 - points)::bigint << 41)"
            " | ((65535 - wins)::bigint << 25) | least(moves, 33554431) END",
            persisted=True,
        ),
    ),
    CheckConstraint("span IN ('days', 'weeks', 'months', 'all-time')", name="span"),
)
for board, on_it in (("board", "days > 0"), ("kept_board", "days > 0 AND kept")):
    Index(
        f"ix_points_{board}",
        points.c.span,
        points.c.starts,
        points.c.key,
        points.c.ended_at,
        points.c.player_id,
        postgresql_where=text(on_it),
    )

# No foreign key: it would lock and read the attempt for every move. MoveLog appends only to attempts that were read.
moves = Table(
    "moves",
    metadata,
    Column("attempt_id", BigInteger, primary_key=True, autoincrement=False),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# The moves of attempts that are over (contest.packed_log); written and the rows deleted by the function pack_log alone.
packed_logs = Table(
    "packed_logs",
    metadata,
    Column("attempt_id", BigInteger, ForeignKey(attempts.c.id, ondelete="CASCADE"), primary_key=True),
    Column("log", LargeBinary, nullable=False),
)

# One row: the time up to which some process served.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("one", Boolean, primary_key=True, server_default=true()),
    Column("served_until", DateTime(timezone=True), nullable=False),
    CheckConstraint("one", name="only"),
)

outages = Table(
    "outages",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("began_at", DateTime(timezone=True), nullable=False),
    Column("ended_at", DateTime(timezone=True), nullable=False),
    CheckConstraint("began_at < ended_at", name="order"),
)

# Days that are final, each with the root of its tree of results (contest.day_tree) ...
day_roots = Table(
    "day_roots",
    metadata,
    Column("day", Date, primary_key=True),
    Column("root", LargeBinary, nullable=False),
    Column("size", Integer, nullable=False),
    Column("published_at", DateTime(timezone=True), nullable=False),
)

# ... and the hashes of each level of the tree, one behind the other, level 0 being the leaves.
day_levels = Table(
    "day_levels",
    metadata,
    Column("day", Date, ForeignKey(day_roots.c.day), primary_key=True),
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
)

# What operators hide now, and why; attempts.hidden follows from it.
hidings = Table(
    "hidings",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("attempt_id", BigInteger, ForeignKey(attempts.c.id, ondelete="CASCADE")),
    Column("player_id", BigInteger, ForeignKey(players.c.id, ondelete="CASCADE")),
    Column("reason", Text, nullable=False),
    Column("hidden_at", DateTime(timezone=True), nullable=False),
    UniqueConstraint("attempt_id"),
    UniqueConstraint("player_id"),
    CheckConstraint("num_nonnulls(attempt_id, player_id) = 1", name="one_thing"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", BigInteger, Identity(always=True), primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("operator", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("reason", Text),
)
