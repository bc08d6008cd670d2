#!/usr/bin/env python3
"""Random programs, all of whose inputs are enumerated natively, explored with random options.

    make fuzz-behaviours COUNT=2000        (or: tests/fuzz/behaviours.py --count 2000 --first 1)

See README.md here. The programs are those of statements.py, what is compared says explored.py. Program and options are a
function of the seed. A campaign that was stopped goes on where it was; what fails is reduced and kept in
build/fuzz/behaviours/SEED."""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import sys
import tempfile
import time

import explored
import native
import options as table_of_options
import reduce
import statements

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RUNS = 3


class Campaign:
    """What all programs share."""
    def __init__(self, build, cache, fixed=None):
        self.build, self.include, self.cache, self.fixed = build, build / "include", cache, fixed
        self.tools = build / "fuzz" / "tools"
        self.fulfil = [native.tool(self.tools, "fulfil.c"), native.tool(self.tools, "fulfil.c", "-DBITS=1024")]
        native.runner(self.tools)
        self.options = table_of_options.drawable()


class Attempt:
    """A program on disk, and how it ends natively."""
    def __init__(self, campaign, program, without=(), opened=()):
        self.campaign, self.program = campaign, program
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="ramify-behaviours-"))
        self.source = self.directory / "program.c"
        self.source.write_text(program.text(without, opened))
        self.inputs = program.inputs()
        self.endings = native.endings(self.source, self.inputs, self.directory, campaign.tools, campaign.include)
        self.runs = 0

    def has_errors(self):
        return any(ending.kinds for ending in self.endings)

    def explore(self, level, output_is_input, flags):
        self.runs += 1
        made = explored.bitcode(self.source, self.directory, self.campaign.include, level, output_is_input)
        return explored.explore(self.campaign.build, made, flags, self.inputs, self.endings, self.directory / f"out{self.runs}", self.campaign.fulfil,
                                not output_is_input)

    def close(self):
        shutil.rmtree(self.directory, ignore_errors=True)


def draw_runs(campaign, seed, has_errors):
    """[(level, output is input, flags)]; the optimiser may take away what is an error, and the C library's
    allocator knows no exact bounds"""
    draw = random.Random(seed * 7919 + 1)
    for number in range(RUNS):
        flags = table_of_options.draw(draw, campaign.options) if number else []
        output_is_input = draw.random() < 0.5
        level = draw.choice(["-O0", "-O0", "-O1", "-O2"])
        if draw.random() < 0.12:
            flags = [flag for flag in flags if flag != "--check-uninit=true"] + ["--optimize"]
        if has_errors:
            level = "-O0"
            flags = [flag for flag in flags if flag not in ("--optimize", "--malloc=libc")]
        if draw.random() < 0.85:
            flags.append("--emit-all-errors")
        flags.append(f"--cache={campaign.cache}" if draw.random() < 0.7 else "--cache=none")
        yield level, output_is_input, (campaign.fixed + ["--emit-all-errors", "--cache=none"] if campaign.fixed is not None else flags)


def keep(campaign, kept, attempt, run, outcome, seconds):
    """Reduces what fails and keeps it with its command line."""
    reduced = reduce.reduce(campaign, Attempt, attempt.program, run, outcome, seconds)
    level, output_is_input, flags = reduced.run
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    (kept / "whole.c").write_text(attempt.source.read_text())
    (kept / "program.c").write_text(attempt.program.text(reduced.without, reduced.opened))
    define = " -DOUTPUT_IS_INPUT" * output_is_input
    command = f"build/bin/ramify --cflags='{level} -w -fwrapv -Itests/fuzz{define}' {' '.join(flags)} {kept}/program.c"
    (kept / "found.md").write_text(
        f"{outcome.kind}\n\n    {command}\n\n{reduced.outcome.text}\n\nAs drawn: {' '.join(run[2])} {run[0]}{define}\n{outcome.text}\n"
        f"Reduced in {reduced.tries} tries.\n")
    return command, reduced.outcome.text


