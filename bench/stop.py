#!/usr/bin/env python3
"""How long a run goes on when it is to stop: seconds from --max-time, and from SIGTERM, to the end of the
process, for programs that are in the middle of one long piece of work by then (bench/stop). Aim: under two."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from measure import HERE, RAMIFY, table

LIMIT = float(os.environ.get("LIMIT", 3))  # seconds after which each is to stop
MOST = 30  # more it is not given


def stop(source, by_signal):
    """(seconds from the limit to the end, what the summary says)"""
    with tempfile.TemporaryDirectory() as directory:
        limit = [] if by_signal else [f"--max-time={LIMIT}s"]
        start = time.monotonic()
        run = subprocess.Popen([RAMIFY, "--quiet", f"--output-dir={directory}/out", *limit, source],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if by_signal:
                try:
                    run.wait(LIMIT)
                except subprocess.TimeoutExpired:
                    run.send_signal(signal.SIGTERM)
            run.wait(LIMIT + MOST)
        except subprocess.TimeoutExpired:
            run.kill()
            run.wait()
            return MOST, "killed"
        over = time.monotonic() - start - LIMIT
        try:
            summary = json.loads(pathlib.Path(directory, "out/summary.json").read_text())
        except (OSError, ValueError):
            return over, "no summary"
        return over, summary["status"]


def cell(source, by_signal):
    over, status = stop(source, by_signal)
    return "finished before" if over < 0 else f"{over:.1f} s" + ("" if status == "halted" else f" ({status})")


sources = [pathlib.Path(name) for name in sys.argv[2:]] or sorted((HERE / "stop").glob("*.c"))
table(["program", "after --max-time", "after SIGTERM"],
      [[source.stem, cell(source, False), cell(source, True)] for source in sources])
