#!/usr/bin/env python3
"""Writes a C program that splits symbolic input into tokens as lexers made by
lex do: a table of character classes, and an automaton squeezed into the tables
base, check, next and otherwise, read through one another.

    lexer.py [--bytes 5] >lexer.c

The language is that of a calculator: keywords, names, numbers, operators,
strings, comments, blanks."""
import argparse
import string

KEYWORDS = ("define auto if else while for return quit break continue halt print length sqrt scale "
            "ibase obase last read limits warranty random").split()
OPERATORS = "+ ++ += - -- -= * *= / /= % %= ^ ^= = == < <= > >= ! != && || ( ) [ ] { } , ;".split()
BLANKS, LOWER, DIGITS = " \t\r", string.ascii_lowercase, string.digits


class Automaton:
    """Nondeterministic: moves[state] = [(set of bytes, target)]."""

    def __init__(self):
        self.moves, self.accepts = [[]], {}

    def state(self):
        self.moves.append([])
        return len(self.moves) - 1

    def move(self, source, characters, target=None):
        target = self.state() if target is None else target
        self.moves[source].append((frozenset(map(ord, characters)), target))
        return target

    def word(self, word, token):
        at = 0
        for character in word:
            at = self.move(at, character)
        self.accepts[at] = token


def language():
    nfa = Automaton()
    token = 1
    for word in KEYWORDS + OPERATORS:
        nfa.word(word, token)
        token += 1
    name = nfa.move(0, LOWER)
    nfa.move(name, LOWER + DIGITS + "_", name)
    nfa.accepts[name] = token
    number = nfa.move(0, DIGITS + "ABCDEF")
    nfa.move(number, DIGITS + "ABCDEF", number)
    nfa.accepts[number] = token + 1
    for start in (0, number):
        point = nfa.move(start, ".")
        fraction = nfa.move(point, DIGITS + "ABCDEF")
        nfa.move(fraction, DIGITS + "ABCDEF", fraction)
        nfa.accepts[fraction] = token + 1
    everything = [chr(c) for c in range(256)]
    text = nfa.move(0, '"')
    nfa.move(text, [c for c in everything if c not in '"\0'], text)
    nfa.accepts[nfa.move(text, '"')] = token + 2
    slash = nfa.move(0, "/")
    inside = nfa.move(slash, "*")
    nfa.move(inside, [c for c in everything if c not in "*\0"], inside)
    star = nfa.move(inside, "*")
    nfa.move(star, "*", star)
    nfa.move(star, [c for c in everything if c not in "*/\0"], inside)
    nfa.accepts[nfa.move(star, "/")] = token + 3
    blank = nfa.move(0, BLANKS)
    nfa.move(blank, BLANKS, blank)
    nfa.accepts[blank] = token + 4
    nfa.accepts[nfa.move(0, "\n")] = token + 5
    nfa.accepts[nfa.move(0, [c for c in everything if c != "\0"])] = 99
    return nfa


def determinise(nfa):
    """rows[state][byte] = state, 0 where the automaton stops; accept[state]."""
    numbers, order, rows, accept = {}, [None], [[0] * 256], [0]

    def number(states):
        if states not in numbers:
            numbers[states] = len(order)
            order.append(states)
            accept.append(min((nfa.accepts[s] for s in states if s in nfa.accepts), default=0))
        return numbers[states]

    number(frozenset([0]))
    while len(rows) < len(order):
        row = []
        for byte in range(256):
            targets = {target for state in order[len(rows)] for members, target in nfa.moves[state]
                       if byte in members}
            row.append(number(frozenset(targets)) if targets else 0)
        rows.append(row)
    return rows, accept


def squeeze(rows):
    """Classes of bytes, and the rows laid over one another, each holding only
    what its default row does not say."""
    columns = {}
    classes = [columns.setdefault(tuple(row[byte] for row in rows), len(columns)) for byte in range(256)]
    width = len(columns)
    narrow = [[column[state] for column in columns] for state in range(len(rows))]
    base, otherwise, check, following = [], [], [], []
    for state, row in enumerate(narrow):
        best = min(range(state), key=lambda other: sum(a != b for a, b in zip(row, narrow[other])), default=0)
        special = [c for c in range(width) if state == 0 or row[c] != narrow[best][c]]
        at = 0
        while any(at + c < len(check) and check[at + c] >= 0 for c in special):
            at += 1
        while len(check) < at + width:
            check.append(-1)
            following.append(0)
        for c in special:
            check[at + c], following[at + c] = state, row[c]
        base.append(at)
        otherwise.append(best)
    return classes, base, otherwise, [c if c >= 0 else len(rows) for c in check], following


def table(kind, name, values):
    lines, line = [], "   "
    for value in values:
        if len(line) > 90:
            lines.append(line)
            line = "   "
        line += f" {value},"
    return f"static const {kind} {name}[{len(values)}] = {{\n" + "\n".join(lines + [line]) + "\n};\n"


PROGRAM = """
/* The token at the front of the text, the longest there is, and where it ends. */
static unsigned token(const unsigned char *text, unsigned *end)
{
    unsigned state = 1, found = 0, at = *end;
    while (state) {
        if (accept[state]) {
            found = accept[state];
            *end = at;
        }
        unsigned class = classes[text[at++]];
        while (check[base[state] + class] != state)
            state = otherwise[state];
        state = next[base[state] + class];
    }
    return found;
}

int main(void)
{
    unsigned char text[BYTES + 1];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[BYTES] == 0);
    unsigned at = 0, tokens = 0;
    while (text[at]) {
        unsigned kind = token(text, &at);
        if (kind == 0)
            return 1;
        tokens += kind;
    }
    return tokens > 2;
}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bytes", type=int, default=5)
    options = parser.parse_args()
    rows, accept = determinise(language())
    classes, base, otherwise, check, following = squeeze(rows)
    print("/* Written by bench/arrays/lexer.py. */\n#include <klee/klee.h>\n")
    print(f"enum {{ BYTES = {options.bytes} }};\n")
    print(table("unsigned char", "classes", classes))
    print(table("unsigned char", "accept", accept))
    print(table("unsigned short", "base", base))
    print(table("unsigned short", "otherwise", otherwise))
    print(table("unsigned", "check", check))
    print(table("unsigned", "next", following) + PROGRAM, end="")


main()
