"""`samedeal verify`: a line for each record, and 0 only if all hold (protocol.md, samedeal-record/1)."""

import json
import subprocess
import sys

from tests.commands.running import Runner
from tests.contest.records import PUBLISHED, Json, given_up, won

GOOD, RANKED = won("kansas"), given_up()
WON = f"won, 52 home, {len(GOOD['moves'])} moves"
SO_FAR = f"so far, {RANKED['result']['home']} home, 40 moves"
SHORT = {"format": "samedeal-record/1", "variant": "kansas", "rules_version": 1, "deck": GOOD["deck"], "moves": ["S-W"]}


def without(record: Json, *claims: str) -> Json:
    return {name: part for name, part in record.items() if name not in claims}


def test_one_object(samedeal: Runner) -> None:
    file = samedeal.file("one.json", GOOD)
    ran = samedeal("verify", file)
    assert (ran.code, ran.printed, ran.complained) == (0, [f"{file}:1: ok, consistent in itself only: {WON}"], [])


def test_one_object_over_many_lines(samedeal: Runner) -> None:
    file = samedeal.file("pretty.json", GOOD, indent=2)
    ran = samedeal("verify", file)
    assert (ran.code, ran.printed) == (0, [f"{file}:1: ok, consistent in itself only: {WON}"])


def test_one_a_line_in_several_files(samedeal: Runner) -> None:
    first, second = samedeal.file("first", GOOD, RANKED), samedeal.file("second", SHORT)
    ran = samedeal("verify", first, second)
    assert ran.code == 0
    assert [line.partition(": ")[0] for line in ran.printed] == [f"{first}:1", f"{first}:2", f"{second}:1"]


def test_empty_lines_count_but_are_no_records(samedeal: Runner) -> None:
    file = samedeal.text("gaps", f"\n{json.dumps(GOOD)}\r\n\n{json.dumps(SHORT)}")
    ran = samedeal("verify", file)
    assert [line.partition(": ")[0] for line in ran.printed] == [f"{file}:2", f"{file}:4"]


def test_a_wrong_move_is_said_with_its_reason(samedeal: Runner) -> None:
    file = samedeal.file("wrong", without(GOOD, "chain", "at_ms", "result") | {"moves": ["S-W", "W-S"]}, GOOD)
    ran = samedeal("verify", file)
    assert ran.code == 1
    assert ran.printed[0] == f"{file}:1: move 2, 'W-S': Turn the rest of the stock first."
    assert ran.printed[1].startswith(f"{file}:2: ok")


def test_a_wrong_claim_is_said(samedeal: Runner) -> None:
    file = samedeal.file("wrong", GOOD | {"result": {"home": 51}})
    ran = samedeal("verify", file)
    assert (ran.code, ran.printed) == (1, [f"{file}:1: the result says home 51, the moves give 52"])


def test_one_that_stops_early_is_fine(samedeal: Runner) -> None:
    file = samedeal.file("early", SHORT)
    assert samedeal("verify", file).printed == [f"{file}:1: ok, consistent in itself only: so far, 1 home, 1 moves"]


def test_the_published_commitment(samedeal: Runner) -> None:
    file = samedeal.file("ranked", RANKED)
    tied = samedeal("verify", file, "--commitment", PUBLISHED.upper())
    assert (tied.code, tied.printed) == (0, [f"{file}:1: ok: {SO_FAR}"])
    other = samedeal("verify", file, "--commitment", "ab" * 32)
    assert (other.code, other.printed) == (1, [f"{file}:1: its commitment is not the published one"])


def test_a_record_that_names_no_commitment_is_tied_to_none(samedeal: Runner) -> None:
    ran = samedeal("verify", samedeal.file("free", GOOD), "--commitment", PUBLISHED)
    assert ran.code == 1


def test_what_cannot_be_read_is_named_by_file_and_line(samedeal: Runner) -> None:
    file = samedeal.text("broken", f"{json.dumps(GOOD)}\n{{nonsense\n{json.dumps(GOOD)}\n")
    ran = samedeal("verify", file)
    assert ran.code == 2
    assert len(ran.printed) == 2, "the others are verified all the same"
    assert len(ran.complained) == 1
    assert ran.complained[0].startswith(f"{file}:2: This is not a samedeal-record/1: ")


def test_unreadable_outweighs_wrong(samedeal: Runner) -> None:
    file = samedeal.file("both", SHORT | {"variant": "klondike"}, GOOD | {"result": {"home": 51}})
    assert samedeal("verify", file).code == 2


def test_a_file_that_is_not_there(samedeal: Runner) -> None:
    there = samedeal.file("there", GOOD)
    ran = samedeal("verify", "/nowhere/record.json", there)
    assert (ran.code, len(ran.printed)) == (2, 1)
    assert ran.complained == ["/nowhere/record.json: No such file or directory"]


def test_files_of_other_kinds(samedeal: Runner) -> None:
    for text in ("", "\n\n", "nonsense", "[]", "{}", '{"x":' + "[" * 100_000, "[" * 100_000, "\x00"):
        ran = samedeal("verify", samedeal.text("other", text))
        assert (ran.code, ran.printed) == (2, [])
        assert ": This is not a samedeal-record/1: " in ran.complained[0]


def test_standard_input_needs_no_database_and_no_terminal() -> None:
    verify = [sys.executable, "-m", "server", "verify", "-"]
    ran = subprocess.run(verify, input=json.dumps(GOOD), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"-:1: ok, consistent in itself only: {WON}\n", "")


def test_ten_thousand_records_in_one_run(samedeal: Runner) -> None:
    records = [SHORT | {"attempt": number} for number in range(10_000)]
    records[7776] = SHORT | {"moves": ["W-S"]}
    ran = samedeal("verify", samedeal.file("many", *records))
    assert (ran.code, len(ran.printed)) == (1, 10_000)
    wrong = [line for line in ran.printed if ": ok" not in line]
    assert len(wrong) == 1
    assert ":7777: move 1" in wrong[0]


def test_a_file_is_needed(samedeal: Runner) -> None:
    assert samedeal("verify").code == 2
