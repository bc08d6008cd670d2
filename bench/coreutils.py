#!/usr/bin/env python3
"""Every program of coreutils 9.1 with KLEE's symbolic input, and what the tests
cover when they are replayed natively.

    bench/coreutils.py [BUILD] [--time S] [--klee S] [--more S] [--help-words S] [--jobs N] [--results DIR]
                       [--programs NAME ...]

Debian's source is built once into the cache by ramify-cc. Each run's figures
are a file in the results directory; programs that have one are not run again,
so that the campaign can be stopped and gone on with. The table is printed at
the end, or with --table alone.

With --klee each program is run again for so long, with the input that KLEE's
published experiment gave it and system calls that fail; with --more for so long
with up to four short words, and lists of sums for those that check them; with
--help-words for so long with one and with two of the words that the program's
--help says it takes, and with the environment variables that it names; and the
table has what the tests of all these runs cover together. --time 0 leaves the
first run out.

Seconds are of the processor, which a busy machine does not shorten.

Some of these programs remove files and kill processes when their tests are
replayed: `ramify coverage` shuts them in."""
import argparse
import concurrent.futures
import hashlib
import json
import math
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "ramify"
PROGRAMS = CACHE / "bench" / "coreutils"
COUNTING = "-g -fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation"
INPUT = "--sym-args 0 1 8 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8"
# of KLEE's experiment: the rule, and its exceptions
KLEE = "--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout"
KLEE_SPECIAL = {
    "dd": "--sym-args 0 3 10 --sym-files 1 8 --sym-stdin 8 --sym-stdout",
    "dircolors": "--sym-args 0 3 10 --sym-files 2 12 --sym-stdin 12 --sym-stdout",
    "echo": "--sym-args 0 4 300 --sym-files 2 30 --sym-stdin 30 --sym-stdout",
    "expr": "--sym-args 0 1 10 --sym-args 0 3 2 --sym-stdout",
    "mknod": "--sym-args 0 1 10 --sym-args 0 3 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout",
    "od": "--sym-args 0 3 10 --sym-files 2 12 --sym-stdin 12 --sym-stdout",
    "pathchk": "--sym-args 0 1 2 --sym-args 0 1 300 --sym-files 1 8 --sym-stdin 8 --sym-stdout",
    "printf": "--sym-args 0 3 10 --sym-files 2 12 --sym-stdin 12 --sym-stdout",
}
# ours: short words, where they say what to do and not options
WORDS = "--sym-args 1 4 3 --sym-files 2 8 --sym-stdin 8 --max-fail 1"
# programs that check lists of sums: by which name, and how Python calls it
SUMS = {"md5sum": ("MD5", "md5"), "sha1sum": ("SHA1", "sha1"), "sha224sum": ("SHA224", "sha224"),
        "sha256sum": ("SHA256", "sha256"), "sha384sum": ("SHA384", "sha384"), "sha512sum": ("SHA512", "sha512"),
        "b2sum": ("BLAKE2b", "blake2b"), "cksum": ("MD5", "md5")}
# made by the build, but not installed: tools of the build and of its tests
NOT_INSTALLED = {"blake2", "getlimits", "make-prime-list"}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", nargs="?", default=HERE.parent / "build", type=pathlib.Path)
    parser.add_argument("--programs", nargs="+", metavar="NAME", help="by default all")
    parser.add_argument("--time", type=float, default=60, help="seconds for each program")
    parser.add_argument("--klee", type=float, default=0, help="seconds for KLEE's input; by default none")
    parser.add_argument("--more", type=float, default=0, help="seconds for short words and lists of sums; by default none")
    parser.add_argument("--help-words", type=float, default=0, dest="help_words",
                        help="seconds for one and for two words of the program's --help; by default none")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=pathlib.Path, help="by default BUILD/coreutils")
    parser.add_argument("--flags", default="", help="more options for each run")
    parser.add_argument("--keep", action="store_true", help="keep the tests, beside the figures")
    parser.add_argument("--table", action="store_true", help="only print the table of what is there")
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.results = (options.results or options.build / "coreutils").resolve()
    return options


