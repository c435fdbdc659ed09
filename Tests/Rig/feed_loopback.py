#!/usr/bin/python3
"""Feeds one raw YUYV frame, again and again, into a v4l2loopback node: feed_loopback.py NODE WIDTHxHEIGHT FILE FPS"""
import fcntl
import struct
import sys
import time

S_FMT = 0xC0000000 | 208 << 16 | ord("V") << 8 | 5
VIDEO_OUTPUT, FIELD_NONE = 2, 1


def main():
    node, size, path, rate = sys.argv[1:]
    width, height = map(int, size.split("x"))
    with open(path, "rb") as f:
        frame = f.read()
    with open(node, "r+b", buffering=0) as device:
        wanted = bytearray(208)
        struct.pack_into("<I4xII4sIII", wanted, 0, VIDEO_OUTPUT, width, height, b"YUYV", FIELD_NONE,
                         width * 2, len(frame))
        fcntl.ioctl(device, S_FMT, wanted)
        while True:
            device.write(frame)
            time.sleep(1 / float(rate))


if __name__ == "__main__":
    main()
