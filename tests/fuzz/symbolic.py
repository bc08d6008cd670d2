#!/usr/bin/env python3
"""Symbolic soundness: every test that is written, run natively, takes the path
it was made for.

    make fuzz-symbolic COUNT=200

Half of the programs come from generate.py and print the way they went, half
are csmith's with some globals made symbolic. Each is explored for a while; each
of its tests is run natively with the replay library, and must print what its
path has printed (or begin with it, where the path was stopped early), and for
a finished path end with the same exit code. At -O0 it must also execute the
lines that the path executed (and no others, if the path was finished): those
of --write-cov against those of gcov, as far as both know a line as code. What
fails is kept in build/fuzz/symbolic/SEED.
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


def exit_code(out, test):
    """What the engine says the path ended with, or None if it did not end by itself."""
    found = re.search(r"^Exit code: (\d+)", (out / (test + ".info")).read_text(), re.M)
    return int(found.group(1)) if found else None


def compare(name, expected, exit_with, early, native):
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
    if not early and code != exit_with:
        return f"{name}: exit code {code}, that of the path is {exit_with}"
    return None


def native_lines(directory, counts):
    """{(file, line): executed} of the one native run that left its counts there; None if it left none."""
    if not list(counts.glob("*.gcda")):
        return None
    _, text, _ = run(["llvm-cov-19", "gcov", "-t", "-o", counts, *counts.glob("*.gcda")], directory, 60)
    lines, file = {}, None
    for count, line, rest in re.findall(r"^ *(\S+): *(\d+):(.*)$", text.decode(errors="replace"), re.M):
        if line == "0" and rest.startswith("Source:"):
            file = os.path.realpath(directory / rest[len("Source:"):])
        elif line != "0" and count != "-":
            lines[file, int(line)] = not count.startswith(("#", "=", "0"))
    return lines


def lines_of(text, pattern):
    return {(os.path.realpath(file), int(line)) for file, line in re.findall(pattern, text, re.M)}


def known_lines(out):
    """All lines that the engine has code for."""
    lines, file = set(), None
    for line in (out / "coverage.info").read_text().splitlines():
        if line.startswith("SF:"):
            file = os.path.realpath(line[3:])
        elif line.startswith("DA:"):
            lines.add((file, int(line[3:].split(",")[0])))
    return lines


def compare_lines(name, path, known, early, native):
    """None, or which lines only one of the two executed."""
    if native is None:
        return None if early else f"{name}: natively no lines were counted"
    both = known & native.keys()
    if not both:
        return f"{name}: natively no line of the program was counted"
    executed = {line for line in both if native[line]}
    missing = (path & both) - executed
    more = set() if early else executed - path
    if not missing and not more:
        return None
    say = lambda lines: " ".join(f"{os.path.basename(file)}:{line}" for file, line in sorted(lines)[:10])
    return f"{name}: lines only of the path: {say(missing)}; only native: {say(more)}"


def test(seed, build, seconds, level):
    """(number of tests replayed, lines compared, text of differences, directory)"""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="ramify-symbolic-"))
    source = directory / "program.c"
    text = generate.program(seed) if seed % 2 else csmith_program(seed, directory)
    if text is None:
        return 0, 0, "", directory
    source.write_text(text)
    flags = [level, "-w", "-I/usr/include/csmith"]
    out = directory / "out"
    code, _, errors = run([build / "bin/ramify", f"--cflags={' '.join(flags)}", f"--max-time={seconds}s",
                           "--max-tests=100", "--write-cov", "--write-test-info", f"--output-dir={out}", source], directory, 4 * seconds + 60)
    if code != 0 or not (out / "summary.json").exists():
        return 0, 0, f"exit code {code}\n{errors.decode(errors='replace')[-2000:]}", directory
    summary = json.loads((out / "summary.json").read_text())
    native = directory / "native"
    with_lines = level == "-O0"
    run(["clang-19", *flags, f"-I{build}/include", "-c", build / "lib/ramify/replay.c"], directory, 120)
    run(["clang-19", *flags, f"-I{build}/include", *["--coverage"] * with_lines, "-c", source], directory, 120)
    run(["clang-19", *["--coverage"] * with_lines, "program.o", "replay.o", "-o", native], directory, 120)
    known = known_lines(out)
    differences, replayed, compared = [], 0, 0
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
        counts = directory / "counts"
        shutil.rmtree(counts, ignore_errors=True)
        counts.mkdir()
        (counts / "program.gcno").symlink_to(directory / "program.gcno")
        done = run([native], directory, 5, RAMIFY_KTEST=str(ktest), GCOV_PREFIX=str(counts), GCOV_PREFIX_STRIP="99")
        difference = compare(ktest.name, expected, exit_code(out, ktest.stem), early, done)
        if not difference and with_lines:
            executed = native_lines(directory, counts)
            path = lines_of((out / (ktest.stem + ".cov")).read_text(), r"^(.*):(\d+)$")
            difference = compare_lines(ktest.name, path, known, early, executed)
            compared += len(known & (executed or {}).keys())
        replayed += 1
        if difference:
            differences.append(difference)
    return replayed, compared, "\n".join(differences), directory


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
    programs = replayed = compared = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.first + options.count)
        for seed, (count, lines, text, directory) in pool.map(
                lambda each: (each, test(each, build, options.seconds, options.level)), seeds):
            programs += 1
            replayed += count
            compared += lines
            if text:
                failed += 1
                print(f"seed {seed}: {text[:3000]}", flush=True)
                shutil.rmtree(kept / str(seed), ignore_errors=True)
                kept.mkdir(parents=True, exist_ok=True)
                shutil.move(directory, kept / str(seed))
            else:
                shutil.rmtree(directory)
    print(f"{programs} programs, {replayed} tests replayed, {compared} lines compared, {failed} programs with differences")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
