#!/usr/bin/env python3
"""Memory models: random programs that read, write, compare, copy and free
through symbolic pointers.

    make fuzz-pointers COUNT=200

The input is three numbers below four. Natively, with AddressSanitizer, a
program is run on all 64 inputs: for each that ends well its result is known.
Inside, every path must compute the known result of its input, each input that
ends well natively must end well on some path, and no other may: at the end of
the program every path is divided by input, so that they can be counted. This
is done with each set of options in --flags. What fails is kept in
build/fuzz/pointers/SEED.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FLAGS = [
    "--memory=fork",
    "--memory=merge",
    "--memory=segments --check-solver --check-memory",
    "--memory=dynamic --check-solver --check-memory",
    "--memory=auto --check-solver",
    "--memory=merge --split=16 --split-threshold=16 --check-memory",
    "--memory=dynamic --split=8 --split-threshold=8 --check-memory",
]

HEAD = """
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int key; short small; struct node *next; long value; unsigned char text[8]; };
static int many[4];

static unsigned long run(unsigned a, unsigned b, unsigned c)
{
    unsigned long r = 1;
    int local[4] = {1, 2, 3, 4};
    struct node frame = {.key = 77, .value = 5};
"""

NATIVE = """
#include <sys/wait.h>
#include <unistd.h>
int main(void)
{
    for (unsigned i = 0; i < 64; i++) {
        int pipes[2], status;
        if (pipe(pipes))
            return 1;
        pid_t child = fork();
        if (!child) {
            unsigned long r = run(i >> 4, i >> 2 & 3, i & 3);
            _exit(write(pipes[1], &r, sizeof r) != sizeof r);
        }
        waitpid(child, &status, 0);
        close(pipes[1]);
        unsigned long r;
        int good = !status && read(pipes[0], &r, sizeof r) == sizeof r;
        close(pipes[0]);
        printf("%d %lu\\n", good, good ? r : 0);
    }
}
"""

INSIDE = """
int main(void)
{
    unsigned char in[3];
    klee_make_symbolic(in, sizeof in, "in");
    klee_assume(in[0] < 4);
    klee_assume(in[1] < 4);
    klee_assume(in[2] < 4);
    unsigned long r = run(in[0], in[1], in[2]);
    unsigned a = 0, b = 0, c = 0;
    while (a != in[0]) a++;
    while (b != in[1]) b++;
    while (c != in[2]) c++;
    klee_assert(ends[a * 16 + b * 4 + c]);
    klee_assert(r == results[a * 16 + b * 4 + c]);
    return 0;
}
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.body()

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self):
        """An expression below four."""
        return self.pick("a", "b", "c", "a", "b", "(a + b) % 4", "(b * 3 + c) & 3", "(a ^ c)", "(r + a) % 4",
                         str(self.random.randrange(4)))

    def value(self):
        return self.pick("a", "b * 7", "c + 100", str(self.random.randrange(1000)), "(int)(r & 0xff)")

    def add(self, line):
        self.lines.append("    " + line)

    def body(self):
        count, rows = self.random.randrange(3, 7), self.random.randrange(2, 5)
        self.add(f"struct node *t[8] = {{0}}; int *rows[4] = {{0}};")
        for i in range(count):
            kind = self.random.randrange(8)
            if kind < 5:
                self.add(f"t[{i}] = calloc(1, sizeof **t); t[{i}]->key = {i * 3}; t[{i}]->value = {i + 10};"
                         f" t[{i}]->small = {i};")
            elif kind == 5:
                self.add(f"t[{i}] = &frame;")
            elif kind == 6 and i:
                self.add(f"t[{i}] = t[{i - 1}];")
        for i in range(4):
            length = self.random.randrange(2, 5)
            self.add(self.pick(f"rows[{i}] = calloc({length}, sizeof **rows); rows[{i}][1] = {i};" if i < rows else "",
                               f"rows[{i}] = local;", f"rows[{i}] = many;", f"rows[{i}] = calloc(4, sizeof **rows);"))
        for i in range(self.random.randrange(0, 4)):
            self.add(f"if (t[{self.random.randrange(4)}]) t[{self.random.randrange(4)}]"
                     f" ? (void)(t[0] && (t[0]->next = t[{self.random.randrange(4)}])) : (void)0;")
        for _ in range(self.random.randrange(3, 9)):
            self.operation()

    def operation(self):
        n, v = self.number, self.value
        x, y, z = n(), n(), n()
        guard = f"if (t[{x}]) " if self.random.random() < 0.8 else ""
        lines = [
            f"{guard}r = r * 31 + t[{x}]->key;",
            f"{guard}r = r * 31 + t[{x}]->small;",
            f"{guard}t[{x}]->key = {v()};",
            f"{guard}t[{x}]->value = {v()};",
            f"{guard}t[{x}]->next = t[{y}];",
            f"{guard}if (t[{x}]->next) r = r * 7 + t[{x}]->next->value;",
            f"{guard}if (t[{x}]->next) t[{x}]->next->key = {v()};",
            f"{guard}r += t[{x}]->text[{y}];",
            f"{guard}t[{x}]->text[{y} + {z}] = {v()};",
            f"if (rows[{x}]) r = r * 31 + rows[{x}][{y}];",
            f"if (rows[{x}]) rows[{x}][{y}] = {v()};",
            f"rows[{x}] = rows[{y}];",
            f"t[{x}] = t[{y}];",
            f"if (t[{x}] == t[{y}]) r ^= 0x55;",
            f"if (t[{x}] != &frame) r += 3;",
            f"{guard}r += ((unsigned char *)t[{x}])[{y} * 9];",
            f"if (t[{x}] && t[{y}]) *t[{x}] = *t[{y}];",
            f"if (t[{x}] && t[{y}]) memcpy(t[{x}]->text, t[{y}], {self.random.randrange(1, 9)});",
            f"{{ struct node **pp = &t[{x}]; if (*pp) r += (*pp)->value + (pp[1] != 0); }}",
            f"{{ int *q = rows[{x}]; if (q) {{ q += {y}; r = r * 3 + *q; *q = {v()}; }} }}",
            f"{{ int *q = {x} & 1 ? rows[{y}] : &local[{z}]; if (q) r += *q; }}",
            f"{{ int *q = {x} & 1 ? rows[{y}] : &many[{z}]; if (q) *q = {v()}; }}",
            f"{guard}*(int *)&t[{x}]->value = {v()};",
            f"{guard}*(short *)(t[{x}]->text + 2 * ({y} & 1)) += {v()};",
            f"if ({x} == {self.random.randrange(4)} && t[{x}]) r += (unsigned long)t[{x}]->value * 5;",
        ]
        if self.random.random() < 0.1:
            k = self.random.randrange(4)
            lines = [f"if ({x} == {k} && t[{k}] && t[{k}] != &frame) {{ free(t[{k}]); t[{k}] = {self.pick('0', f't[{k}]')}; }}"]
        self.add(self.random.choice(lines))

    def text(self):
        return HEAD + "\n".join(self.lines) + "\n    return r;\n}\n"


