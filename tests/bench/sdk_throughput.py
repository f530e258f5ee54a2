"""Questions a second that an agent answers, with K of them in flight: sdk_throughput.py COMMAND…

Frames are made beforehand by hand, so that what is measured is the agent and the pipe.
"""

import os
import subprocess
import sys
import time


def frame(payload):
    assert len(payload) < 128
    return bytes((len(payload),)) + payload


def varint(value):
    return bytes((value,)) if value < 128 else bytes((value & 0x7F | 0x80, value >> 7))


def start(game):
    body = b"\x08" + varint(game) + b"\x12\x05koans\x20\x01\x28\x05\x32\x06123456\x40\x02"
    return frame(b"\x12" + frame(body))


def ask(game, seq):
    fields = b"\x1a\x03\x01\x01\x05\x22\x01\x07\x2a\x02\xfa\x01\x32\x01\x05\x3a\x01\x03"
    fields += b"\x42\x04\xe8\x07\xac\x02\x48\x03\x50\x96\x01"
    return frame(b"\x1a" + frame(b"\x08" + varint(game) + b"\x10" + varint(seq) + fields))


def read_frames(source, count):
    left = 0
    while count:
        data = os.read(source, 1 << 18)
        assert data, "the agent is gone"
        pos = 0
        while pos < len(data):
            if left == 0:
                left = data[pos]
                pos += 1
            step = min(left, len(data) - pos)
            left -= step
            pos += step
            count -= left == 0


def measure(command, in_flight, questions):
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
        sink, source = agent.stdin.fileno(), agent.stdout.fileno()
        os.write(sink, frame(b"\x0a\x02\x08\x01") + b"".join(start(g) for g in range(in_flight)))
        read_frames(source, 1)
        batches = [b"".join(ask(g, s) for g in range(in_flight)) for s in range(100)]
        begin = time.perf_counter()
        for round_ in range(questions // in_flight):
            os.write(sink, batches[round_ % 100])
            read_frames(source, in_flight)
        return questions // in_flight * in_flight / (time.perf_counter() - begin)


for in_flight in (1, 16, 64):
    print("%3d in flight: %8.0f questions/s" % (in_flight, measure(sys.argv[1:], in_flight, 100_000)))
