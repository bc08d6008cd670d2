# figlet with a font of two letters' shapes in which the header's numbers and the
# ends of lines are symbolic, and with a control file and a text of a few bytes.
package=figlet
build() {
    make -j"$JOBS" CC="$CC" LD="$CC" CFLAGS="-g -std=gnu89 -D__BEGIN_DECLS= -D__END_DECLS= -Wno-deprecated-non-prototype" figlet
    cp figlet "$out/program"
}
options='--sym-file-from A.flf=$recipe/template.flf --sym-file-from B.flc=$recipe/template.flc --sym-stdin 5'
arguments='-d . -f A -C B --sym-args 0 2 3'