def test(campaign, seed, kept, seconds):
    """({status: runs}, paths, [reasons], text)"""
    statuses, paths, reasons, text = collections.Counter(), 0, [], ""
    attempt = None
    try:
        attempt = Attempt(campaign, statements.Program(seed))
        for run in draw_runs(campaign, seed, attempt.has_errors()):
            outcome = attempt.explore(*run)
            statuses[outcome.status] += 1
            paths += outcome.paths
            if outcome.reason:
                reasons.append(f"{outcome.status}: {outcome.reason}")
            if outcome.status in ("halted", "failed", "unknown"):
                note_not_compared(kept, seed, run, outcome)
            if outcome.text:
                command, reduced = keep(campaign, kept / str(seed), attempt, run, outcome, seconds)
                text += f"seed {seed} {outcome.kind}\n    {command}\n    {reduced}\n"
                break
    except native.CannotRun as why:
        statuses["skipped"] += 1
        reasons.append(f"skipped: {str(why)[:200]}")
    finally:
        if attempt:
            attempt.close()
    return statuses, paths, reasons, text


def note_not_compared(kept, seed, run, outcome):
    """No difference, but nothing to be silent of either."""
    with open(kept / "not-compared.txt", "a") as file:
        print(f"seed {seed}: {outcome.status}: {outcome.reason}: {run[0]} {'-DOUTPUT_IS_INPUT ' * run[1]}{' '.join(run[2])}", file=file)


class Record:
    """How far a campaign is, so that it can go on: seeds done, and what came of them."""
    def __init__(self, path, fresh):
        self.path = path
        self.done, self.statuses, self.reasons, self.paths, self.failed = set(), collections.Counter(), collections.Counter(), 0, []
        if path.exists() and not fresh:
            known = json.loads(path.read_text())
            self.done, self.failed, self.paths = set(known["done"]), known["failed"], known["paths"]
            self.statuses.update(known["statuses"])
            self.reasons.update(known["reasons"])

    def add(self, seed, statuses, paths, reasons, text):
        self.done.add(seed)
        self.statuses.update(statuses)
        self.reasons.update(reasons)
        self.paths += paths
        if text:
            self.failed.append(seed)
        partial = self.path.with_suffix(".new")
        partial.write_text(json.dumps({"done": sorted(self.done), "statuses": self.statuses, "reasons": self.reasons,
                                       "paths": self.paths, "failed": self.failed}))
        partial.rename(self.path)

    def text(self):
        runs = ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
        return f"{len(self.done)} programs, {self.paths} paths; runs: {runs}; {len(self.failed)} programs with differences"


def main():
    parser = argparse.ArgumentParser(description="programs whose inputs are all enumerated natively, explored with random options")
    parser.add_argument("--build", default="build")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kept", help="where failures and the state are; by default BUILD/fuzz/behaviours")
    parser.add_argument("--again", action="store_true", help="run again what is done")
    parser.add_argument("--reduce", type=int, default=60, help="seconds to reduce what fails")
    parser.add_argument("--flags", help="with these options only")
    options = parser.parse_args()
    build = (ROOT / options.build).resolve()
    kept = pathlib.Path(options.kept).resolve() if options.kept else build / "fuzz" / "behaviours"
    kept.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(build, kept / "cache", None if options.flags is None else options.flags.split())
    record = Record(kept / "state.json", options.again)
    seeds = [seed for seed in range(options.first, options.first + options.count) if options.again or seed not in record.done]
    start = time.time()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            tests = {pool.submit(test, campaign, seed, kept, options.reduce): seed for seed in seeds}
            for finished in concurrent.futures.as_completed(tests):
                result = finished.result()
                record.add(tests[finished], *result)
                if result[3]:
                    print(result[3], flush=True)
                if len(record.done) % 100 == 0:
                    print(f"{record.text()} ({time.time() - start:.0f} s)", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
    for reason, count in record.reasons.most_common(12):
        print(f"{count} × {reason}")
    print(record.text())
    print(f"{len(record.done) - len(record.failed)} passed, {len(record.failed)} failed")
    return bool(record.failed)


if __name__ == "__main__":
    sys.exit(main())
