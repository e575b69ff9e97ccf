#!/usr/bin/env python3
"""Connects hosts, which are network namespaces, by wires with a delay, until it is ended.

    wires.py PREFIX COUNT DELAY

Makes the namespaces PREFIX1 to PREFIXCOUNT with the addresses 10.83.0.1 and so on; a packet
takes DELAY milliseconds from one to another. Prints "ready". Needs root and /dev/net/tun;
kernels without netem have that, too.
"""

import fcntl
import heapq
import os
import selectors
import signal
import struct
import subprocess
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI = 1, 0x1000


def ip(*arguments):
    subprocess.run(["ip", *arguments], check=True)


def make_host(prefix, number):
    """A host; its end of the wire."""
    name = f"{prefix}{number}"
    ip("netns", "add", name)
    wire = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(wire, TUNSETIFF, struct.pack("16sH22x", name.encode(), IFF_TUN | IFF_NO_PI))
    ip("link", "set", name, "netns", name)
    ip("-n", name, "addr", "add", f"10.83.0.{number}/24", "dev", name)
    for link in ("lo", name):
        ip("-n", name, "link", "set", link, "up")
    return wire


def carry(wires, delay):
    """Takes each packet to the host of its address, `delay` seconds later."""
    ready = selectors.DefaultSelector()
    for wire in wires.values():
        ready.register(wire, selectors.EVENT_READ)
    under_way, count = [], 0
    while True:
        wait = under_way[0][0] - time.monotonic() if under_way else None
        for key, _ in ready.select(max(wait, 0) if under_way else None):
            packet = os.read(key.fd, 65536)
            # Version 4, and the last byte of the destination.
            if packet[0] >> 4 == 4 and packet[19] in wires:
                count += 1
                heapq.heappush(under_way, (time.monotonic() + delay, count, packet))
        while under_way and under_way[0][0] <= time.monotonic():
            packet = heapq.heappop(under_way)[2]
            try:
                os.write(wires[packet[19]], packet)
            except OSError:
                pass  # As wires do, it loses what the host cannot take.


def main():
    prefix, count, delay = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]) / 1e3
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    hosts = range(1, count + 1)
    try:
        wires = {number: make_host(prefix, number) for number in hosts}
        print("ready", flush=True)
        carry(wires, delay)
    finally:
        for number in hosts:
            subprocess.run(["ip", "netns", "delete", f"{prefix}{number}"],
                           stderr=subprocess.DEVNULL, check=False)


main()
