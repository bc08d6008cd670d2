#!/usr/bin/env python3
"""How long a run with 100,000 paths alive takes to end when it is told to, and what it leaves.

    bench/signals.py [BUILD]

Each line: what told it, paths alive, seconds from then to the end of the process, tests written in them.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RAMIFY = ROOT / (sys.argv[1] if len(sys.argv) > 1 else "build") / "bin/ramify"
PROGRAM = ROOT / "tests/programs/limits/interrupt.c"
ALIVE = 100000


def saved(directory):
    try:
        return json.loads((directory / "summary.json").read_text())
    except (OSError, ValueError):
        return {}


def measure(title, words=(), number=None, limit=":"):
    with tempfile.TemporaryDirectory() as place:
        directory = pathlib.Path(place) / "out"
        command = [str(RAMIFY), "--quiet", "--search=bfs", f"--output-dir={directory}", *words, str(PROGRAM)]
        run = subprocess.Popen(["bash", "-c", limit + '; exec "$@"', "bash", *command], stderr=subprocess.PIPE, text=True)
        begun = time.time()
        while number and saved(directory).get("states", {}).get("max", 0) < ALIVE:
            time.sleep(0.1)
        if number:
            run.send_signal(number)
            begun = time.time()
        else:
            line = run.stderr.readline()  # told by the kernel: acknowledged, or its end
            begun = time.time() if line else begun
        code = run.wait()
        summary = saved(directory)
        print(f"{title:28} {summary.get('paths', {}).get('partial', 0):8} {time.time() - begun:6.2f} s "
              f"{summary.get('tests', 0):6} tests, exit code {code}", flush=True)


measure("SIGINT", number=signal.SIGINT)
measure("SIGTERM", number=signal.SIGTERM)
measure("SIGHUP", number=signal.SIGHUP)
measure("ulimit -St 3", limit="ulimit -St 3")
measure("ulimit -St 3, -Ht 4", limit="ulimit -St 3; ulimit -Ht 4")
measure("ulimit -t 3", limit="ulimit -t 3")
measure("--max-time=5s, whole run", ["--max-time=5s"])
measure("--max-instructions, 8 s", ["--max-instructions=1000000", "--max-time=8s"])
measure("--max-memory=150, 5 s", ["--max-memory=150", "--max-time=5s"])
