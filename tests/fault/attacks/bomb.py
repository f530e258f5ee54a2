"""Bombs by name: each takes what it can get, bounded so that a broken sandbox costs little.

bomb.py NAME    prints "boom" only if nothing stopped it.
"""
import ctypes
import mmap
import os
import socket
import sys
import threading
import time

MANY = 400
BIG = 400 << 20
STEP = 4 << 20


def forks():
    for _ in range(MANY):
        if os.fork() == 0:
            time.sleep(1000)


def threads():
    def wait():
        time.sleep(1000)
    for _ in range(MANY):
        threading.Thread(target=wait, daemon=True).start()


def private():
    kept = []
    for _ in range(BIG // STEP):
        kept.append(b"x" * STEP)


def shared():
    area = mmap.mmap(-1, BIG)
    for _ in range(BIG // STEP):
        area.write(b"x" * STEP)


def memfd():
    files = []
    for _ in range(BIG // STEP):
        files.append(os.memfd_create("bomb"))
        os.write(files[-1], b"x" * STEP)


def children():
    for _ in range(8):
        if os.fork() == 0:
            kept = b"x" * (BIG // 8)
            time.sleep(1000)
            del kept
    time.sleep(2)


def sockets():
    for _ in range(16):
        if os.fork() == 0:
            kept = [end for _ in range(60) for end in socket.socketpair()]
            for end in kept:
                end.setblocking(False)
                try:
                    while True:
                        end.send(b"x" * STEP)
                except OSError:
                    pass
            time.sleep(1000)
    time.sleep(2)


def pipes():
    for _ in range(MANY):
        os.write(os.pipe()[1], b"x" * 4096)


globals()[sys.argv[1]]()
print("boom", flush=True)
os._exit(0)
