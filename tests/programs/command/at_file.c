// A file whose name begins with @ is never a list of more words for clang, and one that begins with - is no option.
// MATRIX: no
// RUN: cp %s main.c && echo '-o stolen main.c' >@list.c && cp @list.c @list
// RUN: %exits 1 %ramify --output-dir=none @list.c 2>&1 | %FileCheck %s
// RUN: %ramify --output-dir=out main.c @list && %exits 2 %ramify replay @list.c out/test000001.ktest 2>&1 | %FileCheck %s
// CHECK: ramify: clang takes a name that begins with @ for a list of words: rename @list.c
// Arguments of the program are never clang's, and a directory may be called so.
// RUN: %ramify replay main.c out/test000001.ktest | grep 'exit code 2$'
// RUN: mkdir @dir && cp main.c @dir && %ramify --output-dir=out2 @dir/main.c 2>&1 | grep 'completed paths = 1' && %ramify replay @dir/main.c out2/test000001.ktest | grep same:
// RUN: test ! -e stolen
int main(int count, char **words)
{
    return count;
}
