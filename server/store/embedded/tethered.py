"""Become another program, as an ordinary user, that is stopped when the process that started it dies.

A script, `python tethered.py USER GROUP STARTER COMMAND…`, because this must be done between fork and exec, and its
starter has threads. USER and GROUP count when root starts it; STARTER is the pid to die with.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def main(user: int, group: int, starter: int, command: list[str]) -> None:
    """Replace this process by `command`."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
    if sys.platform == "linux":  # after the change of user, which would undo it
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() == starter:  # else the starter has died already
        os.execv(command[0], command)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4:])
