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
  counted        the same in instructions of the processor (counted.py) without those of the start, where a run ends
                 within a few seconds: what a busy machine does not change
  models         real programs under each model and search (papers/2, tables 2 to 4)
  resolution     queries that find targets, by depth of the contexts (table 5)
  optimizations  with contexts and with reuse of segments, or without (table 6)
  split          large objects in pieces (table 7)
  addressing     what it costs that terms hold bases of objects instead of addresses: instructions of the processor in
                 states (callgrind, `interpret` and below), of ten coreutils and two libraries that hardly have symbolic pointers
                 (--pointers=addresses against numbers), and what taking pointers apart adds (cases)
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

from counted import Uncounted, counted, counted_within, without_lines

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
COREUTILS = ["cat", "comm", "cut", "echo", "fold", "head", "nl", "paste", "tr", "uniq"]
SYMBOLIC = "--sym-args 0 1 4 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8".split()
ADDRESSING = ["numbers", "addresses", "cases"]
TURNS = 21
MOST_COUNTED = 2  # processor seconds of a run that is then counted
TABLES = ["small", "counted", *VARIANTS, "addressing", "overhead"]


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
    return {"finished": summary["status"] in ("finished", "partial"),
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


def count(engine, options, words, within=None):
    """Instructions of the processor, of all or of one function and what it calls."""
    with tempfile.TemporaryDirectory() as directory:
        command = [engine, "--quiet", f"--output-dir={directory}/out", "--dump-states-on-halt=false", "--write-no-tests",
                   *options, *words]
        environment = dict(os.environ, RAMIFY_CACHE="none")
        return counted_within(within, command, env=environment) if within else counted(command, env=environment)


def count_small(ramify, settings, program, defines, model):
    """The model None: the start, which is the same for all of them (but for the points-to analysis)."""
    with tempfile.TemporaryDirectory() as directory:
        bitcode = pathlib.Path(directory) / "program.bc"
        subprocess.run(["clang-19", "-O1", "-g", "-emit-llvm", "-I", ramify.parent.parent / "include", *defines.split(),
                        "-c", "-o", bitcode, HERE / "memory" / f"{program}.c"], check=True)
        engine = without_lines(ramify.parent, ramify.parent.parent / "plain")
        if not model:
            return {"processor": count(engine, ["--max-instructions=1"], [bitcode])}
        row = explore(ramify, settings.time, [f"--memory={model}", "--write-no-tests"], [bitcode])
        if row.get("finished") and row["cpu"] <= MOST_COUNTED:
            row["processor"] = count(engine, [f"--memory={model}"], [bitcode])
        return row


def counted_rows(ramify, settings):
    for program, defines in SMALL:
        for model in [None, *MODELS]:
            yield f"counted/{program} {defines}/{model or 'start'}", lambda p=program, d=defines, m=model: count_small(
                ramify, settings, p, d, m)


def count_addressing(ramify, programs, name, pointers):
    if name in COREUTILS:
        program, options, words = programs.CACHE / "coreutils" / "src" / name, [], SYMBOLIC
        if not program.exists():
            raise programs.Failure("not built: make bench-coreutils")
    else:
        recipe = programs.read_recipe(name)
        program, options, words = (programs.build(recipe, ramify.parent) / recipe["program"], recipe["options"],
                                   recipe["arguments"])
    options = ["--libc=musl", "--search=dfs", "--memory=fork", *options,
               "--max-instructions=300000", f"--pointers={pointers}"]
    row = explore(ramify, 600, options, [program, *words])
    engine = without_lines(ramify.parent, ramify.parent.parent / "plain")
    row["processor"] = count(engine, options, [program, *words], "interpret")
    return row


def addressing_rows(ramify, settings, programs):
    for name in [*COREUTILS, "libosip2", "libyaml"]:
        for pointers in ADDRESSING:
            yield f"addressing/{name}/{pointers}", lambda n=name, p=pointers: count_addressing(ramify, programs, n, p)


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


def print_counted(rows):
    print("\n### Small programs: paths, and millions of instructions of the processor without the start\n")
    head(["program", *MODELS, "auto / best"])
    for program, defines in SMALL:
        found = {model: rows.get(f"counted/{program} {defines}/{model}", {}) for model in ["start", *MODELS]}
        start = found.pop("start").get("processor", 0)
        work = {model: row["processor"] - start for model, row in found.items() if "processor" in row}
        best = min((value for model, value in work.items() if model != "auto"), default=None)
        line([f"{program} {defines.replace('-D', '')}".strip()] +
             [f"{number(row, 'paths')}; {work[model] / 1e6:.1f}" if model in work else number(row or None, "paths")
              for model, row in found.items()] +
             [f"{work['auto'] / best:.2f}" if best and "auto" in work else "."])


def print_matrix(rows, table, title, column, programs, variants):
    print(f"\n### {title}\n")
    head(["program", *variants])
    for name in programs:
        line([name] + [number(rows.get(f"{table}/{name}/{variant}"), column) for variant in variants])


def print_tables(rows, programs):
    if any(key.startswith("small/") for key in rows):
        print_small(rows)
    if any(key.startswith("counted/") for key in rows):
        print_counted(rows)
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
    if any(key.startswith("addressing/") for key in rows):
        print_addressing(rows)
    if any(key.startswith("overhead/") for key in rows):
        print_overhead(rows)


def print_addressing(rows):
    print("\n### Millions of instructions of the processor in states, by what a pointer is in a term (fork)\n")
    head(["program", "paths", "same", *ADDRESSING, "addresses / numbers", "cases / addresses"])
    ratios = []
    for name in [*COREUTILS, "libosip2", "libyaml"]:
        runs = [rows.get(f"addressing/{name}/{pointers}", {}) for pointers in ADDRESSING]
        if not all("processor" in row for row in runs):
            continue
        work = [run["processor"] for run in runs]
        same = all(run[key] == runs[0][key] for run in runs for key in ("paths", "errors", "lines", "instructions"))
        ratios.append((work[1] / work[0], work[2] / work[1]))
        line([name, f"{runs[0]['paths']:,}", "yes" if same else "NO"] + [f"{value / 1e6:.1f}" for value in work] +
             [f"{ratio:.4f}" for ratio in ratios[-1]])
    line(["mean", "", "", "", "", ""] + [f"{sum(column) / len(column):.4f}" for column in zip(*ratios)])


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
        own = {"small": small_rows, "counted": counted_rows, "overhead": overhead_rows}.get(table)
        wanted += (own(ramify, settings) if own else addressing_rows(ramify, settings, programs) if table == "addressing"
                   else real_rows(table, ramify, settings, programs))
    left = [(key, run) for key, run in wanted if key not in rows]
    for key, run in [] if settings.print else left:
        if settings.budget is not None and time.monotonic() - start > settings.budget:
            break
        try:
            rows[key] = run()
        except (programs.Failure, Uncounted) as failure:
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
