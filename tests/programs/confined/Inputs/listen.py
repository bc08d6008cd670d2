"""Listens at a socket of the machine while a command runs; @ in its words is the directory where the socket is.
Says so if anybody came."""
import os
import socket
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory(dir="/tmp") as place, socket.socket(socket.AF_UNIX) as listener:
    os.chmod(place, 0o755)
    listener.bind(f"{place}/socket")
    os.chmod(f"{place}/socket", 0o777)
    listener.listen()
    done = subprocess.run([word.replace("@", place) for word in sys.argv[1:]])
    listener.setblocking(False)
    try:
        listener.accept()
        print("ALLOWED: somebody came")
    except BlockingIOError:
        pass
sys.exit(done.returncode)
