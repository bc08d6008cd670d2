#!/usr/bin/env python3
"""Tables read through one another (bench/arrays/lexer.py): each way of --arrays
alone and all together against off, to the end or to the limit of 20 seconds."""
import pathlib
import subprocess
import sys
import tempfile

from measure import HERE, explore, table

LIMIT = 20
WAYS = ("off", "fold", "index", "value", "all")

with tempfile.TemporaryDirectory() as directory:
    rows = []
    for count in (2, 3, 5):
        source = pathlib.Path(directory) / f"lexer{count}.c"
        source.write_text(subprocess.run([sys.executable, HERE / "arrays/lexer.py", "--bytes", str(count)],
                                         check=True, capture_output=True, text=True).stdout)
        row = [f"lexer, {count} bytes"]
        for way in WAYS:
            wall, summary = explore("--search=dfs", "--write-no-tests", f"--max-time={LIMIT}s",
                                    f"--arrays={way}", source)
            paths = summary["paths"]["completed"]
            row.append(f"{wall:.2f} s, {paths} paths" if summary["status"] in ("finished", "partial")
                       else f"> {LIMIT} s, {paths} paths")
        rows.append(row)
        print(row, file=sys.stderr)
    table(["program", *WAYS], rows)
