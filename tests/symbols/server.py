# SPDX-License-Identifier: BSD-2-Clause
# server.py MODE LOG - an HTTP server on a free port of this machine, whose number is printed
#
# MODE: missing: has no file; silent: accepts connections and sends nothing; trickle: ten bytes a second; endless: a file
# without end; packed: the same, compressed; large: announces a file of 3 GB. LOG gets each request.
import socket
import sys
import threading
import time
import zlib

mode, log = sys.argv[1:]
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n"


def repeat(connection, piece, pause):
    while True:
        connection.sendall(piece)
        time.sleep(pause)


def answer(connection):
    question = connection.recv(65536).decode(errors="replace").split("\r\n")[0]
    with open(log, "a", encoding="utf-8") as f:
        f.write(question + "\n")
    if mode == "missing":
        connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        connection.close()
    elif mode == "silent":
        time.sleep(1000)
    elif mode == "trickle":
        connection.sendall(OK + b"\r\n")
        repeat(connection, b"x", 0.1)
    elif mode == "endless":
        connection.sendall(OK + b"\r\n")
        repeat(connection, bytes(4096), 0.001)
    elif mode == "packed":
        z = zlib.compressobj(9, zlib.DEFLATED, 31)
        connection.sendall(OK + b"Content-Encoding: gzip\r\n\r\n")
        while True:
            connection.sendall(z.compress(bytes(1 << 20)) + z.flush(zlib.Z_SYNC_FLUSH))
            time.sleep(0.01)
    elif mode == "large":
        connection.sendall(OK + b"Content-Length: 3221225472\r\n\r\n")
        repeat(connection, bytes(4096), 0.001)


def serve(connection):
    try:
        answer(connection)
    except OSError:
        pass


listening = socket.socket()
listening.bind(("127.0.0.1", 0))
listening.listen(50)
print(listening.getsockname()[1], flush=True)
while True:
    threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()
