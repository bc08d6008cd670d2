#!/usr/bin/env python3
"""Concrete speed: wall time of whole runs against LLVM's interpreter on the
same -O0 bitcode. Aim: 20 times as fast, at least 8."""
import tempfile

from measure import HERE, bitcode, explore, geometric_mean, seconds, table

rows, ratios = [], []
with tempfile.TemporaryDirectory() as directory:
    for source in sorted((HERE / "concrete").glob("*.c")):
        program = bitcode(source, directory)
        theirs = seconds(["lli-19", "-force-interpreter", program], repeat=2)
        ours, summary = explore(program, repeat=3)
        if summary["status"] != "finished" or summary["errors"]:
            rows.append([source.stem, "did not finish: " + summary["status"], "", "", ""])
            continue
        ratios.append(theirs / ours)
        rows.append([source.stem, f"{summary['instructions'] / 1e6:.1f} M", f"{theirs:.2f} s", f"{ours:.3f} s",
                     f"{theirs / ours:.1f}"])
if ratios:
    rows.append(["geometric mean", "", "", "", f"{geometric_mean(ratios):.1f}"])
table(["program", "instructions", "lli -force-interpreter", "ramify", "times as fast"], rows)
