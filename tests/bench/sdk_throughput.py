"""What an answer costs agents, in µs of their own CPU time: sdk_throughput.py 'COMMAND' 'COMMAND' …

Each COMMAND, one argument as a shell would read it, starts an agent. They take turns, so that
whatever else the machine does meets all of them; the least of several rounds counts. Frames are made
beforehand by hand, so that what is measured is the agent and its side of the pipe. "start" is the
CPU time in ms until it is ready, of the process and all that it was started through.
"""

import os
import resource
import shlex
import subprocess
import sys


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


def cpu_ns(process):
    """Of all threads."""
    total = 0
    for task in os.listdir("/proc/%d/task" % process.pid):
        with open("/proc/%d/task/%s/schedstat" % (process.pid, task), encoding="ascii") as file:
            total += int(file.read().split()[0])
    return total


def greet(agent, in_flight):
    hello = frame(b"\x0a\x02\x08\x01")
    os.write(agent.stdin.fileno(), hello + b"".join(start(g) for g in range(in_flight)))
    read_frames(agent.stdout.fileno(), 1)


def answering_us(command, in_flight, questions):
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
        sink, source = agent.stdin.fileno(), agent.stdout.fileno()
        greet(agent, in_flight)
        batches = [b"".join(ask(g, s) for g in range(in_flight)) for s in range(100)]
        begin = None
        rounds = questions // in_flight
        for round_ in range(-rounds // 5, rounds):
            if round_ == 0:
                begin = cpu_ns(agent)
            os.write(sink, batches[round_ % 100])
            read_frames(source, in_flight)
        used = cpu_ns(agent) - begin
        agent.stdin.close()
        return used / 1e3 / (rounds * in_flight)


def starting_ms(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as agent:
        greet(agent, 1)
        agent.stdin.close()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def least(measure, commands, rounds):
    """Of each command, by turns."""
    return [min(column) for column in zip(*([measure(c) for c in commands] for _ in range(rounds)))]


def main(arguments):
    commands = [shlex.split(argument) for argument in arguments]
    columns = [least(starting_ms, commands, 10)]
    for in_flight in (1, 16, 64):
        questions = 4000 * in_flight if in_flight < 16 else 64000
        columns.append(least(lambda c, k=in_flight, n=questions: answering_us(c, k, n), commands, 5))
    print("start ms  1 in flight     16     64   µs of CPU an answer")
    for row, argument in zip(zip(*columns), arguments):
        print("%8.1f  %11.2f  %5.2f  %5.2f   %s" % (*row, argument))


main(sys.argv[1:])
