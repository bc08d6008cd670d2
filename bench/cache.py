#!/usr/bin/env python3
"""The query cache on real programs (paper 1, tables II to V).

    bench/cache.py [BUILD] [--step tables|overhead|edit] [--check] [NAME ...]

tables    Each program, with an input of its recipe's kind, the largest of those tried that
          is explored to the end in about two minutes with addresses as numbers, depth
          first and with forking memory, in five ways:
            numbers  addresses are numbers, as KLEE's caches see them: pointers are
                     not taken apart, tables not rewritten, the cache is exact
            renamed  the same with the address-aware cache: the paper's pair
            exact    as usual, with the exact cache
            address  as usual, with an empty store
            again    as usual, with the store that this left
            numbers-dynamic, renamed-dynamic
                     the paper's pair once more, with segments made on the spot
          Each pair must take the same paths and cover the same. What takes too long
          with addresses as numbers ends after a number of instructions instead (LIMITS).
          --check adds runs in which the solver is asked about every hit.
overhead  Ten coreutils, libosip2 and libyaml up to a number of instructions: the
          address-aware cache against the exact one, in processor instructions
          (perf, or valgrind), and the peak of memory.
edit      json-c, then with one line of its driver changed, with one store.

What was run is kept in BUILD/cache-bench and not run again: remove a file to do so.
"""
import argparse
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from counted import counted, without_lines

HERE = pathlib.Path(__file__).resolve().parent
loader = importlib.machinery.SourceFileLoader("program", str(HERE / "program"))
program = importlib.util.module_from_spec(importlib.util.spec_from_loader("program", loader))
loader.exec_module(program)

NUMBERS = ["--pointers=addresses", "--arrays=off"]
# options, arguments: instead of the recipe's
INPUTS = {
    "m4": (["--sym-file-from", f"A={HERE}/cache/template.m4"], None),
    # from standard input: the times of a symbolic file are symbolic too, and make compares them as floats
    "make": (["--sym-stdin-from", f"{HERE}/cache/template.mk"], ["-r", "-n", "-R", "-f", "-"]),
    "sqlite3": (["--sym-stdin-from", f"{HERE}/cache/template.sql"], None),
    "apr": (None, ["30", "--sym-stdin", "8"]),
    "libxml2": (None, ["--sym-stdin", "3"]),
    "expat": (None, ["--sym-stdin", "5"]),
    "bash": (["--sym-file-from", f"A={HERE}/cache/template.sh"], None),
    "json-c": (None, ["3", "--sym-stdin", "3"]),
}
# instructions after which a run with addresses as numbers ends
LIMITS = {"sqlite3": 6_000_000}
PAIRS = [("numbers", "renamed"), ("numbers-dynamic", "renamed-dynamic"), ("exact", "address"), ("address", "again")]
COREUTILS = ["cat", "comm", "cut", "echo", "fold", "head", "nl", "paste", "tr", "uniq"]
SYMBOLIC = "--sym-args 0 1 4 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8".split()
COMMON = ["--search=dfs", "--write-no-tests"]
MEMORY = ["--memory=fork"]
DYNAMIC = ["--memory=dynamic"]  # as the paper's DSMM


class Bench:
    def __init__(self, settings):
        self.settings = settings
        self.binaries = settings.build.resolve() / "bin"
        self.results = settings.build.resolve() / "cache-bench"
        self.results.mkdir(parents=True, exist_ok=True)
        self.problems = []

    def kept(self, name, make):
        """The result in the file of that name, or what `make` gives, which is then kept."""
        file = self.results / f"{name}.json"
        if file.exists():
            return json.loads(file.read_text())
        result = make()
        if result is not None:
            file.write_text(json.dumps(result))
        return result

    def recipe(self, name):
        recipe = program.read_recipe(name)
        options, arguments = INPUTS.get(name, (None, None))
        recipe["options"] = recipe["options"] if options is None else options
        recipe["arguments"] = recipe["arguments"] if arguments is None else arguments
        maker = recipe if recipe["maker"] == name else program.read_recipe(recipe["maker"])
        return recipe, program.build(maker, self.binaries) / recipe["program"]

    def run(self, recipe, path, options):
        """The summary, with the wall seconds; None and a problem if the run failed."""
        # without an end in sight no query is cut short, so that counts do not depend on how busy the machine is
        summary, wall, trouble = program.explore(recipe, path, self.binaries / "ramify", 0, COMMON + options, None)
        self.problems += [f"{recipe['name']} {' '.join(options)}: {problem}" for problem in trouble]
        return summary and {"wall": wall, **{key: summary[key] for key in
                            ("status", "reason", "paths", "coverage", "instructions", "queries", "time", "memory")}}


def table(title, columns, rows):
    print(f"\n{title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}")
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |", flush=True)


def ratio(one, other):
    return f"{one / max(other, 1e-9):.2f}" if isinstance(one, float) else f"{one / max(other, 1):.1f}"


