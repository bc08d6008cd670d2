"""What the benchmarks share: timed runs and tables."""
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("RAMIFY_CACHE", "none")  # what an earlier run has answered is no measure

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent / "build").resolve()
RAMIFY = BUILD / "bin" / "ramify"


def seconds(command, repeat=3, **options):
    """The least wall time of several runs."""
    best = math.inf
    for _ in range(repeat):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, **options)
        best = min(best, time.perf_counter() - start)
    return best


def explore(*words, repeat=1):
    """(least wall time, summary of the last run, as a dict)"""
    best = math.inf
    for _ in range(repeat):
        directory = pathlib.Path(tempfile.mkdtemp(prefix="ramify-bench-"))
        start = time.perf_counter()
        done = subprocess.run([RAMIFY, f"--output-dir={directory}/out", *map(str, words)],
                              capture_output=True, text=True)
        best = min(best, time.perf_counter() - start)
        try:
            summary = json.loads((directory / "out/summary.json").read_text())
        except (OSError, ValueError):
            sys.exit(f"{' '.join(map(str, words))}: no summary\n{done.stderr}")
        shutil.rmtree(directory)
    return best, summary


def bitcode(source, directory, *flags):
    target = pathlib.Path(directory) / (pathlib.Path(source).stem + ".bc")
    subprocess.run(["clang-19", "-O0", "-g", "-emit-llvm", "-I", BUILD / "include", *flags, "-c", source, "-o", target],
                   check=True)
    return target


def geometric_mean(values):
    return statistics.geometric_mean(values)


def table(header, rows):
    """Printed as Markdown."""
    rows = [list(map(str, header))] + [list(map(str, row)) for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(header))]
    for number, row in enumerate(rows):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |", flush=True)
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
