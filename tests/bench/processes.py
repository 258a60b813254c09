"""What the kernel says of a process (Linux)."""

import os
import resource
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """Processor time of a process, its children left out."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_kb(pid: int) -> int:
    """Memory of a process in kB, what it shares with others in fair parts (PSS)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    raise ValueError(f"The kernel says nothing about the memory of {pid}.")


def allow_many_files() -> int:
    """Lets this process and those it starts open as many files as the system allows; gives how many."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard
