// Stopped between the native object and its bitcode, as make does at Ctrl-C: no object is left that looks finished.
// The second run of the compiler, the one for bitcode, waits for ever.
// MATRIX: no
// RUN: printf '#!/bin/bash\ncase " $* " in *" -emit-llvm "*) touch waits; exec sleep 1000000 ;; esac\nexec clang-19 "$@"\n' >compiler; chmod +x compiler
// RUN: RAMIFY_CC_CLANG=$PWD/compiler env --default-signal=TERM %ramify-cc -c %s -o object.o & cc=$!; until [ -e waits ]; do sleep 0.02; done; ls object.o && kill $cc; wait $cc; [ $? = 143 ] && [ ! -e object.o ]
// RUN: %ramify-cc -c %s -o object.o && ls object.o
int main(void)
{
    return 0;
}
