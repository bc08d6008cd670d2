#!/usr/bin/env python3
"""Start-up: a trivial program, over clang's own time. Aim: below 50 ms."""
import pathlib
import tempfile

from measure import BUILD, bitcode, explore, seconds, table

with tempfile.TemporaryDirectory() as directory:
    source = pathlib.Path(directory) / "trivial.c"
    source.write_text("int main(void) { return 0; }\n")
    program = bitcode(source, directory)
    clang = seconds(["clang-19", "-O0", "-g", "-emit-llvm", "-I", BUILD / "include", "-c", source, "-o",
                     program], repeat=10)
    from_source, _ = explore(source, repeat=10)
    from_bitcode, _ = explore(program, repeat=10)
table(["", "time"], [["clang -emit-llvm alone", f"{1000 * clang:.0f} ms"],
                     ["ramify trivial.c", f"{1000 * from_source:.0f} ms"],
                     ["ramify trivial.bc", f"{1000 * from_bitcode:.0f} ms"],
                     ["over clang", f"{1000 * (from_source - clang):.0f} ms"]])
