"""Runs a command on a terminal and prints what the terminal gets."""
import os
import pty
import sys

child, terminal = pty.fork()
if not child:
    os.execvp(sys.argv[1], sys.argv[1:])
try:
    while got := os.read(terminal, 65536):
        sys.stdout.buffer.write(got)
except OSError:  # how Linux says that the other side is closed
    pass
os.waitpid(child, 0)
