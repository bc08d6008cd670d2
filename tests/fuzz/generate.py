"""Random C programs with symbolic inputs, without undefined behaviour, that
print the way they went: each branch leaves a letter in a trace, and the values
go into a checksum. What is printed thus names the path."""
import random

HEAD = """#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

struct record {
    unsigned char tag;
    signed short number;
    unsigned field : 5, rest : 11;
    unsigned words[4];
};

static char trace[400];
static int traced;
static void went(int letter)
{
    if (traced < (int)sizeof trace - 1)
        trace[traced++] = (char)('A' + letter % 26);
}

static unsigned table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
static signed char small[4];
static struct record records[2];
static unsigned g0, g1, g2;
"""

TAIL = """    unsigned checksum = g0 ^ (g1 << 3) ^ (g2 >> 2);
    for (int i = 0; i < 8; i++)
        checksum = checksum * 31 + table[i];
    for (int i = 0; i < 2; i++)
        checksum = checksum * 33 + records[i].tag + records[i].field + records[i].words[1];
    trace[traced] = 0;
    printf("%s %u\\n", trace, checksum);
    return (int)(checksum & 63);
}
"""


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.letters = 0
        self.loops = 0

    def choose(self, *options):
        return self.random.choice(options)

    def variable(self):
        return self.choose("g0", "g1", "g2", "table[%d]" % self.random.randrange(8),
                           "records[%d].words[%d]" % (self.random.randrange(2), self.random.randrange(4)))

    def place(self):
        """Something to assign to, of any integer type."""
        return self.choose(self.variable(), self.variable(), "records[%d].tag" % self.random.randrange(2),
                           "records[%d].number" % self.random.randrange(2),
                           "records[%d].field" % self.random.randrange(2), "small[%d]" % self.random.randrange(4),
                           "table[(%s) & 7]" % self.value(1))

    def value(self, depth):
        """Of type unsigned."""
        if depth <= 0:
            return self.choose(self.variable(), self.variable(), "(unsigned)in[%d]" % self.random.randrange(4),
                               "(unsigned)wide", "(unsigned)(int)narrow", "%uu" % self.random.randrange(256),
                               "%uu" % self.random.getrandbits(32), "(unsigned)(int)small[%d]" % self.random.randrange(4),
                               "(unsigned)records[%d].field" % self.random.randrange(2))
        left, right = self.value(depth - 1), self.value(depth - 1)
        return self.choose(f"({left} + {right})", f"({left} - {right})", f"({left} * {right})", f"({left} & {right})",
                           f"({left} | {right})", f"({left} ^ {right})", f"({left} / ({right} | 1))",
                           f"({left} % ({right} | 3))", f"({left} << ({right} & 15))", f"({left} >> ({right} & 31))",
                           f"(unsigned)((int){left} >> ({right} & 7))", f"(unsigned)(short){left}",
                           f"(unsigned)({self.condition(depth - 1)})", f"table[{left} & 7]",
                           f"({self.condition(depth - 1)} ? {left} : {right})", f"~{left}")

    def condition(self, depth):
        left, right = self.value(depth), self.value(depth)
        operator = self.choose("==", "!=", "<", "<=", ">", ">=")
        return self.choose(f"({left} {operator} {right})", f"((int){left} {operator} (int){right})",
                           f"({left} & {1 << self.random.randrange(8)})",
                           f"((signed char){left} {operator} (signed char){right})")

    def letter(self):
        self.letters += 1
        return f"went({self.letters});"

    def block(self, depth, indent):
        return "".join(self.statement(depth, indent) for _ in range(self.random.randrange(1, 4)))

    def statement(self, depth, indent):
        pad = "    " * indent
        kind = self.random.random()
        if depth <= 0 or kind < 0.45:
            return self.choose(
                f"{pad}{self.place()} = {self.value(2)};\n",
                f"{pad}{self.variable()} {self.choose('+=', '-=', '^=', '*=')} {self.value(1)};\n",
                f"{pad}memcpy(&records[{self.random.randrange(2)}].words[0], &table[{self.random.randrange(4)}], 12);\n",
                f"{pad}{{ unsigned *to = {self.condition(0)} ? &g0 : &table[{self.random.randrange(8)}]; *to = {self.value(1)}; }}\n")
        if kind < 0.75:
            return (f"{pad}if ({self.condition(1)}) {{\n{pad}    {self.letter()}\n{self.block(depth - 1, indent + 1)}"
                    f"{pad}}} else {{\n{pad}    {self.letter()}\n{self.block(depth - 1, indent + 1)}{pad}}}\n")
        self.loops += 1
        if kind < 0.87:
            cases = "".join(f"{pad}case {case}:\n{pad}    {self.letter()}\n{self.block(depth - 1, indent + 1)}"
                            f"{pad}    {self.choose('break;', 'break;', '/* on */')}\n" for case in range(3))
            return f"{pad}switch ({self.value(1)} & 3) {{\n{cases}{pad}default:\n{pad}    {self.letter()}\n{pad}}}\n"
        counter = f"i{self.loops}"
        return (f"{pad}for (unsigned {counter} = 0; {counter} < ({self.value(0)} & 3); {counter}++) {{\n"
                f"{pad}    {self.letter()}\n{self.block(depth - 1, indent + 1)}{pad}}}\n")

    def program(self):
        body = "".join(self.statement(3, 1) for _ in range(self.random.randrange(3, 8)))
        return (HEAD + "\nint main(void)\n{\n    unsigned char in[4];\n    int wide;\n    short narrow;\n"
                '    klee_make_symbolic(in, sizeof in, "in");\n    klee_make_symbolic(&wide, sizeof wide, "wide");\n'
                '    klee_make_symbolic(&narrow, sizeof narrow, "narrow");\n' + body + TAIL)


def program(seed):
    return Generator(seed).program()