def build(tools):
    """Configured and built where no part of it is used before all is there."""
    if (PROGRAMS / "done").exists():
        return
    print("building coreutils, once; takes some minutes", flush=True)
    source = subprocess.run([HERE.parent / "tools/source", "coreutils"], capture_output=True, text=True, check=True)
    subprocess.run([HERE.parent / "tools/native-libc"], stdout=subprocess.DEVNULL, check=True)
    shutil.rmtree(PROGRAMS, ignore_errors=True)
    PROGRAMS.mkdir(parents=True)
    environment = dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}", FORCE_UNSAFE_CONFIGURE="1")
    with open(PROGRAMS / "log", "w") as log:
        for command in ([f"{source.stdout.strip()}/configure", "CC=ramify-cc", f"CFLAGS={COUNTING}", "--disable-nls",
                         "--disable-dependency-tracking"],
                        ["make", f"-j{os.cpu_count()}", "SUBDIRS=."]):
            if subprocess.run(command, cwd=PROGRAMS, env=environment, stdout=log, stderr=log).returncode:
                sys.exit(f"coreutils does not build: see {PROGRAMS}/log")
    (PROGRAMS / "done").touch()


def all_programs():
    return sorted(path.name for path in (PROGRAMS / "src").iterdir()
                  if path.is_file() and "." not in path.name and os.access(path, os.X_OK) and
                  path.name not in NOT_INSTALLED and path.read_bytes()[:4] == b"\x7fELF")


def explore(options, program, output, seconds, words):
    """What the run says of itself, and how long it really took."""
    def limited():
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(4 * seconds) + 120))

    command = [options.build / "bin/ramify", "--libc=musl", f"--max-time={8 * seconds + 60:g}s",
               "--only-output-states-covering-new", *options.flags.split(), f"--output-dir={output}", "--quiet",
               PROGRAMS / "src" / program, *words.split()]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", preexec_fn=limited,
                              timeout=20 * seconds + 240)
        code, said = done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        code, said = "endless", ""
    figures = {"program": program, "code": code, "wall": time.monotonic() - start, "said": said[-2000:]}
    try:
        figures["summary"] = json.loads((output / "summary.json").read_text())
    except (OSError, ValueError):
        figures["summary"] = None
    return figures


def coverage(options, program, directory, tests):
    """{source file: [lines, covered, branches, taken]} of these directories of tests, replayed."""
    done = subprocess.run([options.build / "bin/ramify", "coverage", "--max-time=2s", f"--output-dir={directory}",
                           PROGRAMS / "src" / program, *tests], capture_output=True, text=True, errors="replace")
    try:
        lcov = (directory / "coverage.info").read_text(errors="replace")
    except OSError:
        lcov = ""
    files, name = {}, None
    for line in lcov.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            name = value.split("/coreutils/")[-1]
            files[name] = [0, 0, 0, 0]
        elif key in ("LF", "LH", "BRF", "BRH"):
            files[name][("LF", "LH", "BRF", "BRH").index(key)] = int(value)
    return files, (done.stdout + done.stderr)[-2000:]


def sums(program, directory):
    """Input of a program that checks sums: a list of them, a byte of each line symbolic."""
    tag, name = SUMS[program]
    digest = hashlib.new(name, b"").hexdigest()
    lines = [f"{digest} ?/dev/null", f"?{digest[1:]}  A", f"{tag} (/dev/null?= {digest}", "?", ""]
    template = directory / "sums"
    template.write_text("\n".join(lines if program != "cksum" else lines[2:]))
    return f"-c --sym-arg 10 A --sym-file-from A={template}"


# what the program says of itself is said by another
HELP_OF = {"test": "["}
# what there is to name, inside and when tests are replayed: files, none, directories, a device, a link
OPERANDS = ["A", "B", "C", ".", "??", "-", "", "/etc", "/tmp", "/dev", "/dev/null", "/etc/mtab"]
# numbers of one, two and more words: primes, and products that are taken apart soon
NUMBERS = ["?", "???", "4294967297", "18446744073709551629", "1152924119326139754942673",
           "340282366920938463463374607431768211458", "1361129467683753853853498429727072845824"]
OPERANDS_OF = {"[": OPERANDS + ["]"], "factor": NUMBERS}


