#!/usr/bin/env python3
"""Concrete soundness: random programs of csmith's print the same checksum here
as natively.

    make fuzz-csmith COUNT=2000        (or: tests/fuzz/csmith.py --count 2000 --first 1)

Each program is compiled at -O0 and -O2, run natively, and its bitcode of both
levels is run by the engine. Programs that do not end within the time limit
natively are skipped. What fails is kept in build/fuzz/csmith/SEED.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LEVELS = ("-O0", "-O2")
# three of four programs: many small ones find more than a few large ones
SMALL = ("--max-funcs", "4", "--max-block-size", "3", "--max-block-depth", "3", "--max-expr-complexity", "6")


def run(command, directory, seconds):
    """(exit code or None if it took too long, output)"""
    try:
        done = subprocess.run(list(map(str, command)), cwd=directory, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def checksum(output):
    found = re.findall(r"checksum = ([0-9A-Fa-f]+)", output)
    return found[-1].lower() if found else None


def test(seed, ramify, seconds):
    """("same" | "skipped" | "different" | "failed" | "slow", text, directory)"""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="ramify-csmith-"))
    source = directory / "program.c"
    size = [] if seed % 4 == 0 else SMALL
    code, text = run(["csmith", "--seed", seed, *size, "--output", source], directory, 60)
    if code != 0:
        return "skipped", "csmith: " + text, directory
    results = {}
    for level in LEVELS:
        bitcode = directory / f"program{level}.bc"
        run(["clang-19", level, "-g", "-w", "-I/usr/include/csmith", "-emit-llvm", "-c", source, "-o", bitcode],
            directory, 120)
        run(["clang-19", level, "-w", bitcode, "-o", directory / "native"], directory, 120)
        code, output = run([directory / "native"], directory, 1)
        if code is None or checksum(output) is None:
            return "skipped", f"natively {level}: {code}", directory
        results["native " + level] = checksum(output)
    if len(set(results.values())) != 1:
        return "skipped", f"clang disagrees with itself: {results}", directory
    expected = results["native -O0"]
    for level in LEVELS:
        bitcode = directory / f"program{level}.bc"
        command = [ramify, "--show-output", f"--max-time={seconds}s", f"--output-dir={directory}/out{level}", bitcode]
        code, output = run(command, directory, seconds + 30)
        if code != 0:
            return "failed", f"{level}: exit code {code}\n{output[-2000:]}", directory
        if checksum(output) is None:
            slow = "time" in output and "ERROR" not in output
            return "slow" if slow else "failed", f"{level}: no checksum\n{output[-2000:]}", directory
        if checksum(output) != expected:
            return "different", f"{level}: {checksum(output)}, natively {expected}", directory
    return "same", "", directory


def main():
    parser = argparse.ArgumentParser(description="csmith programs, concretely")
    parser.add_argument("--build", default="build")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seconds", type=int, default=60, help="limit of one run of the engine")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    build = (ROOT / options.build).resolve()
    kept = build / "fuzz" / "csmith"
    counts = dict.fromkeys(("same", "skipped", "slow", "different", "failed"), 0)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.first + options.count)
        tests = pool.map(lambda seed: (seed, test(seed, build / "bin/ramify", options.seconds)), seeds)
        for seed, (outcome, text, directory) in tests:
            counts[outcome] += 1
            if outcome in ("different", "failed", "slow"):
                print(f"seed {seed} {outcome}: {text}", flush=True)
                shutil.rmtree(kept / str(seed), ignore_errors=True)
                kept.mkdir(parents=True, exist_ok=True)
                shutil.move(directory, kept / str(seed))
            else:
                shutil.rmtree(directory)
            if sum(counts.values()) % 100 == 0:
                print(f"after {sum(counts.values())}: {counts}", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return counts["different"] + counts["failed"] > 0


if __name__ == "__main__":
    sys.exit(main())
