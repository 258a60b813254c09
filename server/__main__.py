"""The `samedeal` command."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial
from getpass import getpass
from secrets import token_bytes
from typing import NoReturn

from server.contest.record import InvalidRecord
from server.settings import BadSetting, Settings, variable

_STORED = ("data", "database_url", "key_file")
_NODES_A_DEAL = 200_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; gives its exit code: 0 done, 1 something does not hold, 2 it could not be done."""
    asked = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = asked.run
    try:
        return run(asked)
    except InvalidRecord as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="samedeal", description="Four patience games a day, the same for everybody.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for add in (_add_serve, _add_migrate, _add_verify, _add_table, _add_perft, _add_play, _add_admin, _add_export):
        add(commands)
    for add in (_add_solve, _add_winnability):
        add(commands)
    return parser


def _add_serve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    serve = commands.add_parser("serve", help="serve today's games", epilog="Options go before the environment.")
    _add_settings(serve)
    serve.set_defaults(run=_serve)


def _add_migrate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    migrate = commands.add_parser("migrate", help="bring the database to the newest schema")
    _add_settings(migrate)
    migrate.set_defaults(run=_migrate)


def _add_settings(command: argparse.ArgumentParser, *names: str) -> None:
    """Those of these names, or all."""
    for setting in (setting for setting in fields(Settings) if not names or setting.name in names):
        option = f"--{setting.name.replace('_', '-')}"
        default = f", default {setting.default}" if setting.default not in (None, "") else ""
        says = f"{setting.metadata['says']} ({variable(setting.name)}{default})"
        command.add_argument(option, metavar=setting.name.rpartition("_")[2].upper(), help=says)