class Help:
    """What --help says can be written: options, with the values that are quoted
    below them or symbolic ones, operands NAME=VALUE, keywords, variables."""

    def __init__(self, program):
        self.said = subprocess.run([PROGRAMS / "src" / HELP_OF.get(program, program), "--help"], capture_output=True,
                                   text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=20).stdout
        self.words = {}  # of these True: no other name of it was before
        self.operands = {}  # NAME of NAME=VALUE: VALUE
        section, option = "", None
        for line in self.said.splitlines():
            entry = re.match(r" {1,6}(?!or:)(\S.*?)(?:  |$)", line)
            if line and not line.startswith(" "):
                section = line
            if entry:
                option = self.entry(entry[1], section)
            if option:
                self.add(*(f"{option}={value}" for value in re.findall(r"['‘`]([\w-]+)['’]", line)))

    def add(self, *words, first=True):
        for word in words:
            if word and " " not in word and not word.startswith("?") and len(word) < 40:
                self.words.setdefault(word, first)

    def entry(self, text, section):
        """The option whose values may be quoted in what follows, if it has any."""
        option, takes_value = None, "=" in text and "[=" not in text
        for number, part in enumerate(re.split(r", *(?=-)", text)):
            name, value = re.match(r"([^\s=]*[^\s=[]|)\[?(.*)", part).groups()
            if name.startswith("--") and "=" in value:
                option = name
                self.add(f"{name}=?", f"{name}=???", *[name] * (not takes_value), first=number == 0)
            elif name.startswith("-"):
                self.add(name, *[f"{name}??"] * (bool(value) or takes_value), first=number == 0)
            elif value.startswith("="):
                self.operands[name] = value[1:]
                self.add(f"{name}=?", f"{name}=???")
            elif not name.isupper():
                self.keywords([word.strip("[]*") for word in part.split(", ")], section)
        return option

    def keywords(self, keywords, section):
        """Words of their own, with or without a dash, or values of the operands that the section names."""
        of = [name for name, value in self.operands.items() if value and value.rstrip("S") in section.split()]
        for keyword in keywords:
            if keyword.startswith("-]"):
                self.add(keyword[2:], "-" + keyword[2:])
            elif of:
                self.add(*(f"{name}={keyword}" for name in of))
            else:
                self.add(keyword)

    def variables(self):
        """Of the environment."""
        return sorted({name for text in re.findall(r"((?:[A-Z_]{5,}(?:, | and )?)+)\s+environment\s+variable", self.said)
                       for name in re.findall("[A-Z_]{5,}", text)})


def help_runs(options, program, directory):
    """One and two such words, each before up to two operands; one and the variables."""
    said = Help(program)
    if not options.help_words:
        return []
    for name, words in (("words", said.words), ("pairs", [word for word, first in said.words.items() if first]),
                        ("operands", OPERANDS_OF.get(program, OPERANDS))):
        (directory / f"{name}.lines").write_text("".join(f"{word}\n" for word in words))
    operands = f"--sym-args-from 0 2 {directory}/operands.lines"
    rest = "--sym-files 2 8 --sym-stdin 8 --max-fail 1"
    runs = [("help-1", f"--sym-args-from 0 1 {directory}/words.lines {operands} {rest}"),
            ("help-2", f"--sym-args-from 2 2 {directory}/pairs.lines {operands} {rest}")]
    if said.variables():
        environment = " ".join(f"--sym-env {name} 8" for name in said.variables())
        runs.append(("help-env", f"--sym-args-from 0 1 {directory}/words.lines {operands} {environment} {rest}"))
    return [(name, options.help_words, words) for name, words in runs]


def inputs(options, program, directory):
    """(name, seconds, words) of the runs that are wanted."""
    klee = KLEE_SPECIAL.get(program, KLEE) + " --max-fail 1"
    every = [("first", options.time, INPUT), ("klee", options.klee, klee),
             ("words", options.more, WORDS), *help_runs(options, program, directory)]
    if program in SUMS:
        every.append(("list", options.more, sums(program, directory)))
    return [run for run in every if run[1]]


