"""Explores a program and compares what was found with how it ends natively on every input.

Every input must fulfil the constraints of exactly one path, and end natively as that path says: with the same error at the
same line, or well, with the same output. So no path is lost, none is made up, and none is true of one of its inputs only."""
import json
import re
import struct

import native

# as long as nothing is wrong, no program takes more than a second or two
SECONDS = 20

# an error of these kinds is not one of the program: the engine gave up, and the run is partial
GIVEN_UP = {"unsupported", "model", "external", "stack-overflow"}


class Path:
    def __init__(self, name, index, kind, line, code, output, early):
        self.name, self.index, self.kind, self.line = name, index, kind, line
        self.code, self.output, self.early = code, output, early
        self.inputs = None  # a bit for each


def bitcode(source, directory, include, level, output_is_input):
    made = directory / f"program{level}{'.out' if output_is_input else ''}.bc"
    if not made.exists():
        native.must([native.CLANG, "-w", level, "-g", "-fwrapv", "-fno-sanitize=all", "-emit-llvm", "-c", f"-I{include}", f"-I{native.HERE}",
                     *["-DOUTPUT_IS_INPUT"] * output_is_input, source, "-o", made])
    return made


def objects_of(ktest):
    """{name: bytes} of a .ktest file"""
    data, at = ktest.read_bytes(), 5

    def number():
        nonlocal at
        at += 4
        return struct.unpack(">I", data[at - 4:at])[0]

    def some():
        nonlocal at
        size = number()
        at += size
        return data[at - size:at]

    number()
    for _ in range(number()):
        some()
    at += 8
    return dict((some().decode(), some()) for _ in range(number()))


def path_of(ktest, places, printed):
    base = ktest.with_suffix("")
    kind = line = None
    for error in base.parent.glob(base.name + ".*.err"):
        text = error.read_text(errors="replace")
        kind = re.search(r"^Kind: (.*)$", text, re.M).group(1)
        line = int(re.search(r"^Line: (\d+)$", text, re.M).group(1))
    info = base.with_suffix(".info").read_text()
    code = re.search(r"^Exit code: (\d+)", info, re.M)
    out = base.with_suffix(".out")
    output = struct.unpack("<Q", out.read_bytes()[-8:])[0] if printed and out.exists() and out.stat().st_size >= 8 else None
    return Path(base.name, places.get(objects_of(ktest).get("in")), kind, line, int(code.group(1)) if code else None, output,
                base.with_suffix(".early").exists())


def fulfilled(paths, out, inputs, endings, fulfil):
    """Says (with the tools, the first for terms of usual width, the next for others) for each path which inputs fulfil its constraints; a text if it cannot be said of one."""
    records = b"".join(value + struct.pack("<Q", ending.output or 0) for value, ending in zip(inputs, endings))
    (out / "known").write_bytes(struct.pack("<3I", len(inputs[0]), 8, len(inputs)) + records)
    ask = lambda tool, some: native.must([tool, out / "known", *(out / f"{path.name}.kquery" for path in some)]).decode().splitlines()
    unknown = paths
    for tool in fulfil:
        answers = list(zip(unknown, ask(tool, unknown)))
        for path, answer in answers:
            path.inputs = None if answer.startswith("?") else int(answer[::-1], 16)
        unknown = [path for path, answer in answers if answer.startswith("?")]
        if not unknown:
            return None
    return next(f"{path.name}: {answer}" for path, answer in answers if answer.startswith("?"))


def bits(number):
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def describe(ending):
    return f"{'/'.join(ending.kinds)} at line {ending.line} ({ending.text})" if ending.kinds else f"exit code {ending.code}, output {ending.output:#x}"


def says(path):
    return f"{path.kind} at line {path.line}" if path.kind else f"exit code {path.code}"


def differs(path, ending, exactly):
    """How one path is not what an input of it shows natively; exactly: it is the input of the test."""
    if path.kind:
        if path.kind not in ending.kinds:
            return "false error" if not ending.kinds else "another kind"
        return None if path.line == ending.line else "another line"
    if ending.kinds:
        return "lost error"
    if exactly and path.code is not None and path.code != ending.code:
        return "exit code"
    if exactly and path.output is not None and path.output != ending.output:
        return "output"
    return None


class Outcome:
    """text: the difference, empty if there is none; kind: its first words, the same for the same fault, it is hoped"""
    def __init__(self, status, kind="", text="", paths=0, reason=""):
        self.status, self.kind, self.text, self.paths, self.reason = status, kind, text, paths, reason


def compare(paths, inputs, endings, summary, all_errors):
    """(kind, text) of the first difference, or None"""
    name = lambda i: f"input {' '.join(map(str, inputs[i]))}: natively {describe(endings[i])}"
    reached, finished = 0, summary["status"] == "finished"
    for path in paths:
        if path.kind in GIVEN_UP or path.early:
            reached |= path.inputs or 0
            continue
        if path.index is None:
            return "input", f"{path.name}: its input is none of those that are assumed"
        kind = differs(path, endings[path.index], True)
        if kind:
            return kind, f"{path.name} {says(path)}, output {path.output and hex(path.output)}; {name(path.index)}"
        if path.inputs is None:
            continue
        if reached & path.inputs:
            return "twice", f"{path.name}: on two paths: {name(next(bits(reached & path.inputs)))}"
        reached |= path.inputs
        if not path.inputs >> path.index & 1 and finished:
            return "constraints", f"{path.name}: its own input does not fulfil its constraints (or has another output): {name(path.index)}"
        for i in bits(path.inputs):
            kind = differs(path, endings[i], False)
            if kind:
                return kind, f"{path.name} {says(path)}; the path contains {name(i)}"
    if not finished or any(path.inputs is None for path in paths):
        return None
    reported = {(error["kind"], error["line"]) for error in summary["errors"]}
    for i in bits(~reached & (1 << len(inputs)) - 1):
        if all_errors or not any((kind, endings[i].line) in reported for kind in endings[i].kinds):
            return ("lost error" if endings[i].kinds else "lost path"), f"on no path: {name(i)}"
    return None


def explore(build, program, flags, inputs, endings, out, fulfil, printed):
    """printed: each path prints its output"""
    # no native.run: a slow one is data
    command = [build / "bin/ramify", *flags, "--quiet", f"--max-time={SECONDS}s", "--max-solver-time=10s",
               "--write-kqueries", "--write-test-info", f"--output-dir={out}", program]
    try:
        done = native.run(command, 4 * SECONDS)
    except native.CannotRun as why:
        return Outcome("failed", reason=str(why))
    if not (out / "summary.json").exists() or done.returncode:
        return Outcome("failed", "crash", f"exit code {done.returncode}: {done.stderr.decode(errors='replace')[-800:]}")
    summary = json.loads((out / "summary.json").read_text())
    places = {value: i for i, value in enumerate(inputs)}
    paths = [path_of(ktest, places, printed) for ktest in sorted(out.glob("*.ktest"))]
    unknown = fulfilled(paths, out, inputs, endings, fulfil)
    found = compare(paths, inputs, endings, summary, "--emit-all-errors" in flags)
    if found:
        return Outcome("different", *found, len(paths))
    if summary["status"] == "finished" and unknown:
        return Outcome("unknown", paths=len(paths), reason=unknown)
    reason = summary["reason"] if summary["status"] == "halted" else "; ".join(sorted({each["why"] for each in summary["partial"]}))
    return Outcome(summary["status"], paths=len(paths), reason=reason)
