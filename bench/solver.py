#!/usr/bin/env python3
"""Solver: time in the solver over whole runs against --solver=z3, same options
otherwise. Aim: at least 10 times less, same paths and errors."""
from measure import HERE, explore, geometric_mean, table

rows, ratios = [], []
for source in sorted((HERE / "solver").glob("*.c")):
    ours_wall, ours = explore("--search=dfs", "--write-no-tests", source)
    theirs_wall, theirs = explore("--search=dfs", "--write-no-tests", "--solver=z3", source)
    same = ours["paths"] == theirs["paths"] and ours["errors"] == theirs["errors"]
    # where the caches, tables and tried values answer all, neither back end is asked
    ratio = theirs["time"]["solver"] / max(ours["time"]["solver"], 1e-6)
    ratios += [ratio] if ratio else []
    rows.append([source.stem, ours["queries"]["total"], f"{ours['time']['solver']:.3f} s",
                 f"{theirs['time']['solver']:.3f} s", f"{ratio:.1f}" if ratio else "-", f"{ours_wall:.2f} s",
                 f"{theirs_wall:.2f} s", "yes" if same else "NO"])
if ratios:
    rows.append(["geometric mean", "", "", "", f"{geometric_mean(ratios):.1f}", "", "", ""])
table(["program", "queries", "ramify, solver", "z3, solver", "times less", "ramify, wall", "z3, wall",
       "same answers"], rows)
