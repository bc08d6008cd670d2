#!/usr/bin/env python3
"""How many functions of the C library the conformance tests call.

    tests/programs/libc/functions.py [--list] [--at-least N]

A conformance test is a program in this directory that is also built with
musl-gcc and must print the same inside the engine as natively. Counted is what
its native object wants of libc.a, but for the functions that every program
prints with.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PRINTING = {"printf", "puts", "putchar", "__errno_location"}


def symbols(*words):
    return subprocess.run(["nm", *map(str, words)], capture_output=True, text=True, check=True).stdout.splitlines()


def defined():
    library = subprocess.run(["musl-gcc", "-print-file-name=libc.a"], capture_output=True, text=True, check=True)
    specs = subprocess.run(["musl-gcc", "-###", "-x", "c", "/dev/null"], capture_output=True, text=True).stderr
    directories = [word[2:].strip('"') for word in specs.split() if word.startswith("-L")]
    for path in [library.stdout.strip(), *(f"{each}/libc.a" for each in directories),
                 "/usr/lib/x86_64-linux-musl/libc.a"]:
        if "musl" in path and os.path.exists(path):
            return {words[-1] for words in map(str.split, symbols("--defined-only", path))
                    if len(words) == 3 and words[1] in "TWtw"}
    sys.exit("no libc.a of musl")


def called(source, directory):
    target = pathlib.Path(directory) / "one.o"
    subprocess.run(["musl-gcc", "-w", "-fno-builtin", "-c", "-o", target, source], check=True)
    return {line.split()[-1] for line in symbols("--undefined-only", target)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--at-least", type=int, default=0)
    options = parser.parse_args()
    of_library, found = defined(), set()
    with tempfile.TemporaryDirectory() as directory:
        for source in sorted(HERE.glob("*.c")):
            text = source.read_text()
            if "musl-gcc" in text and "diff %t.expected" in text:
                found |= called(source, directory)
    found = (found & of_library) - PRINTING
    if options.list:
        print("\n".join(sorted(found)))
    print(f"{len(found)} functions of the C library are compared with native musl")
    return len(found) < options.at_least


if __name__ == "__main__":
    sys.exit(main())
