#!/usr/bin/env python3
"""What the memory models make of symbolic pointers, on small programs and real ones.

  make bench-memory                      every table that has not been made yet, then all as Markdown
  bench/memory.py build --tables small models --programs m4 apr
  bench/memory.py build --print          only show what there is

A row is one run of the engine. Rows that are finished are kept in build/memory.json
(--results) and not run again; remove the file, or name another, to begin anew.
--budget S begins no run after S seconds.

  small          the paper's motivating program (bench/memory/table.c) and its matrix (rows.c), in several sizes,
                 and a few more that ask about what they wrote through symbolic pointers
  models         real programs under each model and search (papers/2, tables 2 to 4)
  resolution     queries that find targets, by depth of the contexts (table 5)
  optimizations  with contexts and with reuse of segments, or without (table 6)
  split          large objects in pieces (table 7)
  overhead       what segments cost those who have none: processor time of bench/concrete, against that of an older
                 build (--before BUILD)

The real programs are those of bench/programs, on the inputs of bench/memory/inputs, which have
one to eight symbolic bytes, so that the searches end. What an engine does not know (an option that is not
built) is said in the table.
"""
import argparse
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
INPUTS = HERE / "memory" / "inputs"
MODELS = ["fork", "merge", "segments", "dynamic", "auto"]
SEARCHES = ["default", "dfs", "bfs"]
SMALL = [
    ("table", ""),
    ("table", "-DLOOKUPS=2"),
    ("table", "-DBUCKETS=16 -DLOOKUPS=2"),
    ("table", "-DENTRIES=40"),
    ("table", "-DBUCKETS=16 -DENTRIES=40"),
    ("rows", ""),
    ("rows", "-DROWS=4 -DSTEPS=4"),
    ("rows", "-DROWS=16 -DCOLUMNS=8 -DSTEPS=4"),
    ("records", ""),
    ("records", "-DRECORDS=64"),
    ("heap", "-DITEMS=7"),
    ("chains", "-DKEYS=6"),
    ("pool", "-DSTEPS=6"),
]
# recipe, and options and arguments instead of the recipe's
REAL = {
    "m4": ("m4", [f"--sym-file-from=A={INPUTS}/m4.template"], ["-H37", "-G", "A"]),
    # from standard input: what a file says of its age is compared in floating point
    "make": ("make", [f"--sym-stdin-from={INPUTS}/make.template"], ["-r", "-n", "-R", "-f", "-"]),
    "sqlite3": ("sqlite3", [f"--sym-stdin-from={INPUTS}/sqlite3.template"], ["12"]),
    "apr": ("apr", [], ["30", "--sym-stdin", "4"]),
    "as": ("as", [f"--sym-file-from=A={INPUTS}/as.template"], ["-o", "B", "A"]),
    "libxml2": ("libxml2", [], ["--sym-stdin", "2"]),
    "json-c": ("json-c", [], ["6", "--sym-stdin", "2"]),
    "m4-larger": ("m4", [f"--sym-file-from=A={INPUTS}/m4-larger.template"], ["-H37", "-G", "A"]),
    "make-larger": ("make", [f"--sym-stdin-from={INPUTS}/make-larger.template"], ["-r", "-n", "-R", "-f", "-"]),
    "sqlite3-larger": ("sqlite3", [f"--sym-stdin-from={INPUTS}/sqlite3-larger.template"], ["12"]),
    "apr-larger": ("apr", [], ["30", "--sym-stdin", "8"]),
    "libxml2-larger": ("libxml2", [], ["--sym-stdin", "3"]),
    "json-c-larger": ("json-c", [], ["6", "--sym-stdin", "3"]),
}
VARIANTS = {
    "models": {f"{model} {search}": [f"--memory={model}"] + ([] if search == "default" else [f"--search={search}"])
               for search in SEARCHES for model in MODELS},
    # pointers that show their cases need no contexts
    "resolution": {depth: ["--memory=dynamic", "--pointers=addresses", f"--resolve-context={depth}"]
                   for depth in ["off", "0", "1", "2", "3", "4"]},
    "optimizations": {name: ["--memory=dynamic", "--pointers=addresses", f"--resolve-context={contexts}",
                             f"--reuse-segments={reuse}"]
                      for name, contexts, reuse in [("none", "off", "off"), ("contexts", "4", "off"),
                                                    ("reuse", "off", "on"), ("both", "4", "on")]},
    "split": {piece: ["--memory=fork", f"--split={piece}"] for piece in ["off", "32", "64", "128", "256", "512", "auto"]},
}
TURNS = 21
TABLES = ["small", *VARIANTS, "overhead"]


