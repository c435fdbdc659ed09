#!/usr/bin/python3
"""A USB Video Class webcam made of software, for the kernel's own uvcvideo driver.

It shows JPEG files, or raw frames made from them, and takes commands through a named pipe (see commands.py).
Needs root and the modules vhci_hcd and uvcvideo. Runs inside the rig's guest.
"""
import argparse
import os
import sys
import time
from camera import Camera
from usbip import find_node


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", action="append", required=True, help="a JPEG file, or a folder of them")
    parser.add_argument("--commands", required=True, help="the named pipe to make and read commands from")
    parser.add_argument("--formats", default=["mjpeg", "yuyv"], type=lambda s: s.split(","))
    parser.add_argument("--serial", default="RIG0001")
    parser.add_argument("--product", default="Rig Document Camera")
    parser.add_argument("--manufacturer", default="Rig")
    parser.add_argument("--vendor-id", type=lambda s: int(s, 16), default=0x1209)
    parser.add_argument("--product-id", type=lambda s: int(s, 16), default=0x0001)
    parser.add_argument("--port", type=int, help="the USB port to start on")
    parser.add_argument("--payload", type=int, default=16384, help="bulk payload = request size, at most 16384")
    parser.add_argument("--rate", type=float, help="frames a second, 0 = unpaced; default: as negotiated")
    parser.add_argument("--hold", action="store_true", help="stay on one picture")
    parser.add_argument("--unplugged", action="store_true", help="start with the cable out")
    parser.add_argument("--background", action="store_true", help="return, printing the node, once it is there")
    parser.add_argument("--log", help="with --background: the file for messages")
    parser.add_argument("--verbose", action="store_true", help="log control requests")
    return parser.parse_args()


def go_to_background(opt):
    """The child returns and is the camera; the parent waits until the video node is there, and ends."""
    child = os.fork()
    if child == 0:
        os.setsid()
        null = os.open(os.devnull, os.O_RDWR)
        log = os.open(opt.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644) if opt.log else null
        for source, target in ((null, 0), (log, 1), (log, 2)):
            os.dup2(source, target)
        return
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if os.waitpid(child, os.WNOHANG)[0]:
            sys.exit("the camera ended at once; its log: %s" % opt.log)
        there = os.path.exists(opt.commands) if opt.unplugged else find_node(opt.serial, opt.product)
        if there:
            print("unplugged" if opt.unplugged else there)
            sys.exit(0)
        time.sleep(0.02)
    sys.exit("no video node for camera %s after 30 s" % (opt.serial or opt.product))


if __name__ == "__main__":
    chosen = options()
    if chosen.background:
        go_to_background(chosen)
    Camera(chosen).run()
