#!/usr/bin/env python3
"""The paper's Table 4 remade: the same instructions of real programs with
--arrays=off, each transformation alone, and all together.

    bench/table4.py [BUILD] [--programs NAME ...] [--results DIR] [--ways WAY ...] [--seconds | --counted]
                    [--instructions N] [--limit SECONDS] [--profiles DIR] [--table]

Depth first, the true side of every branch, the least value and the lowest
object first, so that the way does not depend on the models that a solver
finds. What a run costs is counted in instructions of the processor, by
callgrind, from the first explored instruction to the last: that does not depend
on what else the machine does, and a percent is a percent. Programs for which
`off` searches very long (TIMED), unless --counted says otherwise, and all with
--seconds, are measured in processor time without that of a run of one
instruction (reading the program). A run that takes longer than --limit is
stopped. Each run's figures are a file in the results directory (BUILD/table4);
what is there is not run again."""
import argparse
import dataclasses
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

os.environ.setdefault("RAMIFY_CACHE", "none")
HERE = pathlib.Path(__file__).resolve().parent
SHORT = 2  # seconds of a run that is repeated
WAYS = ("off", "fold", "index", "value", "all")

# recipe of bench/programs, instructions (0: to the end), and input instead of the recipe's.
PROGRAMS = {
    "bc": (250_000, None),
    "coreutils-factor": (100_000, "--sym-arg 4"),
    "coreutils-tsort": (2_000_000, None),
    "bzip2": (38_000, None),
    "coreutils-expr": (2_000_000, None),
    "ar": (0, None),
    "as": (600_000, None),
    "coreutils-test": (1_000_000, None),
    "coreutils-od": (2_000_000, None),
    "coreutils-tr": (1_000_000, None),
    "coreutils-unexpand": (1_000_000, None),
    "coreutils-seq": (1_000_000, None),
    "coreutils-join": (1_000_000, None),
}
# Here `off` searches for so long that seconds tell enough, and counting would take an hour.
TIMED = {"bc", "coreutils-factor", "bzip2"}
STARTS = {}  # seconds that reading a program takes, by recipe

# the combined speed-up of the paper's Table 4, where it names one
PAPER = {"bc": 7.78, "coreutils-factor": 27.46, "coreutils-tsort": 4.16, "bzip2": 3.77, "coreutils-expr": 3.75,
         "ar": 3.52, "coreutils-test": 2.50, "coreutils-od": 1.68}