def load_programs():
    """bench/program, which builds the programs and reads their recipes."""
    loader = importlib.machinery.SourceFileLoader("program", str(HERE / "program"))
    spec = importlib.util.spec_from_loader("program", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def explore(ramify, seconds, options, words):
    """One run: what its summary says, or why there is none."""
    memory = pathlib.Path("/dev/shm")
    directory = pathlib.Path(tempfile.mkdtemp(prefix="ramify-memory-", dir=memory if memory.is_dir() else None))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run([ramify, "--quiet", "--dump-states-on-halt=false", f"--max-time={seconds}s",
                               f"--output-dir={directory}/out", *options, *words],
                              capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL,
                              env=dict(os.environ, RAMIFY_CACHE="none"),  # nothing from earlier runs
                              timeout=2 * seconds + 60)
        code, said = done.returncode, done.stderr.strip().splitlines()
    except subprocess.TimeoutExpired:
        code, said = None, ["did not stop"]
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        summary = json.loads((directory / "out/summary.json").read_text())
    except (OSError, ValueError):
        return {"failed": "not built" if code == 2 else (said or ["failed"])[-1][:60]}
    finally:
        shutil.rmtree(directory, ignore_errors=True)
    return {"finished": summary["status"] == "finished",
            "paths": summary["paths"]["completed"] + summary["paths"]["errors"],
            "errors": len(summary["errors"]),
            "lines": summary["coverage"]["lines"],
            "states": summary["states"]["max"],
            "instructions": summary["instructions"],
            "queries": summary["queries"]["total"],
            "solver": summary["queries"]["solver"],
            "resolution": summary["queries"]["resolution"],
            "array": summary["arrays"].get("max_bytes", summary["segments"]["max_bytes"]),
            "segment": summary["segments"]["max_bytes"],
            "splits": summary.get("splits", 0),
            "seconds": summary["time"]["total"],
            "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


# ---- what there is to run: (key, a function that makes the row) ----

def small_rows(ramify, settings):
    for program, defines in SMALL:
        for model in MODELS:
            yield f"small/{program} {defines}/{model}", lambda p=program, d=defines, m=model: explore(
                ramify, settings.time, [f"--cflags=-O1 {d}", f"--memory={m}"], [HERE / "memory" / f"{p}.c"])


def real_rows(table, ramify, settings, programs):
    for variant, options in VARIANTS[table].items():
        if table == "models" and variant.partition(" ")[2] not in settings.searches:
            continue
        for name in settings.programs:
            def run(name=name, options=options):
                maker, mine, words = REAL[name]
                recipe = programs.read_recipe(maker)
                directory = programs.build(recipe, ramify.parent)
                return explore(ramify, settings.time, ["--libc=musl", *mine, *options],
                               [directory / recipe["program"], *words])
            yield f"{table}/{name}/{variant}", run


def processor_seconds(ramify, bitcode, directory):
    """Of the program alone, of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([ramify, "--quiet", "--memory=fork", f"--output-dir={directory}/out", bitcode], capture_output=True,
                   env=dict(os.environ, RAMIFY_CACHE="none"))
    shutil.rmtree(f"{directory}/out")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def compare_builds(before, ramify, source):
    """The least of several runs, taken in turns."""
    with tempfile.TemporaryDirectory() as directory:
        bitcode = pathlib.Path(directory) / "program.bc"
        subprocess.run(["clang-19", "-O0", "-g", "-w", "-emit-llvm", "-c", "-o", bitcode, source], check=True)
        runs = [[processor_seconds(program, bitcode, directory) for program in (before, ramify)] for _ in range(TURNS)]
        return {"before": min(run[0] for run in runs), "now": min(run[1] for run in runs)}


def overhead_rows(ramify, settings):
    before = settings.before and (pathlib.Path(settings.before) / "bin" / "ramify").resolve()
    for source in sorted((HERE / "concrete").glob("*.c")) if before else []:
        yield f"overhead/{source.stem}", lambda source=source: compare_builds(before, ramify, source)


# ---- Markdown ----

def number(row, column):
    """With > where the run was cut short."""
    if row is None:
        return "."
    if "failed" in row:
        return row["failed"]
    value = row[column]
    text = f"{value:.1f}" if isinstance(value, float) else f"{value:,}"
    return text if row["finished"] else f">{text}"


def line(cells):
    print("| " + " | ".join(cells) + " |")


def head(cells):
    line(cells)
    print("|" + "---|" * len(cells))


def print_small(rows):
    print("\n### Small programs\n")
    head(["program", "model", "paths", "states", "queries", "to solver", "resolution", "largest array", "processor s"])
    for program, defines in SMALL:
        for model in MODELS:
            row = rows.get(f"small/{program} {defines}/{model}")
            line([f"{program} {defines.replace('-D', '')}".strip(), model] +
                 [number(row, c) for c in ("paths", "states", "queries", "solver", "resolution", "array", "cpu")])


def print_matrix(rows, table, title, column, programs, variants):
    print(f"\n### {title}\n")
    head(["program", *variants])
    for name in programs:
        line([name] + [number(rows.get(f"{table}/{name}/{variant}"), column) for variant in variants])


def print_tables(rows, programs):
    if any(key.startswith("small/") for key in rows):
        print_small(rows)
    columns = [("cpu", "Processor seconds"), ("paths", "Paths"), ("solver", "Queries that reach the back end"),
               ("array", "Largest array (bytes)"), ("lines", "Lines covered")]
    for search in SEARCHES:
        variants = [f"{model} {search}" for model in MODELS]
        if any(f"models/{name}/{variant}" in rows for name in programs for variant in variants):
            for column, title in columns if search == "default" else columns[:2]:
                print_matrix(rows, "models", f"{title}, search: {search}", column, programs, variants)
    titles = {"resolution": [("resolution", "Queries that find targets, by depth of contexts (dynamic)")],
              "optimizations": [("cpu", "Processor seconds with contexts and reuse of segments (dynamic)"),
                                ("solver", "Queries that reach the back end, the same")],
              "split": [("cpu", "Processor seconds with large objects split (fork)"), ("paths", "Paths, the same"),
                        ("array", "Largest array, the same")]}
    for table, parts in titles.items():
        if any(key.startswith(f"{table}/") for key in rows):
            for column, title in parts:
                print_matrix(rows, table, title, column, programs, list(VARIANTS[table]))
    if any(key.startswith("overhead/") for key in rows):
        print_overhead(rows)


def print_overhead(rows):
    print("\n### Processor seconds of concrete runs, before there were segments and now (fork)\n")
    head(["program", "before", "now", "ratio"])
    product = count = 0
    for key, row in rows.items():
        if key.startswith("overhead/"):
            ratio = row["now"] / row["before"]
            product, count = (product or 1) * ratio, count + 1
            line([key.partition("/")[2], f"{row['before']:.2f}", f"{row['now']:.2f}", f"{ratio:.3f}"])
    line(["geometric mean", "", "", f"{product ** (1 / count):.3f}"])


def main():
    parser = argparse.ArgumentParser(prog="bench/memory.py", description="The memory models compared.")
    parser.add_argument("build", nargs="?", default="build", help="build directory that has bin/ramify")
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=TABLES)
    parser.add_argument("--programs", nargs="+", choices=list(REAL), default=list(REAL))
    parser.add_argument("--searches", nargs="+", choices=SEARCHES, default=SEARCHES, help="of the table models")
    parser.add_argument("--results", help="where finished rows are kept; BUILD/memory.json")
    parser.add_argument("--time", type=int, default=60, help="seconds a run may explore")
    parser.add_argument("--budget", type=float, help="begin no run after so many seconds")
    parser.add_argument("--before", help="an older build directory, for the table of overhead")
    parser.add_argument("--print", action="store_true", help="run nothing")
    settings = parser.parse_args()
    ramify = (pathlib.Path(settings.build) / "bin" / "ramify").resolve()
    results = pathlib.Path(settings.results or pathlib.Path(settings.build) / "memory.json")
    rows = json.loads(results.read_text()) if results.is_file() else {}
    programs, start = load_programs(), time.monotonic()
    wanted = []
    for table in settings.tables:
        wanted += (small_rows(ramify, settings) if table == "small" else overhead_rows(ramify, settings)
                   if table == "overhead" else real_rows(table, ramify, settings, programs))
    left = [(key, run) for key, run in wanted if key not in rows]
    for key, run in [] if settings.print else left:
        if settings.budget is not None and time.monotonic() - start > settings.budget:
            break
        try:
            rows[key] = run()
        except programs.Failure as failure:
            rows[key] = {"failed": str(failure).splitlines()[0][:60]}
        print(f"bench: {key}: {json.dumps(rows[key])}", file=sys.stderr, flush=True)
        # a row is kept whole or not at all
        beside = results.with_suffix(".new")
        beside.write_text(json.dumps(rows, indent=1))
        beside.replace(results)
    print_tables(rows, settings.programs)
    missing = sum(key not in rows for key, _ in wanted)
    if missing:
        print(f"\n{missing} of {len(wanted)} rows have not been run.")


if __name__ == "__main__":
    main()
