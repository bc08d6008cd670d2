#!/usr/bin/env python3
"""Exact against address-aware query cache: bench/cache.py BUILD [NAME ...]

Each program (bench/programs; INSTRUCTIONS=N bounds its run, 500,000 by default)
is explored depth first with --query-cache=exact, then =address with an empty
store, then again with the store that this left. All three must take the same
paths and cover the same. CHECK=1 adds a run with --check-cache.
"""
import importlib.machinery
import importlib.util
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
loader = importlib.machinery.SourceFileLoader("program", str(HERE / "program"))
program = importlib.util.module_from_spec(importlib.util.spec_from_loader("program", loader))
loader.exec_module(program)

NAMES = ["m4", "make", "sqlite3", "apr", "libxml2", "expat", "bash", "json-c"]
LIMIT = 600  # seconds: only a safeguard, the bound is in instructions


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    names = sys.argv[2:] or [name for name in NAMES if (HERE / "programs" / name).is_dir()]
    bound = ["--search=dfs", "--write-no-tests", "--max-instructions=" + os.environ.get("INSTRUCTIONS", "500000")]
    print("| program | queries | to the cache | agnostic | with addresses | solver: exact | address | ratio | second run |"
          " entries: exact | address | solver seconds: exact | address | same |")
    print("|" + "---|" * 14)
    failed = False
    for name in names:
        recipe = program.read_recipe(name)
        path = program.build(recipe, build / "bin") / recipe["program"]
        with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as store:
            variants = [["--query-cache=exact"], [f"--cache={store}"], [f"--cache={store}"]]
            variants += [["--cache=none", "--check-cache"]] if os.environ.get("CHECK") else []
            runs, problems = [], []
            for variant in variants:
                summary, _, trouble = program.explore(recipe, path, build / "bin/ramify", LIMIT, bound + variant, None)
                problems += trouble
                runs.append(summary)
        if None in runs:
            print(f"| {name} | {problems}")
            failed = True
            continue
        found = [(run["paths"], run["coverage"], run["instructions"]) for run in runs]
        same = all(each == found[0] for each in found)
        failed |= not same
        exact, address, again = (run["queries"] for run in runs[:3])
        print(f"| {name} | {address['total']} | {address['cache_passed']} | {address['cache_handled']} | "
              f"{address['cache_dependent']} | {exact['solver']} | {address['solver']} | "
              f"{exact['solver'] / max(1, address['solver']):.2f} | {again['solver']} | {exact['cache_entries']} | "
              f"{address['cache_entries']} | {runs[0]['time']['solver']:.2f} | {runs[1]['time']['solver']:.2f} | "
              f"{'yes' if same else 'NO'} |", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
