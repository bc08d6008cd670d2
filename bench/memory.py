#!/usr/bin/env python3
"""What the memory models make of symbolic pointers: make bench-memory

The paper's motivating program (bench/memory/table.c) and its matrix
(bench/memory/rows.c) in several sizes, each with each model: paths, queries,
those that reached the back end, those asked to find targets, and seconds.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODELS = ["fork", "merge", "dynamic", "auto"]
PROGRAMS = [
    ("table", ""),
    ("table", "-DLOOKUPS=2"),
    ("table", "-DBUCKETS=16 -DLOOKUPS=2"),
    ("table", "-DENTRIES=40"),
    ("table", "-DBUCKETS=16 -DENTRIES=40"),
    ("rows", ""),
    ("rows", "-DROWS=4 -DSTEPS=4"),
    ("rows", "-DROWS=16 -DCOLUMNS=8 -DSTEPS=4"),
]
LIMIT = 60


def measure(ramify, program, defines, options):
    with tempfile.TemporaryDirectory() as directory:
        out = pathlib.Path(directory) / "out"
        subprocess.run([ramify, f"--cflags=-O1 {defines}", f"--max-time={LIMIT}s", *options, f"--output-dir={out}",
                        HERE / "memory" / f"{program}.c"], capture_output=True, timeout=4 * LIMIT)
        return json.loads((out / "summary.json").read_text())


def main():
    ramify = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build") / "bin" / "ramify"
    print("| program | model | paths | queries | solver | resolution | solver s | total s |")
    print("|---|---|---|---|---|---|---|---|")
    for program, defines in PROGRAMS:
        for model in MODELS:
            found = measure(ramify, program, defines, [f"--memory={model}"])
            queries, time = found["queries"], found["time"]
            cut = "" if found["status"] == "finished" or found["reason"] == "finished" else " (cut)"
            print(f"| {program} {defines.replace('-D', '')} | {model} | {found['paths']['completed']}{cut} |"
                  f" {queries['total']} | {queries['solver']} | {queries['resolution']} | {time['solver']:.3f} |"
                  f" {time['total']:.3f} |", flush=True)


if __name__ == "__main__":
    main()
