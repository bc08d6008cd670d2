"""Builds a program natively, with sanitizers, runs it on all its inputs and says how each ended."""
import collections
import hashlib
import pathlib
import re
import struct
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
CLANG = "clang-19"

# The same numbers as in native.c.
NOT_RUN, EXITED, ASSUMED, ASSERTED, ABORTED, TRAPPED, SANITIZED, FAULTED, SLOW = range(9)
RESULT = struct.Struct("<IiQQQ32s")

# kinds of the undefined behaviour sanitizer's checks, by their number in clang
TRAPS = {3: "division-by-zero", 20: "shift"}
SANITIZERS = {
    "heap-buffer-overflow": "out-of-bounds", "global-buffer-overflow": "out-of-bounds", "stack-buffer-overflow": "out-of-bounds",
    "stack-buffer-underflow": "out-of-bounds", "dynamic-stack-buffer-overflow": "out-of-bounds", "heap-use-after-free": "use-after-free",
    "stack-use-after-return": "use-after-return", "double-free": "double-free", "bad-free": "invalid-free",
    "memcpy-param-overlap": "overlap", "strcpy-param-overlap": "overlap", "strcat-param-overlap": "overlap", "strncpy-param-overlap": "overlap",
}

# kinds: the names of errors that the engine may give it; none: it exited with this code
Ending = collections.namedtuple("Ending", "kinds line code output text")


class CannotRun(Exception):
    pass


def run(command, seconds=60, **more):
    try:
        return subprocess.run(list(map(str, command)), capture_output=True, timeout=seconds, **more)
    except subprocess.TimeoutExpired:
        raise CannotRun(f"longer than {seconds} s: {command[0]}")


def must(command, **more):
    done = run(command, **more)
    if done.returncode:
        raise CannotRun(f"{' '.join(map(str, command))}: {done.returncode}\n{done.stderr.decode(errors='replace')[-1500:]}")
    return done.stdout


def tool(directory, source, *flags):
    """A C file beside this one, compiled once."""
    path = HERE / source
    words = [CLANG, "-O2", "-g", *flags]
    made = directory / f"{path.stem}-{hashlib.sha1(path.read_bytes() + repr(words).encode()).hexdigest()[:10]}"
    if not made.exists():
        directory.mkdir(parents=True, exist_ok=True)
        partial = made.with_suffix(".new")
        must([*words, "-o", partial, path, "-lm", "-ldl"])
        partial.rename(made)
    return made


def runner(directory):
    return tool(directory, "native.c", "-fsanitize=address", "-rdynamic", "-fno-omit-frame-pointer")


def lines_of(program, places):
    """{offset: line in program.c}"""
    if not places:
        return {}
    text = must(["llvm-symbolizer-19", f"--obj={program}", "--functions=none", "--no-inlines", *map(hex, places)]).decode()
    found = re.findall(r":(\d+):\d+\n", text)
    if len(found) != len(places):
        raise CannotRun(f"llvm-symbolizer: {text[:300]}")
    return dict(zip(places, map(int, found)))


def ending_of(record, lines):
    ending, code, place, output, address, what = record
    what = what.rstrip(b"\0").decode()
    line = lines.get(place)
    if ending == EXITED:
        return Ending((), None, code, output, "exit")
    if ending == ASSERTED:
        return Ending(("assert",), code, None, None, "assertion")
    if ending == ABORTED:
        return Ending(("abort",), line, None, None, "abort")
    if ending == TRAPPED and code in TRAPS:
        return Ending((TRAPS[code],), line, None, None, "trap")
    if ending == SANITIZED and what in SANITIZERS:
        return Ending((SANITIZERS[what],), line, None, None, what)
    if ending == FAULTED:
        return Ending(("null",) if address < 65536 else ("read-only", "out-of-bounds"), line, None, None, f"fault at {address:#x}")
    raise CannotRun(f"natively an ending that nobody expects: {ending} {code} {what} line {line}")


def endings(source, ranges_of_inputs, directory, tools, include):
    """One Ending for each input."""
    program = directory / "program.so"
    must([CLANG, "-w", "-O0", "-g1", "-fwrapv", "-fPIC", "-shared", "-fno-omit-frame-pointer", "-fsanitize=address",
          "-fsanitize=integer-divide-by-zero,shift-exponent", "-fsanitize-trap=undefined,integer-divide-by-zero,shift-exponent", "-fuse-ld=lld",
          "-mllvm", "-asan-memory-access-callback-prefix=native_", "-mllvm", "-asan-instrumentation-with-call-threshold=0",
          f"-I{include}", f"-I{HERE}", "-include", HERE / "native.h", source, "-o", program])
    inputs = ranges_of_inputs
    (directory / "inputs").write_bytes(struct.pack("<2I", len(inputs[0]), len(inputs)) + b"".join(inputs))
    results = directory / "results"
    must([runner(tools), program, directory / "inputs", results, 2])
    records = [RESULT.unpack_from(results.read_bytes(), 8 + i * RESULT.size) for i in range(len(inputs))]
    lines = lines_of(program, sorted({record[2] for record in records if record[2]}))
    return [ending_of(record, lines) for record in records]
