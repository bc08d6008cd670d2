// Programs that carry nothing, or something broken: one clear line.
// MATRIX: no
// RUN: %clang %s -o plain && %exits 1 %ramify ./plain 2>&1 | %FileCheck %s --check-prefix=PLAIN
// PLAIN: ramify: ./plain carries no bitcode: build it with ramify-cc
// RUN: %ramify-cc %s -o program && %ramify --output-dir=out ./program
// RUN: size=$(wc -c <program); head -c $((size / 2)) program >half; %exits 1 %ramify ./half 2>&1 | %FileCheck %s --check-prefix=HALF
// HALF: ramify: ./half carries no bitcode
// RUN: printf '\177ELF' >tiny; %exits 1 %ramify ./tiny
// RUN: sed 's/main/MAIN/g' program >changed; %exits 1 %ramify ./changed 2>&1 | %FileCheck %s --check-prefix=CHANGED
// CHANGED: ramify: ./changed: the bitcode of {{.*}}broken.c in it is broken
// RUN: sed 's/RAMIFYBC/RAMIFYXX/g' program >unknown; %exits 1 %ramify ./unknown 2>&1 | %FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: ramify: ./unknown: the section .ramify_bc in it is broken
// RUN: %ramify-cc -m32 -c %s -o small.o 2>&1 | %FileCheck %s --check-prefix=SMALL
// SMALL: no bitcode for small.o: it is no ELF file of a 64-bit little-endian machine
int main(void) { return 0; }
