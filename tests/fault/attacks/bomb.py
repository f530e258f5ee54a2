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


def page_tables():
    """A table of 4 KB for each byte that is read: a zero page of 2 MB has one, too."""
    area = mmap.mmap(-1, 100 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
    for place in range(0, len(area), 2 << 20):
        area[place]
    time.sleep(2)


def mappings():
    """Every second page is another mapping, and a fork copies all of them."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mprotect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    start = libc.mmap(None, ctypes.c_size_t(60000 * 4096), mmap.PROT_READ,
                      mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, ctypes.c_long(0))
    for page in range(0, 60000, 2):
        libc.mprotect(start + page * 4096, 4096, 0)
    for _ in range(20):
        if os.fork() == 0:
            time.sleep(1000)
    time.sleep(2)


def pipes():
    for _ in range(MANY):
        os.write(os.pipe()[1], b"x" * 4096)


globals()[sys.argv[1].replace("-", "_")]()
print("boom", flush=True)
os._exit(0)
