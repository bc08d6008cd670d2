#!/usr/bin/env python3
"""Symbolic soundness: every test that is written, run natively, takes the path
it was made for.

    make fuzz-symbolic COUNT=200

Half of the programs come from generate.py and print the way they went, half
are csmith's with some globals made symbolic. Each is explored for a while; each
of its tests is run natively with the replay library, and must print what its
path has printed (or begin with it, where the path was stopped early), and for
a finished path end the same way. What fails is kept in build/fuzz/symbolic/SEED.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import generate

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(command, directory, seconds, **environment):
    try:
        done = subprocess.run(list(map(str, command)), cwd=directory, capture_output=True, timeout=seconds,
                              env=dict(os.environ, **environment))
    except subprocess.TimeoutExpired:
        return None, b"", b""
    return done.returncode, done.stdout, done.stderr


def csmith_program(seed, directory):
    """A csmith program whose first integer globals are symbolic; None if it has none."""
    path = directory / "plain.c"
    run(["csmith", "--seed", seed, "--max-funcs", "4", "--max-block-depth", "3", "--output", path], directory, 60)
    text = path.read_text()
    names = re.findall(r"^static u?int\d+_t (g_\d+) = ", text, re.M)[:3]
    if not names:
        return None
    planted = "".join(f'    klee_make_symbolic(&{name}, sizeof {name}, "{name}");\n' for name in names)
    text = re.sub(r"^(\s*)(func_1\(\);)", lambda m: planted + m.group(0), text, count=1, flags=re.M)
    return "#include <klee/klee.h>\n" + text


def compare(name, expected, early, native):
    """None, or how the native run differs from what the path has printed."""
    code, output, errors = native
    if code is None:
        return None if early else f"{name}: natively it does not end"
    if code in (111, 112):
        return f"{name}: {errors.decode(errors='replace')}"
    if early and output.startswith(expected):
        return None
    if output != expected:
        return f"{name}: printed {output!r}, the path printed {expected!r}"
    return None


def test(seed, build, seconds, level):
    """(number of tests replayed, text of differences, directory)"""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="ramify-symbolic-"))
    source = directory / "program.c"
    text = generate.program(seed) if seed % 2 else csmith_program(seed, directory)
    if text is None:
        return 0, "", directory
    source.write_text(text)
    flags = [level, "-w", "-I/usr/include/csmith"]
    out = directory / "out"
    code, _, errors = run([build / "bin/ramify", f"--cflags={' '.join(flags)}", f"--max-time={seconds}s",
                           "--max-tests=100", f"--output-dir={out}", source], directory, 4 * seconds + 60)
    if code != 0 or not (out / "summary.json").exists():
        return 0, f"exit code {code}\n{errors.decode(errors='replace')[-2000:]}", directory
    summary = json.loads((out / "summary.json").read_text())
    native = directory / "native"
    run(["clang-19", *flags, f"-I{build}/include", source, build / "lib/ramify/replay.c", "-o", native], directory, 120)
    differences, replayed = [], 0
    for error in summary["errors"]:
        if seed % 2 or error["kind"] in ("unsupported", "external", "model"):
            differences.append(f"unexpected error: {error}")
    for ktest in sorted(out.glob("*.ktest")):
        if list(out.glob(ktest.stem + ".*.err")):
            continue
        printed = out / (ktest.stem + ".out")
        early = (out / (ktest.stem + ".early")).exists()
        if not printed.exists() and not early and summary["forks"] == 0:
            continue
        expected = printed.read_bytes() if printed.exists() else b""
        difference = compare(ktest.name, expected, early, run([native], directory, 5, RAMIFY_KTEST=str(ktest)))
        replayed += 1
        if difference:
            differences.append(difference)
    return replayed, "\n".join(differences), directory


def main():
    parser = argparse.ArgumentParser(description="programs with symbolic inputs, their tests replayed")
    parser.add_argument("--build", default="build")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seconds", type=int, default=5, help="how long each is explored")
    parser.add_argument("--level", default="-O0", help="of optimisation")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    build = (ROOT / options.build).resolve()
    kept = build / "fuzz" / "symbolic"
    programs = replayed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.first + options.count)
        for seed, (count, text, directory) in pool.map(
                lambda each: (each, test(each, build, options.seconds, options.level)), seeds):
            programs += 1
            replayed += count
            if text:
                failed += 1
                print(f"seed {seed}: {text[:3000]}", flush=True)
                shutil.rmtree(kept / str(seed), ignore_errors=True)
                kept.mkdir(parents=True, exist_ok=True)
                shutil.move(directory, kept / str(seed))
            else:
                shutil.rmtree(directory)
    print(f"{programs} programs, {replayed} tests replayed, {failed} programs with differences")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
