"""The key of a deal and its throws, after docs/fair-dice.md."""

import hashlib
import hmac
import struct


def chacha20_block(key, nonce, counter):
    """One 64-byte block; djb's original: 64-bit nonce, 64-bit counter."""
    rotate = lambda x, n: ((x << n) | (x >> (32 - n))) & 0xFFFFFFFF
    start = list(struct.unpack("<4I8I", b"expand 32-byte k" + key))
    start += struct.unpack("<4I", struct.pack("<Q", counter) + nonce)
    s = list(start)
    for _ in range(10):
        for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                           (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                s[x] = (s[x] + s[y]) & 0xFFFFFFFF
                s[z] = rotate(s[z] ^ s[x], n)
    return struct.pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(s, start)))


def deal_key(seed, rules, names, deal, seating=None, out=(), changed={}, rules_hash=""):
    fields = ["danno deal 2", rules, rules_hash, len(changed)]
    for name in sorted(changed):
        fields += [name, changed[name]]
    fields += [len(names)]
    for name in sorted(names, key=str.encode):
        fields += [name, "out" if name in out else "in"]
    fields += [deal] if seating is None else [deal, seating]
    message = b"".join(b"%d:%s," % (len(text), text) for text in (str(field).encode() for field in fields))
    return hmac.new(seed.encode(), message, hashlib.sha256).digest()


def throw(key, stream, turn, roll, dice):
    attempt = 0
    while True:
        block = chacha20_block(key, struct.pack("<2I", stream, attempt), (roll // 8) << 32 | turn)
        word = struct.unpack_from("<Q", block, 8 * (roll % 8))[0]
        if word < (2**64 - 1) // 6**6 * 6**6:
            return [word // 6**i % 6 for i in range(dice)]  # faces from 0
        attempt += 1
