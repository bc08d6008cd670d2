#!/usr/bin/env python3
"""What some forty runs do, counted: bench/counters.csv, under review in every commit.

  make counters                  all rows, compared with the committed ones, and written
  bench/counters.py build --check        compared only: exit code 1 if a row got worse
  bench/counters.py build --only glob    rows whose name has this word

No run looks at the clock, so each row is the same whenever it is made, but for the last column by a permille:
instructions of the engine in millions, counted by callgrind (clang's are not in it). A row that changes is explained by the commit that changes it.
"""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import sys
import tempfile

from counted import CALLGRIND, run_counter, without_lines

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "bench/counters.csv"
COLUMNS = ["run", "status", "paths", "errors", "partial", "instructions", "queries", "solver", "terms", "state_bytes",
           "million_instructions"]
# of the processor: nothing else has noise
NOISE = 0.002

MODELS = ["fork", "merge", "segments", "dynamic", "auto"]

# what each run explores, and with which options
RUNS = {
    **{f"concrete/{name}": (f"bench/concrete/{name}.c", "")
       for name in ("arithmetic", "arrays", "bytecode", "sha256", "sieve", "sorting", "strings")},
    **{f"solver/{name}": (f"bench/solver/{name}.c", "")
       for name in ("checksum", "expression", "number", "sort", "table")},
    **{f"examples/{name}": (f"examples/{name}.c", "")
       for name in ("crackme", "glob", "list", "maze", "parser", "search")},
    **{f"memory/{name}/{model}": (f"bench/memory/{name}.c", f"--memory={model}")
       for name in ("heap", "pool", "rows") for model in MODELS},
    # a path for each object a pointer may point to has no end here
    "memory/records/fork": ("bench/memory/records.c", "--memory=fork --max-instructions=5000"),
    **{f"memory/records/{model}": ("bench/memory/records.c", f"--memory={model}") for model in MODELS[1:]},
    "memory/chains/split": ("bench/memory/chains.c", "--split=64 --split-threshold=64"),
    "memory/addresses/addresses": ("bench/memory/addresses.c", "--pointers=addresses"),
    "arrays/table/off": ("bench/memory/table.c", "--arrays=off"),
    "arrays/base64": ("tests/programs/arrays/base64.c", ""),
    "arrays/fold_case": ("tests/programs/arrays/fold_case.c", ""),
    "search/breadth": ("examples/glob.c", "--search=bfs"),
    "search/depth": ("examples/glob.c", "--search=dfs"),
    "solver/cadical": ("bench/solver/number.c", "--solver=cadical"),
    "libc/hello": ("tests/programs/libc/hello.c", "--libc=musl"),
    "libc/parser": ("examples/parser.c", "--libc=musl"),
}


def row(name, engine):
    source, options = RUNS[name]
    with tempfile.TemporaryDirectory(prefix="ramify-counters-") as directory:
        command = [engine, "--quiet", "--stats-write-interval=0", f"--output-dir={directory}/out",
                   *options.split(), ROOT / source]
        environment = dict(os.environ, RAMIFY_CACHE="none")
        instructions = run_counter(CALLGRIND, command, dict(cwd=directory, env=environment))
        summary = json.loads(pathlib.Path(directory, "out/summary.json").read_text())
    return {"run": name, "status": summary["status"], "paths": summary["paths"]["completed"],
            "errors": summary["paths"]["errors"], "partial": summary["paths"]["partial"],
            "instructions": summary["instructions"], "queries": summary["queries"]["total"],
            "solver": summary["queries"]["solver"], "terms": summary.get("terms", 0),
            "state_bytes": summary["states"].get("bytes", 0),
            "million_instructions": f"{instructions / 1e6:.1f}"}


def differs(column, before, after):
    if column != "million_instructions":
        return str(before) != str(after)
    before, after = float(before), float(after)
    return abs(after - before) > NOISE * before


def worse(column, before, after):
    """More of what costs; other numbers are only different."""
    return column in COLUMNS[5:] and float(after) > float(before) * (1 + NOISE)


def compare(before, rows):
    """Prints what changed; returns how many figures got worse."""
    count = 0
    for new in rows:
        old = before.get(new["run"])
        if not old:
            print(f"{new['run']}: new")
            continue
        for column in COLUMNS[1:]:
            if differs(column, old[column], new[column]):
                ratio = ""
                if column in COLUMNS[5:] and float(old[column]):
                    ratio = f" ({100 * (float(new[column]) / float(old[column]) - 1):+.1f} %)"
                bad = worse(column, old[column], new[column])
                count += bad
                print(f"{new['run']}: {column} {old[column]} -> {new[column]}{ratio}{'  worse' if bad else ''}")
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", default="build")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--only", default="", metavar="WORD", help="rows whose name has this word")
    parser.add_argument("--against", type=pathlib.Path, default=TABLE, metavar="CSV", help="compare with these")
    arguments = parser.parse_args()
    build = pathlib.Path(arguments.build).resolve()

    before = {}
    if arguments.against.exists():
        with open(arguments.against, newline="") as file:
            before = {line["run"]: line for line in csv.DictReader(file)}
    chosen = [name for name in RUNS if arguments.only in name]
    with tempfile.TemporaryDirectory(prefix="ramify-counters-") as directory:
        directory = pathlib.Path(directory)
        engine = without_lines(build / "bin", directory / "engine")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            rows = []
            for made in pool.map(lambda name: row(name, engine), chosen):
                rows.append(made)
                if sys.stderr.isatty():
                    print(f"{len(rows)} of {len(chosen)} runs", end="\r", file=sys.stderr, flush=True)
    bad = compare(before, rows)
    print(f"{len(rows)} runs, {bad} figures worse")
    if not arguments.check:
        made = {line["run"]: line for line in rows}
        kept = [made.get(name, before.get(name)) for name in RUNS if name in made or name in before]
        with open(TABLE, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(kept)
    return arguments.check and bad > 0


if __name__ == "__main__":
    sys.exit(main())
