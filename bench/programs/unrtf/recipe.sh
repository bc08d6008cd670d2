# unrtf on a short document of Rich Text Format: groups, control words with
# numbers, characters by their codes. The tables of its output are its own.
package=unrtf
build() {
    autoreconf --force --install
    ./configure CC="$CC" CFLAGS="-g -fcommon -Wno-implicit-function-declaration"
    make -j"$JOBS" -C src
    cp src/unrtf "$out/program"
    cp -r outputs charmaps "$out"
}
options='--mount $built/outputs:/outputs --sym-file-from A=$recipe/template.rtf'
arguments='--quiet -P /outputs --html A'
