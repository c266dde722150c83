"""What lies on PATH: hands a call to the Python that is there for all of them (server.py), with its files, and ends as it did. It imports next to nothing."""
import posix
import sys
import time

import _socket

SOCKET, WORDS = sys.argv[1], sys.argv[2:]
START_SECONDS = 60


def connected():
    until = time.monotonic() + START_SECONDS
    while True:
        connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        try:
            connection.connect(SOCKET)
            return connection
        except OSError:  # it has not begun to listen
            if time.monotonic() > until:
                raise
            time.sleep(0.05)


def ask():
    connection = connected()
    umask = posix.umask(0o022)
    posix.umask(umask)
    environment = [key + b'=' + value for key, value in posix.environ.items()]
    words = [word.encode(errors='surrogateescape') for word in WORDS]
    text = b'\0'.join([posix.getcwdb(), b'%d' % umask, b'%d' % len(words), *words, *environment])
    files = b''.join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
    connection.sendmsg([len(text).to_bytes(8, 'big')], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, files)])
    connection.sendall(text)
    return connection.recv(1)


answer = ask()
posix._exit(answer[0] if answer else 70)