def load(name):
    """A script beside this one, as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(HERE / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", nargs="?", default=HERE.parent / "build", type=pathlib.Path)
    parser.add_argument("--programs", nargs="+", metavar="NAME", default=list(PROGRAMS))
    parser.add_argument("--ways", nargs="+", metavar="WAY", default=WAYS)
    parser.add_argument("--results", type=pathlib.Path, help="by default BUILD/table4")
    cost = parser.add_mutually_exclusive_group()
    cost.add_argument("--seconds", action="store_true", help="processor time, not instructions of the processor")
    cost.add_argument("--counted", action="store_true", help="instructions of the processor, also where off searches very long")
    parser.add_argument("--profiles", type=pathlib.Path, help="keep what callgrind writes, for callgrind_annotate")
    parser.add_argument("--instructions", type=int, help="instead of the table's")
    parser.add_argument("--limit", type=int, default=60, help="seconds of the processor for a run, by default 60; ten times as many if counted")
    parser.add_argument("--table", action="store_true", help="only print the table of what is there")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.results = options.results or options.build / "table4"
    return options


@dataclasses.dataclass
class Job:
    """What is run, whatever the way."""
    recipe: dict
    program: pathlib.Path
    ramify: pathlib.Path
    instructions: int  # 0: to the end
    words: list  # of the program's command line
    limit: int  # seconds of the processor, ten times as many for a run that is counted
    profiles: pathlib.Path

    @property
    def name(self):
        return self.recipe["name"]


def count(job, way):
    """What one run did, and the instructions of the processor that it took, but for the rows of statistics, one a second."""
    with tempfile.TemporaryDirectory() as scratch:
        # callgrind does not understand clang's debugging information
        plain, begin = job.ramify.with_name("ramify-plain"), pathlib.Path(scratch) / "begin_counting.so"
        subprocess.run(["strip", "-g", "-o", plain, job.ramify], check=True)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", begin, HERE / "begin_counting.c"], check=True)
        file = pathlib.Path(job.profiles or scratch) / f"callgrind.{job.name}-{way}"
        result = run_once(dataclasses.replace(job, ramify=plain, limit=10 * job.limit), way,
                          ["env", f"LD_PRELOAD={begin}", "valgrind", "--tool=callgrind", "--instr-atstart=no",
                           "--toggle-collect=run_explore", "--toggle-collect=stats_row", "--dump-line=no",
                           f"--callgrind-out-file={file}"])
        result["cost"] = 0 if result["stopped"] else int(re.search(r"^(?:totals|summary): (\d+)", file.read_text(), re.MULTILINE)[1])
    return result


def time(job, way):
    """What one run did, and its processor time without that of starting."""
    if job.name not in STARTS:  # the same every way
        STARTS[job.name] = min(run_once(dataclasses.replace(job, instructions=1), way)["cost"] for _ in range(3))
    result = run_once(job, way)
    if result["cost"] < SHORT:  # the least of three: noise only ever adds
        result = min([result] + [run_once(job, way) for _ in range(2)], key=lambda each: each["cost"])
    result["cost"] = max(result["cost"] - STARTS[job.name], 0.01)
    return result


def run_once(job, way, under=()):
    memory = pathlib.Path("/dev/shm")
    output = pathlib.Path(tempfile.mkdtemp(prefix="ramify-table4-", dir=memory if memory.is_dir() else None))
    command = [*under, job.ramify, f"--output-dir={output}/out", "--quiet", "--libc=musl", "--search=dfs", "--first-side=yes",
               "--memory=fork", "--write-no-tests", "--dump-states-on-halt=false", "--max-solver-time=0", "--max-memory=8G",
               f"--arrays={way}", *([f"--max-instructions={job.instructions}"] if job.instructions else []),
               *job.recipe["options"], job.program, *job.words]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (job.limit, job.limit)))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = {"cost": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, "stopped": done.returncode < 0}
    try:
        result["summary"] = json.loads((output / "out/summary.json").read_text())
    except (OSError, ValueError):
        result["summary"] = None
    if done.returncode > 0:
        sys.exit(f"{job.name}, {way}: exit code {done.returncode}: {done.stderr[-500:]}")
    shutil.rmtree(output)
    return result


def same(one, other):
    """Did the two runs do the same? What differs, in words."""
    differences = []
    for name, pick in (("instructions", lambda s: s["instructions"]), ("paths", lambda s: s["paths"]),
                       ("lines covered", lambda s: s["coverage"]), ("errors", lambda s: len(s["errors"]))):
        if pick(one) != pick(other):
            differences.append(f"{name} {pick(one)} and {pick(other)}")
    return differences


def amount(cost, seconds):
    return f"{cost:.1f} s" if seconds else f"{cost / 1e9:.2f} G" if cost else "stopped"


def row(name, results, seconds):
    first = results.get("off")
    if not first:
        return None
    summary = next((result["summary"] for result in results.values() if result["summary"]), None)
    paths = summary["paths"]["completed"] + summary["paths"]["errors"] if summary else 0
    cells = [name, f"{summary['instructions'] / 1e6:.2f} M" if summary else "-", str(paths),
             f"{'> ' if first['stopped'] else ''}{amount(first['cost'], seconds)}"]
    speeds = {}
    for way in WAYS[1:]:
        result = results.get(way)
        if not result or result["stopped"]:
            cells.append("-" if not result else "stopped")
            continue
        speeds[way] = first["cost"] / result["cost"]
        cells.append(f"{'> ' if first['stopped'] else ''}{speeds[way]:.{3 if speeds[way] < 10 else 0}f}")
    cells.append(f"{PAPER[name]:.2f}" if name in PAPER else "")
    finished = [(way, result["summary"]) for way, result in results.items() if result["summary"]]
    notes = [f"{way}: {difference}" for way, other in finished[1:] for difference in same(finished[0][1], other)]
    return cells, speeds.get("all"), notes


def main():
    options = arguments()
    bench = load("program")
    options.results.mkdir(parents=True, exist_ok=True)
    rows, all_speeds, complaints = [], [], []
    for name in options.programs:
        instructions, words = PROGRAMS.get(name, (0, None))
        instructions = options.instructions if options.instructions is not None else instructions
        results, seconds = {}, options.seconds or name in TIMED and not options.counted
        for way in options.ways:
            file = options.results / f"{name}-{instructions}-{way}{'-seconds' if seconds else ''}.json"
            if not file.is_file() and not options.table:
                recipe = bench.read_recipe(name)
                maker = recipe if recipe["maker"] == name else bench.read_recipe(recipe["maker"])
                directory = bench.build(maker, options.build / "bin")
                job = Job(recipe, directory / recipe["program"], options.build / "bin/ramify", instructions,
                          words.split() if words is not None else recipe["arguments"], options.limit, options.profiles)
                result = (time if seconds else count)(job, way)
                file.write_text(json.dumps(result))
                print(f"{name}, {way}: {amount(result['cost'], seconds)}", file=sys.stderr, flush=True)
            if file.is_file():
                results[way] = json.loads(file.read_text())
        made = row(name, results, seconds)
        if made:
            rows.append(made[0])
            all_speeds += [made[1]] if made[1] else []
            complaints += [f"{name}: {note}" for note in made[2]]
    if all_speeds:
        rows.append(["geometric mean", "", "", "", "", "", "", f"{statistics.geometric_mean(all_speeds):.2f}", ""])
    header = ["program", "instructions", "paths", "off", "fold", "index", "value", "all", "paper"]
    widths = [max(len(line[column]) for line in [header, *rows]) for column in range(len(header))]
    for number, line in enumerate([header, *rows]):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |")
        if not number:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    for complaint in complaints:
        print("not the same:", complaint)


if __name__ == "__main__":
    main()