def same(runs):
    """Each pair, and all that came to an end."""
    found = lambda run: (run["paths"], run["coverage"])
    pairs = [(runs[one], runs[other]) for one, other in PAIRS if {one, other} <= runs.keys()]
    # what was put together takes other paths than what was forked
    ended = [run for name, run in runs.items() if run.get("status", "finished") != "halted" and not name.endswith("-dynamic")]
    pairs += [(ended[0], run) for run in ended]
    return "yes" if all(found(one) == found(other) for one, other in pairs) else "NO"


def tables(bench, names):
    def explore(name, variant, options):
        recipe, path = bench.recipe(name)
        return bench.kept(f"{name}-{variant}", lambda: bench.run(recipe, path, options))

    all_runs = {}
    for name in names:
        store = bench.results / f"{name}.store"
        if not (bench.results / f"{name}-address.json").exists():
            shutil.rmtree(store, ignore_errors=True)
        exact, none = ["--query-cache=exact", "--cache=none"], ["--cache=none"]
        numbers = NUMBERS + ([f"--max-instructions={LIMITS[name]}"] if name in LIMITS else [])
        variants = [("numbers", MEMORY + numbers + exact), ("renamed", MEMORY + numbers + none),
                    ("numbers-dynamic", DYNAMIC + numbers + exact), ("renamed-dynamic", DYNAMIC + numbers + none),
                    ("exact", MEMORY + exact), ("address", MEMORY + [f"--cache={store}"]),
                    ("again", MEMORY + [f"--cache={store}"])]
        if bench.settings.check:
            variants += [("checked", MEMORY + none + ["--check-cache"]),
                         ("renamed-checked", MEMORY + numbers + none + ["--check-cache"])]
        try:
            runs = {variant: explore(name, variant, options) for variant, options in variants}
        except program.Failure as failure:
            bench.problems.append(f"{name}: {failure}")
            continue
        if None not in runs.values():
            all_runs[name] = runs
        print(f"{name}: " + ", ".join(f"{variant} {run['queries']['solver']} in {run['wall']:.1f} s ({run['status']})"
                                      for variant, run in runs.items() if run), file=sys.stderr, flush=True)
    count = lambda run, key: run["queries"][key]
    rows = lambda make: [[name] + make(runs) for name, runs in all_runs.items()]
    table("Queries (II): asked; passed to the cache, which it can handle, of these with addresses; with addresses as "
          "numbers, then as usual", ["program", "total", "C1", "C2", "C3", "total", "C1", "C2", "C3"],
          rows(lambda runs: [count(runs[variant], key) for variant in ("renamed", "address") for key in
                             ("total", "cache_passed", "cache_handled", "cache_dependent")]))
    solved = lambda runs, one, other: [count(runs[one], "solver"), count(runs[other], "solver"),
                                       ratio(count(runs[one], "solver"), count(runs[other], "solver"))]

    def evaluated(runs):
        """What no cache has answered: solved, or by evaluating conjuncts of one byte."""
        missed = count(runs["renamed"], "solver") + count(runs["renamed"], "evaluated_hits")
        return [missed, ratio(count(runs["numbers"], "solver"), missed)]

    table("Queries that reach the solver (III); and those with queries that were answered by evaluating conjuncts of one byte",
          ["program", "numbers", "renamed", "ratio", "and evaluated", "ratio", "dynamic: numbers", "renamed", "ratio",
           "exact", "address", "ratio", "again", "paths of the pair", "same"],
          rows(lambda runs: solved(runs, "numbers", "renamed") + evaluated(runs) +
               solved(runs, "numbers-dynamic", "renamed-dynamic") + solved(runs, "exact", "address") +
               [count(runs["again"], "solver"), runs["renamed"]["paths"]["completed"], same(runs)]))
    hits = ("address_hits", "renamed_core_hits", "value_hits", "evaluated_hits", "solver")
    table("Hits of the address-aware cache, with addresses as numbers: by name, by address, by a core, by the values of "
          "bytes, learnt or evaluated at once; to the solver",
          ["program", "same or other bytes", "other objects", "core", "values", "evaluated", "solver"],
          rows(lambda runs: [count(runs["renamed"], "cache_passed") - sum(count(runs["renamed"], key) for key in hits)] +
               [count(runs["renamed"], key) for key in hits]))
    table("Seconds (IV): of the run, and in the solver",
          ["program", "numbers", "renamed", "exact", "address", "numbers to address", "again", "solver: numbers", "address"],
          rows(lambda runs: [f"{runs[variant]['time']['total']:.2f}" for variant in ("numbers", "renamed", "exact", "address")] +
               [ratio(runs["numbers"]["time"]["total"], runs["address"]["time"]["total"]),
                f"{runs['again']['time']['total']:.2f}"] +
               [f"{runs[variant]['time']['solver']:.2f}" for variant in ("numbers", "address")]))
    table("Entries of the cache (V), and the peak of memory in MiB",
          ["program", "numbers", "renamed", "exact", "address", "MiB: numbers", "renamed", "exact", "address", "not finished"],
          rows(lambda runs: [count(runs[variant], "cache_entries") for variant in ("numbers", "renamed", "exact", "address")] +
               [runs[variant]["memory"]["peak_bytes"] >> 20 for variant in ("numbers", "renamed", "exact", "address")] +
               [", ".join(variant for variant, run in runs.items() if run["status"] == "halted") or "none"]))
    bench.problems += [f"{name}: paths or coverage differ" for name, runs in all_runs.items() if same(runs) == "NO"]


