"""A client of a Yardmaster server in plain Python 3. It implements the protocol of docs/protocol.md.

The client shows that this page contains all that a client needs. It has no pool, no TLS and no retries.

    python3 docs/yardmaster_client.py 127.0.0.1 7100 [TOKEN]
"""

import os
import socket
import struct
import sys
import time


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def signed(field, value):
    return number(field, (value << 1 ^ value >> 63) & 0xFFFFFFFFFFFFFFFF)


def block(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def fields(message):
    """Returns the fields of a message: a map from each field's number to the list of its values."""
    found, at = {}, 0

    def read_varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        tag = read_varint()
        if tag & 7 == 0:
            value = read_varint()
        elif tag & 7 == 2:
            length = read_varint()
            value = message[at:at + length]
            at += length
        else:
            raise ValueError("wire type %d" % (tag & 7))
        found.setdefault(tag >> 3, []).append(value)
    return found


def key(table, identity):
    if isinstance(identity, int):
        return block(1, table) + signed(2, identity)
    return block(1, table) + block(3 if isinstance(identity, str) else 4, identity)


def values(messages):
    """Returns values as bytes; None for a key without a value."""
    return [fields(value).get(1, [None])[0] for value in messages]


def scan(start, end=None, limit=100, backward=False):
    """Returns a step that scans from one key, inclusive, to another, exclusive, or to the table's end."""
    message = block(1, start) + (block(2, end) if end else b"")
    return block(7, message + number(3, limit) + number(4, int(backward)))


def entries(messages):
    """Returns the entries that a scan has found: the ids of keys with their values."""
    found = []
    for message in map(fields, messages):
        if 1 in message:
            identity = message[1][0] >> 1 ^ -(message[1][0] & 1)
        else:
            identity = message[2][0].decode() if 2 in message else message[3][0]
        found.append((identity, message.get(4, [b""])[0]))
    return found


class Client:
    def __init__(self, host, port, token=""):
        self.socket = socket.create_connection((host, port), timeout=10)
        self.last_request = 0
        self.send(block(1, number(1, 1) + number(2, 1) + block(3, "python") + block(4, token)))
        frame = self.receive()
        if 4 in frame:
            raise RuntimeError(fields(frame[4][0])[1][0].decode())
        self.welcome = fields(frame[1][0])

    def send(self, frame):
        self.socket.sendall(struct.pack(">I", len(frame)) + frame)

    def receive(self):
        length = struct.unpack(">I", self.read(4))[0]
        return fields(self.read(length))

    def read(self, length):
        data = b""
        while len(data) < length:
            more = self.socket.recv(length - len(data))
            if not more:
                raise EOFError("the server has closed the connection")
            data += more
        return data

    def ask(self, body):
        """Sends a request, and returns the response: the number of its field, and its message."""
        self.last_request += 1
        self.send(block(2, number(1, self.last_request) + body))
        while True:
            for response in self.receive().get(2, []):
                response = fields(response)
                if response[1][0] == self.last_request:
                    kind = max(response)
                    return kind, fields(response[kind][0])

    def close(self):
        self.send(number(4, 1))
        self.socket.close()


COMMITTED, ABORTED, REJECTED, STATUS, VALUES, RESTART = 2, 3, 4, 6, 7, 8
ENTRIES = 10


def main(host, port, token=""):
    client = Client(host, int(port), token)
    print("version", client.welcome[1][0])

    # This is a one-shot transaction with reads, conditions and writes.
    account = key("account", "ada")
    add = block(3, block(1, account) + signed(4, 500))
    kind, committed = client.ask(block(2, block(1, account) + add))
    print("one-shot", kind == COMMITTED, values(committed[6]))
    need = block(2, block(1, account) + signed(4, 501))
    kind, aborted = client.ask(block(2, need + add))
    print("condition", kind == ABORTED, aborted[1][0].decode())

    # This is an interactive transaction. It has an id, so that the server keeps its outcome.
    created_ms = int(time.time() * 1000)
    identity = struct.pack(">Q", created_ms)[2:] + os.urandom(10)
    transaction = number(1, 1)
    client.ask(block(5, transaction + block(2, b"") + block(6, block(4, identity))))
    while True:
        kind, read = client.ask(block(5, transaction + block(2, block(1, account))))
        balance = struct.unpack(">q", values(read[1])[0])[0]
        put = block(1, block(1, account) + block(2, struct.pack(">q", balance - 20)))
        result = b"\x04" + struct.pack(">q", balance - 20)
        kind, message = client.ask(block(5, transaction + block(3, put + block(2, result))))
        if kind != RESTART:
            break
    print("interactive", kind == COMMITTED, balance - 20)

    # This scan returns the last two keys of a table.
    transaction = number(1, 2)
    for name in ("bob", "eve"):
        add = block(3, block(1, key("account", name)) + signed(4, 7))
        client.ask(block(2, add))
    kind, found = client.ask(
        block(5, transaction + scan(key("account", "a"), limit=2, backward=True)))
    print("scan", kind == ENTRIES, [name for name, value in entries(found.get(1, []))])
    client.ask(block(5, transaction + number(5, 1)))

    kind, status = client.ask(block(4, identity))
    kept = fields(status[2][0])[1][0]
    print("status", kind == STATUS, struct.unpack(">q", kept[1:])[0])

    kind, error = client.ask(block(3, block(1, "nobody")))
    print("unknown", kind == REJECTED, error[1][0].decode())
    client.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
