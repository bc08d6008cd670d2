// Bitcode with damage in the middle never crashes the engine.
// MATRIX: no
// RUN: %clang -O1 -g -emit-llvm -c %s -o good.bc
// RUN: size=$(stat -c %s good.bc); for at in $(seq 100 97 $size); do cp good.bc bad.bc; printf '\377' | dd of=bad.bc bs=1 seek=$at conv=notrunc 2>/dev/null; timeout 20 %ramify --output-dir=out --max-time=2s --max-instructions=100000 bad.bc >/dev/null 2>&1; code=$?; rm -rf out; test $code -le 1 || { echo "byte $at: exit code $code"; exit 1; }; done
// TIME: 120
struct pair {
    int first, second;
};
static int sum(struct pair *pairs, int count)
{
    int result = 0;
    for (int i = 0; i < count; i++)
        result += pairs[i].first * pairs[i].second;
    return result;
}
int main(int count, char **words)
{
    struct pair pairs[3] = {{1, 2}, {3, count}, {5, 6}};
    return sum(pairs, 3) & 1;
}
