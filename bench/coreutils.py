#!/usr/bin/env python3
"""Every program of coreutils 9.1 with KLEE's symbolic input, and what the tests
cover when they are replayed natively.

    bench/coreutils.py [BUILD] [--time S] [--jobs N] [--results DIR] [--programs NAME ...]

Debian's source is built once into the cache by ramify-cc. Each run's figures
are a file in the results directory; programs that have one are not run again,
so that the campaign can be stopped and gone on with. The table is printed at
the end, or with --table alone.

Some of these programs remove files and kill processes when their tests are
replayed: that happens in namespaces of their own, in an empty root, as an
ordinary user."""
import argparse
import concurrent.futures
import json
import os
import pathlib
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
INPUT = "--sym-args 0 1 8 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8".split()
# made by the build, but not installed: tools of the build and of its tests
NOT_INSTALLED = {"blake2", "getlimits", "make-prime-list"}

# A root with nothing in it but what is needed to run, read-only, and the files
# that there are inside the engine; $1 is where, $2 the directories, the rest the
# command. The tests are run below /home.
BOX = r"""
root=$1 directories=$2; shift 2
mount --make-rprivate / && mount -t tmpfs -o mode=755 box "$root" || exit 125
mkdir -m 1777 "$root/tmp" "$root/home" && mkdir "$root/dev" "$root/etc" "$root/proc" || exit 125
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp" && mount -t proc proc "$root/proc" || exit 125
printf 'root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/home:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\nuser:x:1000:\n' >"$root/etc/group"
ln -s /proc/self/mounts "$root/etc/mtab" || exit 125
mkdir "$root/dev/pts" && mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts" || exit 125
ln -s pts/ptmx "$root/dev/ptmx" || exit 125
for name in null zero full random urandom tty; do
    : >"$root/dev/$name" && mount --bind "/dev/$name" "$root/dev/$name" || exit 125
done
for directory in $directories; do
    if [ -L "$directory" ]; then
        cp -P "$directory" "$root$directory" || exit 125
    elif [ -d "$directory" ]; then
        mkdir -p "$root$directory" && mount --rbind "$directory" "$root$directory" &&
            mount -o remount,bind,ro "$root$directory" || exit 125
    fi
done
exec chroot $RAMIFY_BOX_USER "$root" "$@"
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", nargs="?", default=HERE.parent / "build", type=pathlib.Path)
    parser.add_argument("--programs", nargs="+", metavar="NAME", help="by default all")
    parser.add_argument("--time", type=float, default=60, help="seconds for each program")
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


def explore(options, program, directory):
    """What the run says of itself, and how long it really took."""
    command = [options.build / "bin/ramify", "--libc=musl", f"--max-time={options.time:g}s",
               "--only-output-states-covering-new", *options.flags.split(), f"--output-dir={directory}/tests", "--quiet",
               PROGRAMS / "src" / program, *INPUT]
    start = time.monotonic()
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=4 * options.time + 120)
        code, said = done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        code, said = "endless", ""
    figures = {"program": program, "code": code, "wall": time.monotonic() - start, "said": said[-2000:]}
    try:
        figures["summary"] = json.loads((directory / "tests/summary.json").read_text())
    except (OSError, ValueError):
        figures["summary"] = None
    return figures


def coverage(options, program, directory):
    """{source file: [lines, covered, branches, taken]} of the tests, replayed."""
    root = directory / "root"
    root.mkdir()
    unshare = ["unshare", "--mount", "--pid", "--fork", "--net", "--ipc", "--uts"]
    if os.geteuid():
        unshare.append("--map-root-user")
    seen = f"/usr /bin /sbin /lib /lib64 {options.build} {CACHE} {directory}/tests"
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TMPDIR": "/home", "RAMIFY_BOX_USER": "" if os.geteuid() else "--userspec=1000:1000"}
    done = subprocess.run([*unshare, "sh", "-c", BOX, "box", root, seen, "/bin/sh", "-c",
                           'mkdir /home/out; "$0" coverage --max-time=2s --output-dir=/home/out "$@" >&2; '
                           "cat /home/out/coverage.info",
                           options.build / "bin/ramify", PROGRAMS / "src" / program, directory / "tests"],
                          env=environment, capture_output=True, text=True, errors="replace")
    files, name = {}, None
    for line in done.stdout.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            name = value.split("/coreutils/")[-1]
            files[name] = [0, 0, 0, 0]
        elif key in ("LF", "LH", "BRF", "BRH"):
            files[name][("LF", "LH", "BRF", "BRH").index(key)] = int(value)
    return files, done.stderr[-2000:]


def measure(options, program):
    with tempfile.TemporaryDirectory(prefix="ramify-coreutils-", ignore_cleanup_errors=True,
                                     dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as name:
        directory = pathlib.Path(name)
        directory.chmod(0o755)
        figures = explore(options, program, directory)
        figures["files"], figures["replay"] = {}, ""
        if (directory / "tests").is_dir():
            figures["files"], figures["replay"] = coverage(options, program, directory)
            if options.keep:
                shutil.copytree(directory / "tests", options.results / f"{program}.tests", dirs_exist_ok=True)
    figures["time"] = options.time
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


def row(figures):
    files, summary = figures["files"], figures["summary"] or {}
    paths, queries = summary.get("paths", {}), summary.get("queries", {})
    kinds = {}
    for error in summary.get("errors", []):
        kinds[error["kind"]] = kinds.get(error["kind"], 0) + 1
    unsupported = kinds.pop("unsupported", 0)
    times = summary.get("time", {})
    total = times.get("total") or 1
    percents = [share(files, own, 0, 1), share(files, own, 2, 3), share(files, lambda name: True, 0, 1)]
    return [figures["program"] + ("" if figures["code"] == 0 else f" (exit {figures['code']})"),
            f"{paths.get('completed', 0) + paths.get('errors', 0):,}", summary.get("tests", 0),
            ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "-", unsupported or "-",
            *("-" if percent is None else f"{percent:.1f}" for percent in percents),
            f"{summary.get('instructions', 0) / 1e6:.1f} M", f"{queries.get('solver', 0):,}",
            f"{100 * times.get('solver', 0) / total:.0f}", f"{figures['wall']:.0f} s"]


HEADER = ["program", "paths", "tests", "errors", "unsupported", "lines %", "branches %", "with library, lines %",
          "instructions", "queries solved", "solver %", "wall"]


def table(results):
    every = [json.loads(path.read_text()) for path in sorted(results.glob("[!.]*.json"))]
    rows = [HEADER] + [list(map(str, row(figures))) for figures in every]
    widths = [max(len(line[column]) for line in rows) for column in range(len(HEADER))]
    for number, line in enumerate(rows):
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")
    for what, chosen in (("own files", own), ("with library", lambda name: True)):
        percents = [share(figures["files"], chosen, 0, 1) or 0 for figures in every]
        if percents:
            print(f"\n{len(percents)} programs, lines, {what}: median {statistics.median(percents):.1f} %, "
                  f"mean {statistics.mean(percents):.1f} %")


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
