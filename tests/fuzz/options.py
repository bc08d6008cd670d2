"""Random combinations of the options that must not change what is found.

The list is that of src/command/options.def: what is there and neither here nor in NOT_DRAWN is an error, so that a new option
is drawn, or somebody says why not."""
import pathlib
import re

TABLE = pathlib.Path(__file__).resolve().parent.parent.parent / "src/command/options.def"

# of options whose values the table does not list, and of those where not all are meant
VALUES = {
    "arrays": ["off", "fold", "index", "value", "fold,index", "index,value", "all"],
    "solver": ["cadical", "z3", "smtlib2:z3 -in"],
    "search": ["dfs", "bfs", "random-state", "random-path", "places", "nurs:covnew", "nurs:md2u", "nurs:depth", "nurs:icnt",
               "nurs:cpicnt", "nurs:qc"],
    "libc": ["none", "musl"],
    "split": ["auto", "8", "16", "32", "64"],
    "split-threshold": ["1", "8", "16", "64"],
    "batch-instructions": ["1", "7", "100"],
    "seed": ["1", "2", "3"],
    "first-side": ["yes"],
    "pointers": ["addresses"],
    "resolve-context": ["off", "0", "1", "8"],
    "query-cache": ["off", "exact"],
    "memory": ["fork", "merge", "segments", "dynamic", "auto"],
    "malloc": ["libc"],
}

NOT_DRAWN = {
    "which program": "cflags clang entry-point link-llvm-lib environ dump".split(),
    "other inputs": ("sym-arg sym-args sym-files sym-stdin sym-stdout sym-env sym-args-from sym-stdin-from sym-file-from sym-marker "
                     "max-fail fd-fail mount null-on-zero-malloc symbolic-environment").split(),
    "limits": ("max-output max-files max-time max-memory max-instructions max-steps max-forks max-depth max-tests max-path-time "
               "max-path-instructions max-stack-frames exit-on-error exit-on-error-type max-solver-time batch-time cache-size "
               "symbolic-size size-capacity").split(),
    "errors of their own": "check-leaks check-div-zero check-overshift silent-klee-assume".split(),
    "what is written, or given by the fuzzer": (
        "output-dir only-output-states-covering-new dump-states-on-halt write-no-tests write-test-info write-smt2s write-kqueries "
        "write-queries write-paths write-sym-paths output-source output-module show-output warnings-only-to-file quiet error-exitcode "
        "stats-write-interval stats-write-after-instructions cache solver-log emit-all-errors").split(),
    "one way only": "quantifiers merge merge-incremental workers queue resume".split(),
    "help": "help help-all version options-markdown".split(),
    "of replay and coverage": "unconfined".split(),
}

# how many of a hundred runs have it, if not 12
OFTEN = {"memory": 60, "split": 40, "split-threshold": 70, "arrays": 35, "search": 25, "libc": 30, "check-solver": 6, "check-cache": 15,
         "check-arrays": 8, "check-memory": 25, "solver": 12, "optimize": 0, "pointers": 6, "malloc": 5, "write-cov": 5, "output-stats": 3,
         "readable-inputs": 3, "write-points-to": 3}


# of each pair the first is left out: they exclude each other, or take minutes together
CONTRADICTIONS = [("--check-uninit=true", "--optimize=true"), ("--malloc=libc", "--libc=none"), ("--malloc=libc", "--memory=segments")]


def rows():
    return [(kind, name, default, values) for kind, name, default, values in
            re.findall(r'^OPTION\((\w+), \w+, \w+, \w+, "([^"]*)", "([^"]*)", "([^"]*)"', TABLE.read_text(), re.M)]


def drawable():
    """{option: the values that are not its default}"""
    left_out = {name for names in NOT_DRAWN.values() for name in names}
    found = {}
    for kind, name, default, values in rows():
        if name in left_out:
            continue
        if name in VALUES:
            found[name] = VALUES[name]
        elif kind == "FLAG":
            found[name] = ["false" if default == "true" else "true"]
        elif kind == "CHOICE":
            found[name] = [value for value in values.split(";")[0].split("|") if value != default]
        else:
            raise SystemExit(f"--{name}: say in tests/fuzz/options.py which values it may have, or why it is not drawn")
    return found


def draw(random, table):
    chosen = []
    for name, values in sorted(table.items()):
        if values and random.randrange(100) < OFTEN.get(name, 12):
            chosen.append(f"--{name}={random.choice(values)}")
    for one, other in CONTRADICTIONS:
        if one in chosen and other in chosen:
            chosen.remove(one)
    return chosen
