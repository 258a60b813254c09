"""How fast the parts are, on this machine and beside a workload that never changes."""