def overhead(bench, names):
    root = program.CACHE / "coreutils" / "src"
    programs = {name: (root / name, SYMBOLIC, []) for name in COREUTILS if (root / name).exists()}
    for name in ("libosip2", "libyaml"):
        recipe, path = bench.recipe(name)
        programs[name] = (path, recipe["arguments"], recipe["options"])

    engine = without_lines(bench.binaries, bench.results / "plain")

    def measure(path, arguments, options, cache):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as output:
            command = [engine, f"--output-dir={output}/out", "--quiet", "--libc=musl", *COMMON, *MEMORY,
                       "--max-instructions=500000", "--dump-states-on-halt=false", "--cache=none", *cache, *options, path, *arguments]
            instructions = counted(command)
            shutil.rmtree(f"{output}/out")
            # for the peak of memory: where the kernel puts things by chance changes it by a percent
            subprocess.run(["setarch", "--addr-no-randomize", *command], check=True, stdin=subprocess.DEVNULL, capture_output=True)
            summary = json.loads(pathlib.Path(f"{output}/out/summary.json").read_text())
            return {"processor": instructions, "seconds": summary["time"]["total"], "peak": summary["memory"]["peak_bytes"],
                    "queries": summary["queries"], "paths": summary["paths"], "coverage": summary["coverage"]}

    rows, times, peaks = [], [], []
    for name, (path, arguments, options) in programs.items():
        pair = [bench.kept(f"{name}-overhead-{variant}", lambda: measure(path, arguments, options, [f"--query-cache={variant}"]))
                for variant in ("exact", "address")]
        times.append(pair[1]["processor"] / pair[0]["processor"])
        peaks.append(pair[1]["peak"] / pair[0]["peak"])
        rows.append([name, pair[1]["queries"]["total"], pair[1]["queries"]["cache_passed"], pair[0]["queries"]["solver"],
                     pair[1]["queries"]["solver"], f"{pair[0]['processor'] / 1e9:.3f}", f"{pair[1]['processor'] / 1e9:.3f}",
                     f"{100 * (times[-1] - 1):+.2f} %", f"{100 * (peaks[-1] - 1):+.2f} %",
                     same(dict(zip(("exact", "address"), pair)))])
    rows.append(["mean"] + [""] * 6 + [f"{100 * (sum(values) / len(values) - 1):+.2f} %" for values in (times, peaks)] + [""])
    table("Overhead: the address-aware cache against the exact one, G instructions of the processor",
          ["program", "queries", "C1", "solver: exact", "address", "G: exact", "address", "time", "memory", "same"], rows)


def edit(bench, names):
    line, changed = "found += json_object_get_int(value);", "found += 2 * json_object_get_int(value) + 1;"

    def measure():
        recipe, path = bench.recipe("json-c")
        with tempfile.TemporaryDirectory() as copy, tempfile.TemporaryDirectory(dir="/dev/shm") as store:
            shutil.copy(HERE / "programs/input.h", copy)
            shutil.copytree(recipe["directory"], f"{copy}/json-c")
            driver = pathlib.Path(copy, "json-c/driver.c")
            text = driver.read_text()
            assert text.count(line) == 1
            driver.write_text(text.replace(line, changed))
            edited = dict(recipe, name="json-c-edited", directory=pathlib.Path(copy, "json-c"))
            edited_path = program.build(edited, bench.binaries) / recipe["program"]
            runs = {"first": bench.run(recipe, path, MEMORY + [f"--cache={store}"]),
                    "second": bench.run(recipe, path, MEMORY + [f"--cache={store}"]),
                    "edited": bench.run(edited, edited_path, MEMORY + [f"--cache={store}"]),
                    "edited, no store": bench.run(edited, edited_path, MEMORY + ["--cache=none"])}
            shutil.rmtree(program.CACHE / "json-c-edited", ignore_errors=True)
            return runs

    runs = bench.kept("edit", measure)
    table(f"json-c with one store; edited: `{line}` becomes `{changed}`", ["run", "solver queries", "from the store", "seconds"],
          [[variant, run["queries"]["solver"], run["queries"]["disk_hits"], f"{run['time']['total']:.2f}"] for variant, run in runs.items()])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", nargs="?", default=HERE.parent / "build", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--step", choices=["tables", "overhead", "edit"], default="tables")
    parser.add_argument("--check", action="store_true", help="also with --check-cache")
    settings = parser.parse_intermixed_args()
    bench = Bench(settings)
    {"tables": tables, "overhead": overhead, "edit": edit}[settings.step](bench, settings.names or list(INPUTS))
    for problem in bench.problems:
        print(problem, file=sys.stderr)
    return 1 if bench.problems else 0


if __name__ == "__main__":
    sys.exit(main())
