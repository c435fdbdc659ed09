"""Recovery with v4l2loopback: the program that feeds the camera leaves, comes back, or sends another size."""
import contextlib
import os
import subprocess
from disturbed import case, scanning
from pictures import yuyv
from program import PAGES
from rig import RIG, await_

NODE = "/dev/video40"
CAMERA = r"Loopback \(/dev/video40\)"


class Producer:
    """Feeds signs into the node, each with a process of its own."""

    def __init__(self):
        self.process = None
        self.border = 0

    def __enter__(self):
        subprocess.run(["modprobe", "v4l2loopback", "devices=1", "video_nr=40", "card_label=Loopback"], check=True)
        await_(lambda: os.path.exists(NODE), NODE)
        self.show(0)
        await_(lambda: "YUYV" in subprocess.run(["v4l2-ctl", "-d", NODE, "--get-fmt-video"], stdout=subprocess.PIPE,
                                                text=True).stdout, "the producer's format")
        return self

    def __exit__(self, *_):
        self.leave()
        subprocess.run(["modprobe", "-r", "v4l2loopback"], check=False)

    def show(self, number):
        self.leave()
        size = "%dx%d" % (640 + self.border, 480 + self.border)
        self.process = subprocess.Popen(
            ["/usr/bin/python3", "-S", RIG + "/feed_loopback.py", NODE, size, raw(number, self.border), "15"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def leave(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None


def raw(number, border):
    """The sign's raw frame, with a gray border to the right and below."""
    path = "/run/rig/sign-%02d-%d.yuyv" % (number, border)
    if not os.path.exists(path):
        with open("%s/sign-%02d.jpg" % (PAGES, number), "rb") as source, open(path, "wb") as target:
            frame = yuyv(source.read())
            for start in range(0, len(frame), 1280):
                target.write(frame[start:start + 1280] + b"\x60\x80" * border)
            target.write(b"\x60\x80" * ((640 + border) * border))
    return path


@contextlib.contextmanager
def watching():
    with Producer() as producer, scanning("--device", NODE, show=producer.show) as scan:
        yield producer, scan


@case
def producer_leaves():
    """The producer leaves; the page it shows when it is back is read, also in another size."""
    with watching() as (producer, scan):
        scan.outage("v4l2loopback: the producer leaves, and comes back", producer.leave, scan.show, says=(CAMERA,),
                    new_sign=False, then_lines=True)
        producer.border = 160
        scan.outage("v4l2loopback: the producer leaves, and comes back with another size", producer.leave, scan.show,
                    says=(CAMERA,), new_sign=False, then_lines=True)
