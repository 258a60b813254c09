"""The key that the tests seal secrets with, in a file for the servers they start."""

import os
import tempfile
from pathlib import Path

from server.store.seal import Seal, make_key

KEY_FILE = Path(tempfile.gettempdir()) / f"samedeal-tests-{os.geteuid()}.key"
make_key(KEY_FILE)
SEAL = Seal.read(KEY_FILE)
