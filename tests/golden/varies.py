"""What differs from run to run, from machine to machine or from compiler to compiler, and what stands for it."""

import re

VARIES = [(re.compile(pattern, re.M), stands_for) for pattern, stands_for in (
    (r"\b[0-9a-f]{64}\b", "HASH"),  # drawn seeds; digests of what holds the hash of a program
    (r'("hash": ")[0-9a-f]{12}"', r'\1HASH"'),  # holds that of a program
    (r"\b([a-z]+(?:-[a-z]+)*)-[0-9a-f]{16}-[0-9a-f]{16}\b", r"\1-VALUES"),
    (r' time="\d+\.\d{3}"', ' time="SECONDS"'),
    (r"-?\b\d+\.\d{7,}(?:e-\d+)?\b", lambda number: f"{round(float(number[0]), 6) + 0.0}"),
    (r"[+-](0(?:\.0)? ±)", r"\1"),
    (r"\b\d{4}-\d\d-\d\d\b", "DATE"),
    (r"^danno \d+\.\d+\.\d+$", "danno VERSION"),
    (r"^\d+/\d+ games +\d+ % .*\n", ""),  # how far a run was, when
    (r" in \d+\.\d+ s\b", " in TIME"),
    (r"(residual )[\d.e-]+", r"\1ROUNDING"),
    (r"(\d/\d+) +(?:\d+ ms|\d+\.\d s)  ", r"\1  TIME  "),  # an agent's CPU time, right of its places
    (r"(  places) +cpu  ", r"\1  cpu   "),
    (r"\b(?:\d+ of 5000|\d+\.\d of 10000) ms", "TIME"),
    (r'("(?:cpu_s|decisions_per_s|games_per_s)": )[^,\s]+', r"\1TIME"),
    (r"(none(?:: |&#58; ))descriptors .*?memory counted (?:by the kernel \(cgroup v\d\)|every \d+ ms)", r"\1LAYERS"),
    (r'("isolation_layers": \{)[^}]*', r"\1LAYERS"),
    (r"/usr/bin/python3[\d.]*(?:; your shell's is [\w./-]+)?", "PYTHON"),
    # danno check plays as many deals as two seconds allow.
    (r"(against \w+: ).* deals (\w+), Elo .*", r"\1SCORE % of N deals \2, Elo N"),
)]


def settled(text):
    for pattern, stands_for in VARIES:
        text = pattern.sub(stands_for, text)
    return text
