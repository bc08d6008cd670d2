// Making the C library: killed, twice at once, without room.
// MATRIX: no
// RUN: mkdir a && cd a && %S/build.sh %ramify killed
// RUN: mkdir b && cd b && %S/build.sh %ramify orphans
// RUN: mkdir c && cd c && %S/build.sh %ramify twice
// RUN: mkdir d && cd d && %S/build.sh %ramify nowhere
// RUN: mkdir e && cd e && %S/build.sh %ramify full
// RUN: mkdir f && cd f && %S/build.sh %ramify broken
//
// One line also where a run asks for it.
// RUN: XDG_CACHE_HOME=/dev/null %exits 1 %ramify --libc=musl %s 2>&1 | %FileCheck %s
// CHECK: libc: cannot make the C library: {{.*/dev/null.*}}
// CHECK-NOT: {{.}}
int main(void) { return 0; }
