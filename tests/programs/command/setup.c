// Set-up: silent if nothing is missing, one line if it cannot install.
// MATRIX: no
// RUN: mkdir bin; cd bin; for name in dpkg-query apt-get apt-cache sudo id; do ln -s ../stub $name; done
// RUN: printf '#!/bin/sh\necho "$@" >>asked\neval "$(cat $(basename "$0").does)"\n' >stub; chmod +x stub
// RUN: echo 'echo ii' >dpkg-query.does; echo 'exit 1' | tee apt-cache.does sudo.does; echo 'echo 1000' >id.does
// RUN: echo 'echo E: there is no network >&2; exit 100' >apt-get.does
//
// RUN: PATH=$PWD/bin:$PATH %S/../../../tools/setup >said 2>&1 && test ! -s said
// RUN: echo 'exit 1' >dpkg-query.does
// RUN: PATH=$PWD/bin:$PATH %exits 1 %S/../../../tools/setup build 2>&1 | %FileCheck %s --check-prefix=NOBODY
// NOBODY: setup: missing packages; as root, run: apt-get install {{.*clang-19.*}}
// NOBODY-NOT: {{.}}
// RUN: echo 'echo 0' >id.does
// RUN: PATH=$PWD/bin:$PATH %exits 1 %S/../../../tools/setup build 2>&1 | %FileCheck %s --check-prefix=OFFLINE
// OFFLINE: setup: installing {{.*clang-19.*}}
// OFFLINE-NEXT: setup: could not install {{.*}}clang-19{{.*}}: there is no network
// OFFLINE-NOT: {{.}}
// RUN: echo 'echo apt talks' >apt-get.does
// RUN: PATH=$PWD/bin:$PATH %S/../../../tools/setup build 2>&1 | %FileCheck %s --check-prefix=ONLINE
// ONLINE: setup: installing {{.*clang-19.*}}
// ONLINE-NOT: apt talks
int main(void) { return 0; }