def run(command, directory, seconds):
    try:
        return subprocess.run(list(map(str, command)), cwd=directory, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


def test(seed, build, flags_list):
    """(paths, text of differences, directory)"""
    directory = pathlib.Path(tempfile.mkdtemp(prefix="ramify-pointers-"))
    text = Program(seed).text()
    (directory / "native.c").write_text(text + NATIVE)
    done = run(["clang-19", "-w", "-O0", "-fsanitize=address", f"-I{build}/include", "native.c", "-o", "native"],
               directory, 120)
    if done is None or done.returncode:
        return 0, f"does not compile: {done and done.stderr.decode()}", directory
    done = run(["env", "ASAN_OPTIONS=detect_leaks=0", "./native"], directory, 120)
    if done is None or done.returncode:
        return 0, "", directory
    known = [tuple(map(int, line.split())) for line in done.stdout.decode().splitlines()]
    tables = (f"static const unsigned char ends[64] = {{{', '.join(str(good) for good, _ in known)}}};\n"
              f"static const unsigned long results[64] = {{{', '.join(f'{r}ul' for _, r in known)}}};\n")
    (directory / "program.c").write_text(text + tables + INSIDE)
    expected = sum(good for good, _ in known)
    differences, paths, errors = [], 0, None
    for number, flags in enumerate(flags_list):
        out = directory / f"out{number}"
        done = run([build / "bin/ramify", "--cflags=-O0 -w", "--max-time=100s", *flags.split(), f"--output-dir={out}",
                    "program.c"], directory, 200)
        if done is None or not (out / "summary.json").exists():
            differences.append(f"{flags}: no result {done and done.stderr.decode(errors='replace')[-1000:]}")
            continue
        summary = json.loads((out / "summary.json").read_text())
        if summary["status"] == "halted" and "time" in summary.get("reason", ""):
            continue
        paths += summary["paths"]["completed"]
        found = sorted((error["kind"], error["line"]) for error in summary["errors"])
        if summary["paths"]["completed"] != expected:
            differences.append(f"{flags}: {summary['paths']['completed']} inputs end well, natively {expected}")
        if any(kind == "assertion" for kind, _ in found):
            differences.append(f"{flags}: a wrong result: {found}")
        if errors is None:
            errors = found
        elif [line for _, line in found] != [line for _, line in errors]:
            differences.append(f"{flags}: errors {found}, with {flags_list[0]} {errors}")
    return paths, "\n".join(differences), directory


def main():
    parser = argparse.ArgumentParser(description="random programs with symbolic pointers, against native runs")
    parser.add_argument("--build", default="build")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--flags", action="append", help="options of one run; may be repeated")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    build = (ROOT / options.build).resolve()
    kept = build / "fuzz" / "pointers"
    programs = paths = failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.first, options.first + options.count)
        for seed, (count, text, directory) in pool.map(
                lambda each: (each, test(each, build, options.flags or FLAGS)), seeds):
            programs += 1
            paths += count
            if text:
                failed += 1
                print(f"seed {seed}: {text[:3000]}", flush=True)
                shutil.rmtree(kept / str(seed), ignore_errors=True)
                kept.mkdir(parents=True, exist_ok=True)
                shutil.move(directory, kept / str(seed))
            else:
                shutil.rmtree(directory)
    print(f"{programs} programs, {paths} paths, {failed} programs with differences")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
