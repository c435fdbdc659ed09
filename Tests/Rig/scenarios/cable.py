"""Recovery with the kernel's own webcam driver: the cable, and who else has the camera."""
import os
import time
from disturbed import case, check_says, nodes, plugged, scanning, Disturbed
from program import PATIENCE, expect
from rig import NODE, Openings, OtherProgram, SecondCamera, await_, camera, status, unplug

UNPLUGGED = (r"Rig Document Camera \(/dev/video\d\) was unplugged\.", r"is not connected", r"Plug it in again")
LONG = bool(os.environ.get("LONG"))
LEAK = 32 << 10     # kilobytes that no cache of the engine or of the C library fills in 50 cycles


class Holder:
    """Another program that has a node open without streaming, and keeps its number taken when the camera goes."""

    def __init__(self, node=NODE):
        self.descriptor = os.open(node, os.O_RDWR | os.O_NONBLOCK)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.descriptor)


@case
def unplug_while_streaming():
    with scanning() as scan:
        scan.outage("Unplugged while scanning, plugged into another port", unplug, plugged, says=UNPLUGGED)
        check_says_unplugged(scan)


def check_says_unplugged(scan):
    unplug()
    check_says(3, r"Camera +none", r"No camera")
    scan.show()
    plugged()
    scan.lines_come()


@case
def another_number():
    with scanning() as scan:
        with Holder():
            scan.outage("The same, and it comes back as another number", lambda: camera("unplug"), plugged,
                        says=UNPLUGGED)
            expect(NODE not in nodes() or status()["streaming"] == "1", "another number", nodes())
        scan.outage("The same, and it comes back under its first number", unplug, plugged, says=UNPLUGGED)


@case
def unplug_while_settling():
    with scanning() as scan:
        for delay in (0, 0.05, 0.2, 0.5, 1.0):
            unplug()
            scan.watch(0.3)
            plugged()
            scan.watch(delay)
        scan.outage("Pulled again within a second of plugging in", unplug, plugged, says=(r"is not connected",))


@case
def unplug_during_recognition():
    with scanning() as scan:
        for number, delay in enumerate((0.1, 0.3, 0.5, 0.7, 0.9)):
            scan.show()
            scan.watch(delay)
            unplug()
            scan.watch(0.5)
            cured = time.monotonic()
            plugged()
            scan.watch(PATIENCE, lambda: set(scan.wanted) <= set(scan.lines))
            scan.watch(1)
            expect(scan.lines == scan.wanted, "the sign once, cut off after %g s; %d of %d lines" % (
                delay, len(scan.lines), len(scan.wanted)), "%r, %.1f s" % (scan.lines[-5:], time.monotonic() - cured))
        def pull():
            scan.show()
            scan.watch(0.4)
            unplug()
        scan.outage("Unplugged while the page is being read, which is still there afterwards", pull, plugged,
                    says=UNPLUGGED, new_sign=False, then_lines=True)


@case
def cycles():
    """Descriptors, threads and memory stay what they were after the first few."""
    with scanning() as scan:
        count = 50 if LONG else 5
        for number in range(count):
            if number == 2:
                before = scan.holds()
            unplug()
            scan.watch(0.2)
            plugged()
            await_(lambda: scan.watch(0.05) or status()["streaming"] == "1", "a stream")
            scan.watch(0.3)
        scan.watch(2)
        scan.holds_no_more(before)
        after = scan.holds()
        print("memory %d kB after 2 cycles, %d kB after %d" % (before[2], after[2], count), flush=True)
        expect(after[2] <= before[2] + LEAK, "no memory more", "%d kB, then %d" % (before[2], after[2]))
        scan.outage("Unplugged and plugged in %d times" % (count + 1), unplug, plugged, says=UNPLUGGED)


@case
def busy():
    """Another program has the camera; then it lets go; then the camera is unplugged while it has it."""
    unplug()
    plugged()
    await_(lambda: os.path.exists(NODE), NODE)
    other = OtherProgram()
    other.__enter__()
    try:
        check_says(4, r"is in use by v4l2-ctl \(process \d+\)", r"Close it there")
        with Disturbed("--wait") as scan:
            scan.says("is in use")
            scan.watch(3)               # the engine has been loaded by now
            scan.heard = 0
            scan.outage("In use by another program, which then lets go", None, lambda: other.__exit__(),
                        says=(r"Rig Document Camera \(/dev/video0\) is in use by v4l2-ctl \(process \d+\)\.",
                              r"Close it there"))
            unplug()
            scan.watch(0.5)
            plugged()
            other.__enter__()
            scan.watch(0.5)
            scan.outage("Unplugged while another program has it", unplug,
                        lambda: (other.__exit__(), plugged()), says=(r"is not connected",))
            scan.finishes()
    finally:
        other.__exit__()


@case
def another_camera():
    """The camera that was scanned with is pulled; the other one, there all along, is not taken for it."""
    with SecondCamera(product="Rig Other Camera", serial="OTHER-1"):
        with scanning() as scan:
            scan.outage("Unplugged, and another camera is still there", lambda: camera("unplug"), lambda: camera("plug"),
                        says=(r"Rig Document Camera \S+ was unplugged", r"Rig Document Camera \(\S+\) is not connected",
                              r"Rig Other Camera \(/dev/video\d\) is another camera and is left alone"))


@case
def twin_cameras():
    """Two cameras that say the same of themselves: the one on the other port is not taken for it."""
    port = int(status()["port"])
    with SecondCamera() as twin:
        with scanning() as scan:
            scan.outage("Unplugged, and a twin with the same serial number is still there",
                        lambda: camera("unplug"), lambda: camera("plug", port),
                        says=(r"was unplugged", r"is not connected", r"is another camera and is left alone"))
            expect(twin.status()["streaming"] == "0", "the twin left alone", twin.status())


@case
def twin_comes_later():
    """The twin was plugged in after the scan had begun: it is not taken for the camera either."""
    port = int(status()["port"])
    with scanning() as scan, Openings() as openings, SecondCamera() as twin:
        await_(lambda: scan.watch(0.05) or openings.seen(), "the scan's look at what has changed")
        scan.watch(1)
        scan.outage("Unplugged, and a twin that was plugged in later is still there",
                    lambda: camera("unplug"), lambda: camera("plug", port),
                    says=(r"was unplugged", r"is not connected", r"is another camera and is left alone"))
        expect(twin.status()["streaming"] == "0", "the twin left alone", twin.status())
