"""One bit from one agent to another, by any channel.

channel.py receive NAME KEY         prints "ready PID", waits for a line, prints "open" if it arrived
channel.py send NAME KEY PID        sends, prints "sent", waits for a line

KEY is a number that no other test has. A channel is a class with prepare() and arrived() for the
receiver and send() for the sender; OSError and a missing call mean that nothing gets through.
"""
import ctypes
import errno
import fcntl
import os
import signal
import socket
import sys
import threading

KEY = int(sys.argv[3])
libc = ctypes.CDLL(None, use_errno=True)


class Channel:
    def prepare(self):
        pass


class Lock(Channel):
    def send(self, _):
        self.file = open("attacker")
        fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def arrived(self):
        try:
            fcntl.flock(open("attacker"), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False


class RecordLock(Lock):
    def send(self, _):
        self.file = open("attacker")
        fcntl.lockf(self.file, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def arrived(self):
        # struct flock of x86_64: type, whence, start, length, pid
        answer = fcntl.fcntl(open("attacker"), fcntl.F_GETLK, b"\1\0" + bytes(30))
        return answer[0] != fcntl.F_UNLCK


class Sign(Channel):
    def send(self, _):
        open("sign", "w").close()

    def arrived(self):
        return os.path.exists("sign")


class ModifyTime(Channel):
    def send(self, _):
        os.utime("attacker", (1, 1))

    def arrived(self):
        return os.stat("attacker").st_mtime == 1


class AccessTime(Channel):
    def prepare(self):
        self.before = os.stat("unread").st_atime_ns

    def send(self, _):
        open("unread").read()

    def arrived(self):
        return os.stat("unread").st_atime_ns != self.before


class AbstractSocket(Channel):
    def name(self):
        return f"\0danno-channel-{KEY}"

    def send(self, _):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(self.name())
        self.socket.listen()

    def arrived(self):
        socket.socket(socket.AF_UNIX).connect(self.name())
        return True


class Loopback(Channel):
    def send(self, _):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 20000 + KEY % 20000))

    def arrived(self):
        try:
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM).bind(("127.0.0.1", 20000 + KEY % 20000))
        except OSError as error:
            return error.errno == errno.EADDRINUSE
        return False


class MessageQueue(Channel):
    def send(self, _):
        libc.msgget(KEY, 0o1600)

    def arrived(self):
        queue = libc.msgget(KEY, 0)
        if queue >= 0:
            libc.msgctl(queue, 0, None)
        return queue >= 0


class SharedMemory(Channel):
    def name(self):
        return f"/dev/shm/danno-channel-{KEY}"

    def send(self, _):
        open(self.name(), "w").close()

    def arrived(self):
        os.unlink(self.name())
        return True


class Inotify(Channel):
    def prepare(self):
        self.file = libc.inotify_init1(os.O_NONBLOCK)
        libc.inotify_add_watch(self.file, b"attacker", 0x20)  # IN_OPEN

    def send(self, _):
        open("attacker").close()

    def arrived(self):
        return self.file >= 0 and len(os.read(self.file, 100)) > 0


class Futex(Channel):
    """A wake on a file that both map; the sender goes on until somebody was woken."""
    WAIT, WAKE, FUTEX = 0, 1, 202

    def share(self):
        libc.mmap.restype = ctypes.c_void_p
        file = os.open("attacker", os.O_RDONLY)
        self.word = ctypes.c_void_p(libc.mmap(None, ctypes.c_size_t(4096), 1, 1, file, ctypes.c_long(0)))

    def prepare(self):
        self.share()
        self.woken = False
        self.thread = threading.Thread(target=self.wait, daemon=True)
        self.thread.start()

    def wait(self):
        value = ctypes.c_int.from_address(self.word.value).value
        self.woken = libc.syscall(self.FUTEX, self.word, self.WAIT, value, None, None, 0) == 0

    def send(self, _):
        self.share()
        for _ in range(2000):
            if libc.syscall(self.FUTEX, self.word, self.WAKE, 1, None, None, 0) != 0:
                return
            os.sched_yield()

    def arrived(self):
        self.thread.join(0.2)
        return self.woken


class Signal(Channel):
    def prepare(self):
        self.seen = False
        signal.signal(signal.SIGURG, lambda *_: setattr(self, "seen", True))

    def send(self, pid):
        if pid != os.getpid():
            os.kill(pid, signal.SIGURG)

    def arrived(self):
        return self.seen


class Priority(Channel):
    """Of another process: with its number, if it is to be seen at all."""

    def prepare(self):
        self.before = os.getpriority(os.PRIO_PROCESS, 0)

    def send(self, pid):
        if pid != os.getpid():
            os.setpriority(os.PRIO_PROCESS, pid, 19)

    def arrived(self):
        return os.getpriority(os.PRIO_PROCESS, 0) != self.before


CHANNELS = {
    "lock": Lock, "record-lock": RecordLock, "sign": Sign, "modify-time": ModifyTime, "access-time": AccessTime,
    "abstract-socket": AbstractSocket, "loopback": Loopback, "message-queue": MessageQueue,
    "shared-memory": SharedMemory, "inotify": Inotify, "futex": Futex, "signal": Signal, "priority": Priority}


def attempt(action, *arguments):
    try:
        return action(*arguments)
    except OSError:
        return False


channel = CHANNELS[sys.argv[2]]()
if sys.argv[1] == "send":
    attempt(channel.send, int(sys.argv[4]))
    print("sent", flush=True)
    sys.stdin.readline()
else:
    attempt(channel.prepare)
    print("ready", os.getpid(), flush=True)
    sys.stdin.readline()
    print("open" if attempt(channel.arrived) else "closed", flush=True)