def measure(options, program):
    figures = {"program": program, "runs": {}, "time": options.time, "klee": options.klee, "more": options.more,
               "help_words": options.help_words}
    with tempfile.TemporaryDirectory(prefix="ramify-coreutils-", ignore_cleanup_errors=True,
                                     dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as name:
        directory = pathlib.Path(name)
        directory.chmod(0o755)
        tests = []
        for what, seconds, words in inputs(options, program, directory):
            run = explore(options, program, directory / what, seconds, words)
            tests += [directory / what] if (directory / what).is_dir() else []
            if what == "first":
                run["files"], run["replay"] = coverage(options, program, directory, tests)
            figures["runs"][what] = run
        figures["files"], figures["replay"] = coverage(options, program, directory, tests)
        if options.keep:
            for place in tests:
                shutil.copytree(place, options.results / f"{program}.{place.name}", dirs_exist_ok=True)
    partial = options.results / f".{program}.json"
    partial.write_text(json.dumps(figures, indent=1))
    partial.rename(options.results / f"{program}.json")
    return figures


def share(files, chosen, whole, part):
    """Percent of all the chosen files together; None if they have none."""
    total = sum(counts[whole] for name, counts in files.items() if chosen(name))
    return 100 * sum(counts[part] for name, counts in files.items() if chosen(name)) / total if total else None


def own(name):
    return name.startswith("src/") and name.endswith(".c")


def kinds_of_errors(figures):
    """How many places have an error of each kind, in any run."""
    places = {(error["kind"], error["file"], error["line"]) for run in figures["runs"].values()
              for error in (run["summary"] or {}).get("errors", [])}
    return {kind: sum(place[0] == kind for place in places) for kind in sorted({place[0] for place in places})}


def main_file(figures):
    """The file that is called as the program is, or all of its own if none is."""
    name = f"src/{figures['program']}.c"
    return name.__eq__ if name in figures["files"] else own


def row(figures):
    runs = figures["runs"]
    summaries = [run["summary"] or {} for run in runs.values()]

    def total(*keys):
        count = 0
        for summary in summaries:
            for key in keys:
                summary = summary.get(key, {})
            count += summary or 0
        return count

    kinds = kinds_of_errors(figures)
    unsupported = kinds.pop("unsupported", 0)
    failed = [f"{what} exit {run['code']}" for what, run in runs.items() if run["code"] != 0]
    files, first = figures["files"], runs.get("first", {}).get("files", {})
    percents = [share(first, own, 0, 1), share(files, own, 0, 1), share(files, main_file(figures), 0, 1),
                share(files, own, 2, 3), share(files, lambda name: True, 0, 1)]
    return [figures["program"] + (f" ({', '.join(failed)})" if failed else ""),
            f"{total('paths', 'completed') + total('paths', 'errors'):,}", total("tests"),
            ", ".join(f"{count} {kind}" for kind, count in kinds.items()) or "-", unsupported or "-",
            *("-" if percent is None else f"{percent:.1f}" for percent in percents),
            f"{total('instructions') / 1e6:.1f} M", f"{total('queries', 'solver'):,}",
            f"{sum(run['wall'] for run in runs.values()):.0f} s"]


HEADER = ["program", "paths", "tests", "errors", "unsupported", "first input, lines %", "all, lines %",
          "PROGRAM.c, lines %", "branches %", "with library, lines %", "instructions", "queries solved", "wall"]


def summarise(what, every):
    """A line about programs: for each a pair of its files and which of them count."""
    percents = [share(files, chosen, 0, 1) for files, chosen in every]
    percents = [percent for percent in percents if percent is not None]
    if not percents:
        return
    lines, covered = (sum(counts[which] for files, chosen in every for name, counts in files.items() if chosen(name))
                      for which in (0, 1))
    print(f"\n{len(percents)} programs, lines, {what}: median {statistics.median(percents):.1f} %, "
          f"mean {statistics.mean(percents):.1f} %, of all lines {100 * covered / max(lines, 1):.1f} %")


def table(results):
    every = [json.loads(path.read_text()) for path in sorted(results.glob("[!.]*.json"))]
    rows = [HEADER] + [list(map(str, row(figures))) for figures in every]
    widths = [max(len(line[column]) for line in rows) for column in range(len(HEADER))]
    for number, line in enumerate(rows):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    summarise("own files, first input", [(figures["runs"].get("first", {}).get("files", {}), own) for figures in every])
    summarise("own files", [(figures["files"], own) for figures in every])
    summarise("PROGRAM.c alone", [(figures["files"], main_file(figures)) for figures in every])
    summarise("with library", [(figures["files"], lambda name: True) for figures in every])


def main():
    options = arguments()
    options.results.mkdir(parents=True, exist_ok=True)
    if not options.table:
        build(options.build / "bin")
        wanted = [program for program in options.programs or all_programs()
                  if not (options.results / f"{program}.json").exists()]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for done in concurrent.futures.as_completed([pool.submit(measure, options, name) for name in wanted]):
                print(" ".join(map(str, row(done.result()))), flush=True)
    table(options.results)


if __name__ == "__main__":
    main()
