#!/usr/bin/env python3
"""Forks: memory of 100,000 live states (aim: below 2 GiB), and the cost of a
fork against the size of the heap (aim: independent)."""
import pathlib
import tempfile

from measure import explore, table

LIVE = """
#include <klee/klee.h>
int main(void)
{
    unsigned bits = (unsigned)klee_int("bits"), ones = 0;
    for (int i = 0; i < 17; i++)
        if (bits >> i & 1)
            ones++;
    return (int)ones;
}
"""
HEAP = """
#include <klee/klee.h>
#include <stdlib.h>
int main(void)
{
    unsigned bits = (unsigned)klee_int("bits");
    for (int i = 0; i < OBJECTS; i++) {
        char *object = malloc(256);
        object[i & 255] = 1;
    }
    for (int i = 0; i < BRANCHES; i++)
        if (bits >> i & 1)
            bits ^= 1;
    return 0;
}
"""

with tempfile.TemporaryDirectory() as directory:
    source = pathlib.Path(directory) / "live.c"
    source.write_text(LIVE)
    wall, summary = explore("--search=bfs", "--max-memory=8G", "--max-forks=100000", "--write-no-tests", source)
    states, peak = summary["states"]["max"], summary["memory"]["peak_bytes"]
    table(["live states", "memory", "bytes a state", "time"],
          [[f"{states:,}", f"{peak / 2**20:.0f} MiB", f"{peak / max(states, 1):.0f}", f"{wall:.1f} s"]])
    print()
    rows = []
    for objects in (0, 1000, 10000, 100000):
        times = []
        for branches in (0, 15):
            source = pathlib.Path(directory) / f"heap_{objects}_{branches}.c"
            source.write_text(HEAP)
            wall, summary = explore("--search=dfs", "--max-memory=8G", "--write-no-tests",
                                    f"--cflags=-DOBJECTS={objects} -DBRANCHES={branches}", source, repeat=3)
            times.append(wall)
        forks = max(summary["forks"], 1)
        rows.append([f"{objects:,} of 256 bytes", f"{forks:,}", f"{1e6 * (times[1] - times[0]) / forks:.1f} us"])
    table(["heap", "forks", "cost of a fork and its path"], rows)
