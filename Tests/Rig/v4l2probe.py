#!/usr/bin/python3
"""Reads frames from a camera with nothing but system calls, and prints what a program sees of each.

  v4l2probe.py DEVICE WIDTHxHEIGHT FOURCC COUNT [-t SECONDS] [--blocking] [REFERENCE…]

One line per frame: time, sequence, bytes, flags, for MJPG whether start and end markers are there, and the name of
the REFERENCE file it is byte for byte equal to. Exit 3: a call failed, 4: no frame for SECONDS (default 2), both
after a line that says so.
"""
import argparse
import errno
import fcntl
import hashlib
import mmap
import os
import select
import struct
import sys
import time


def both_ways(number, size):
    return 0xC0000000 | size << 16 | ord("V") << 8 | number


def to_kernel(number, size):
    return 0x40000000 | size << 16 | ord("V") << 8 | number


S_FMT, REQBUFS, QUERYBUF = both_ways(5, 208), both_ways(8, 20), both_ways(9, 88)
QBUF, DQBUF = both_ways(15, 88), both_ways(17, 88)
STREAMON, STREAMOFF = to_kernel(18, 4), to_kernel(19, 4)
VIDEO_CAPTURE, MEMORY_MMAP, FLAG_ERROR = 1, 1, 0x40


class Failure(Exception):
    """A call that failed, with what it said."""

    def __init__(self, call, error):
        super().__init__("%s: %s (%s)" % (call, errno.errorcode.get(error.errno), error.strerror))


def call(name, function, *arguments):
    try:
        return function(*arguments)
    except OSError as error:
        raise Failure(name, error) from error


def buffer(index=0):
    b = bytearray(88)
    struct.pack_into("<II", b, 0, index, VIDEO_CAPTURE)
    struct.pack_into("<I", b, 60, MEMORY_MMAP)
    return b


class Probe:
    def __init__(self, options):
        self.blocking = options.blocking
        self.limit = options.time
        self.compressed = options.fourcc in ("MJPG", "JPEG")
        self.references = {}
        for path in options.references:
            with open(path, "rb") as f:
                self.references[hashlib.sha1(f.read()).digest()] = os.path.basename(path)
        self.fd = call("open", os.open, options.device, os.O_RDWR | (0 if self.blocking else os.O_NONBLOCK))
        width, height = map(int, options.size.split("x"))
        wanted = bytearray(208)
        struct.pack_into("<I4xII4sI", wanted, 0, VIDEO_CAPTURE, width, height, options.fourcc.encode(), 1)
        call("S_FMT", fcntl.ioctl, self.fd, S_FMT, wanted)
        self.maps = self.map_buffers()
        call("STREAMON", fcntl.ioctl, self.fd, STREAMON, struct.pack("<i", VIDEO_CAPTURE))
        self.began = time.monotonic()

    def map_buffers(self):
        request = bytearray(struct.pack("<IIIII", 4, VIDEO_CAPTURE, MEMORY_MMAP, 0, 0))
        call("REQBUFS", fcntl.ioctl, self.fd, REQBUFS, request)
        maps = []
        for index in range(struct.unpack_from("<I", request)[0]):
            b = buffer(index)
            call("QUERYBUF", fcntl.ioctl, self.fd, QUERYBUF, b)
            offset, _, length = struct.unpack_from("<III", b, 64)
            maps.append(mmap.mmap(self.fd, length, mmap.MAP_SHARED, mmap.PROT_READ, offset=offset))
            call("QBUF", fcntl.ioctl, self.fd, QBUF, b)
        return maps

    def frames(self, count):
        poll = select.poll()
        poll.register(self.fd, select.POLLIN | select.POLLPRI)
        for _ in range(count):
            ready = [(self.fd, 0)] if self.blocking else poll.poll(self.limit * 1000)
            if not ready:
                print("poll: no frame for %g s" % self.limit, flush=True)
                return 4
            b = buffer()
            call("t=%.2f revents=%#x DQBUF" % (time.monotonic() - self.began, ready[0][1]),
                 fcntl.ioctl, self.fd, DQBUF, b)
            print(self.describe(b), flush=True)
            call("QBUF", fcntl.ioctl, self.fd, QBUF, b)
        return 0

    def describe(self, b):
        index, _, used, flags = struct.unpack_from("<IIII", b)
        data = self.maps[index][:used]
        words = ["t=%.2f" % (time.monotonic() - self.began), "seq=%d" % struct.unpack_from("<I", b, 56)[0],
                 "bytes=%d" % used, "flags=%#x" % flags]
        if flags & FLAG_ERROR:
            words.append("ERROR")
        if self.compressed:
            words.append("soi=%d eoi=%d" % (data[:2] == b"\xff\xd8", data[-2:] == b"\xff\xd9"))
        if self.references:
            words.append(self.references.get(hashlib.sha1(data).digest(), "no match"))
        return " ".join(words)

    def stop(self):
        call("STREAMOFF", fcntl.ioctl, self.fd, STREAMOFF, struct.pack("<i", VIDEO_CAPTURE))


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("device")
    p.add_argument("size", metavar="WIDTHxHEIGHT")
    p.add_argument("fourcc")
    p.add_argument("count", type=int)
    p.add_argument("references", nargs="*", metavar="REFERENCE")
    p.add_argument("-t", "--time", type=float, default=2, help="the longest wait for a frame, in seconds")
    p.add_argument("--blocking", action="store_true", help="wait in DQBUF, not in poll")
    options = p.parse_args()
    try:
        probe = Probe(options)
        status = probe.frames(options.count)
        probe.stop()
    except Failure as failure:
        print(failure, flush=True)
        status = 3
    sys.exit(status)


if __name__ == "__main__":
    main()
