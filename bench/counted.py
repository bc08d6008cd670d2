"""Work counted in instructions of the processor, which a busy machine does not change."""
import re
import shutil
import subprocess

PERF = ["perf", "stat", "-x,", "-e", "instructions:u"], r"^(\d+),"
VALGRIND = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], r"I +refs: +([\d,]+)"


CALLGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"], r"Collected : (\d+)"


class Uncounted(Exception):
    pass


def counter():
    """perf, or valgrind where the machine does not count."""
    if shutil.which("perf"):
        tried = subprocess.run([*PERF[0], "true"], capture_output=True, text=True)
        if re.search(PERF[1], tried.stderr, re.M):
            return PERF
    return VALGRIND


def run_counter(counting, command, options):
    program, pattern = counting
    done = subprocess.run([*program, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          **options)
    found = re.findall(pattern, done.stderr, re.M)
    if found and done.returncode == 0:
        return sum(int(number.replace(",", "")) for number in found)  # valgrind: of each process
    raise Uncounted(f"instructions cannot be counted: {done.stderr[-300:]}")


def counted(command, **options):
    """Processor instructions in user mode."""
    return run_counter(counter(), command, options)


def counted_within(function, command, **options):
    """The same, of one function and what it calls: without what the clock decides about."""
    return run_counter(([*CALLGRIND[0], f"--toggle-collect={function}"], CALLGRIND[1]), command, options)


def without_lines(binaries, copy):
    """A copy of the engine, in the directory `copy`, that valgrind can load."""
    (copy / "bin").mkdir(parents=True, exist_ok=True)
    subprocess.run(["strip", "--strip-debug", "-o", copy / "bin/ramify", binaries / "ramify"], check=True)
    for name in ("lib", "include"):
        if not (copy / name).exists():
            (copy / name).symlink_to(binaries.parent / name)
    return copy / "bin/ramify"
