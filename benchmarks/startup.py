"""How long `judgeaudit --help` and `import judgeaudit` take, as whole processes.

    python benchmarks/startup.py      exit code 1 when a limit is missed

Each is the median of ten runs, in turn with `python -c pass`, which is what Python itself takes. Bytecode is written and used, as
for every installed package, whatever PYTHONDONTWRITEBYTECODE says.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 10
COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import judgeaudit": [sys.executable, "-c", "import judgeaudit"],
    "judgeaudit --help": [str(Path(sys.executable).with_name("judgeaudit")), "--help"],
}
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
LIMITS_MS = {"import judgeaudit": 120.0, "judgeaudit --help": 150.0}


def milliseconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    return (time.perf_counter() - start) * 1000


def main() -> int:
    for command in COMMANDS.values():
        # The first run compiles to bytecode and fills the disk's cache.
        milliseconds(command)
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(RUNS):
        for name, command in COMMANDS.items():
            times[name].append(milliseconds(command))
    python = statistics.median(times["python -c pass"])
    met = True
    for name, each in times.items():
        median = statistics.median(each)
        limit = LIMITS_MS.get(name)
        good = limit is None or median <= limit
        met = met and good
        said = "" if limit is None else f"   limit {limit:.0f} ms: {'met' if good else 'MISSED'}   ({median / python:.1f}x python -c pass)"
        print(f"{name:<18} median {median:6.1f} ms   range {min(each):.1f} to {max(each):.1f}{said}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
