"""Become another program, as an ordinary user, that is stopped when the process that started it dies.

Run as a script (`python tethered.py USER GROUP STARTER COMMAND…`) by `embedded`: work between fork and exec needs a process
of its own, because the one that forks has threads.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def become(user: int, group: int, starter: int, command: list[str]) -> None:
    """Replace this process by `command`; root becomes `user` and `group` first. `starter` is the pid to live and die with."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
    if sys.platform == "linux":  # after the change of user, which would forget it
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() == starter:  # else it died before it could be noticed
        os.execv(command[0], command)


if __name__ == "__main__":
    user, group, starter, *command = sys.argv[1:]
    become(int(user), int(group), int(starter), command)
