#!/usr/bin/env python3
"""Writes a .ktest: ktest.py FILE ARGUMENT ... -- NAME:VALUE ...

A value is text, hexBYTES, or stat=MODE,SECONDS for the status of a file."""
import struct
import sys


def value(text):
    if text.startswith("hex"):
        return bytes.fromhex(text[3:])
    if text.startswith("stat="):
        mode, seconds = text[5:].split(",")
        return struct.pack("<QQQIIIIQqqqqqqqqqqqq", 1, 1, 1, int(mode, 8) | 0o100000, 0, 0, 0, 0, 4, 4096, 8,
                           int(seconds), 0, int(seconds), 0, int(seconds), 0, 0, 0, 0)
    return text.encode()


def part(data):
    return struct.pack(">I", len(data)) + data


words = sys.argv[2:]
at = words.index("--", len(words) - words[::-1].index("--") - 1)
arguments, objects = words[:at], [word.split(":", 1) for word in words[at + 1:]]
with open(sys.argv[1], "wb") as file:
    file.write(b"KTEST" + struct.pack(">II", 3, len(arguments)))
    for argument in arguments:
        file.write(part(argument.encode()))
    file.write(struct.pack(">III", 0, 0, len(objects)))
    for name, text in objects:
        file.write(part(name.encode()) + part(value(text)))