def _add_admin(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from server.commands.actions import ACTIONS, ARGUMENTS

    admin = commands.add_parser("admin", help="look after results, players and days")
    actions = admin.add_subparsers(required=True, metavar="ACTION", dest="action")
    for name, (says, arguments) in ACTIONS.items():
        action = actions.add_parser(name, help=says)
        for argument in arguments:
            action.add_argument(argument, **ARGUMENTS[argument])
        _add_settings(action, *_STORED)
    admin.set_defaults(run=_admin)


def _add_export(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    export = commands.add_parser("export", help="write all records of a final day, one a line")
    export.add_argument("date", metavar="DATE", help="like 2026-12-01")
    export.add_argument("--output", metavar="FILE", help="where to (default: standard output)")
    _add_settings(export, *_STORED)
    export.set_defaults(run=_export)


def _add_verify(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    verify = commands.add_parser("verify", help="check records offline")
    verify.add_argument("files", nargs="+", metavar="FILE", help="one record, or one a line; - is standard input")
    verify.add_argument("--commitment", metavar="HEX", help="the commitment that was published for the game")
    verify.add_argument("--root", metavar="HEX", help="the root that was published for the day")
    verify.add_argument("--proof", action="store_true", help="derive again which deal the game's secret gives")
    verify.set_defaults(run=_verify)


def _add_table(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    table = commands.add_parser("table", help="show the table of a record and the legal moves")
    table.add_argument("--record", required=True, metavar="FILE")
    table.add_argument(
        "--ply", type=_number_from(0), metavar="N", help="the table before this entry (default: after the last)"
    )
    table.add_argument("--json", action="store_true", help="as JSON")
    table.set_defaults(run=_table)


def _add_perft(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    perft = commands.add_parser("perft", help="count the sequences of legal moves after a record")
    perft.add_argument("--record", required=True, metavar="FILE")
    perft.add_argument("--depth", required=True, type=_number_from(1), metavar="N")
    perft.set_defaults(run=_perft)


def _add_play(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    play = commands.add_parser("play", help="play a record's moves at a server, as practice")
    play.add_argument("record", metavar="RECORD", help="a file with one record, or one a line")
    play.add_argument("--server", required=True, metavar="URL", help="like http://127.0.0.1:8000")
    play.add_argument(
        "--guests", type=_number_from(1), default=1, metavar="N", help="how many play at once (default 1)"
    )
    play.set_defaults(run=_play)


def _add_solve(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from server.rules import VARIANTS
    from server.solver import NODE_BUDGET, PAR_BUDGET

    solve = commands.add_parser("solve", help="tell whether a deal can be won, and how")
    which = solve.add_mutually_exclusive_group(required=True)
    which.add_argument("record", nargs="?", metavar="RECORD", help="a file with a record: its deal")
    which.add_argument("--variant", choices=VARIANTS, help="a deal of a secret; needs --seed")
    solve.add_argument("--seed", type=_secret, metavar="-", help="read the secret from standard input, 64 hex digits")
    solve.add_argument(
        "--k", type=_number_from(0), metavar="N", help="this deal of the secret (default: the first winnable)"
    )
    nodes, par_nodes = f"what to spend (default {NODE_BUDGET})", f"what to spend on par (default {PAR_BUDGET})"
    solve.add_argument("--nodes", type=_number_from(1), default=NODE_BUDGET, metavar="B", help=nodes)
    solve.add_argument("--par-nodes", type=_number_from(0), default=PAR_BUDGET, metavar="B", help=par_nodes)
    solve.add_argument("--json", action="store_true", help="as JSON")
    solve.set_defaults(run=partial(_solve, solve.error))


def _add_winnability(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    from server.rules import VARIANTS

    winnability = commands.add_parser("winnability", help="tell what share of a variant's deals can be won")
    winnability.add_argument("variant", choices=VARIANTS)
    winnability.add_argument("--deals", required=True, type=_number_from(1), metavar="N", help="how many to solve")
    nodes = f"what to spend on each deal (default {_NODES_A_DEAL})"
    winnability.add_argument("--nodes", type=_number_from(1), default=_NODES_A_DEAL, metavar="B", help=nodes)
    seed = "read the secret of the deals from standard input, 64 hex digits (default: a new one)"
    winnability.add_argument("--seed", type=_secret, metavar="-", help=seed)
    winnability.add_argument("--json", action="store_true", help="as JSON")
    winnability.set_defaults(run=_winnability)


def _secret(text: str) -> bytes:
    """What argparse takes for a secret: only `-`, as others can read a command line."""
    if text != "-":
        raise argparse.ArgumentTypeError("others can read a command line: write --seed - and give it as standard input")
    typed = getpass("Secret, 64 hexadecimal digits: ") if sys.stdin.isatty() else sys.stdin.readline()
    try:
        secret = bytes.fromhex(typed.strip())
    except ValueError:
        secret = b""
    if len(secret) != 32:
        raise argparse.ArgumentTypeError("standard input must be 64 hexadecimal digits")
    return secret


def _number_from(least: int) -> Callable[[str], int]:
    """What argparse takes for a whole number that is not too small."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least} on")
        return int(text)

    return number


def _serve(asked: argparse.Namespace) -> int:
    from server.commands.serve import serve

    return _plainly(serve, vars(asked))


def _migrate(asked: argparse.Namespace) -> int:
    from server.commands.serve import migrate_database

    return _plainly(migrate_database, vars(asked))


def _admin(asked: argparse.Namespace) -> int:
    from server.commands.admin import admin

    return _plainly(admin, vars(asked))


def _export(asked: argparse.Namespace) -> int:
    from server.commands.export import export

    return _plainly(export, vars(asked))


def _plainly(run: Callable[[dict[str, object]], int], options: dict[str, object]) -> int:
    """Runs what needs a database; a failure an operator can mend is one sentence."""
    from server.commands.actions import Refused
    from server.store.database import BadDatabaseUrl, DatabaseUnavailable
    from server.store.embedded import EmbeddedError
    from server.store.schema import SchemaOutdated
    from server.store.seal import BadKey

    try:
        return run(options)
    except DatabaseUnavailable as error:
        sys.stderr.write(f"The database does not answer: {error}\n")
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except (BadDatabaseUrl, BadKey, BadSetting, EmbeddedError, SchemaOutdated, OSError) as error:
        sys.stderr.write(f"{error}\n")
    return 1


def _play(asked: argparse.Namespace) -> int:
    from server.commands.play import play_records

    return play_records(asked.record, asked.server, asked.guests)


def _verify(asked: argparse.Namespace) -> int:
    from server.commands.verify import Ties, verify_files

    return verify_files(asked.files, Ties(asked.commitment, asked.root, asked.proof))


def _table(asked: argparse.Namespace) -> int:
    from server.commands.table import show_table

    return show_table(asked.record, asked.ply, as_json=asked.json)


def _perft(asked: argparse.Namespace) -> int:
    from server.commands.table import count_perft

    return count_perft(asked.record, asked.depth)


def _solve(refuse: Callable[[str], NoReturn], asked: argparse.Namespace) -> int:
    from server.commands.solve import Budgets, solve_record, solve_secret

    budgets = Budgets(asked.nodes, asked.par_nodes)
    if asked.record is not None:
        if asked.seed is not None or asked.k is not None:
            refuse("--seed and --k go with --variant: a record names its deal")
        return solve_record(asked.record, budgets, as_json=asked.json)
    if asked.seed is None:
        refuse("--variant needs --seed -, with the secret as standard input")
    return solve_secret(asked.variant, asked.seed, asked.k, budgets, as_json=asked.json)


def _winnability(asked: argparse.Namespace) -> int:
    from server.commands.winnability import show_winnability

    secret = asked.seed or token_bytes(32)
    return show_winnability(asked.variant, asked.deals, secret, asked.nodes, as_json=asked.json)


if __name__ == "__main__":
    sys.exit(main())
