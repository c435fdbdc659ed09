"""Recovery with the kernel's own webcam driver: damaged frames, silence, and requests the camera does not answer."""
import contextlib
import glob
import time
from disturbed import Disturbed, case, plugged, scanning
from program import PATIENCE, expect
from rig import camera, unplug

CAMERA = r"Rig Document Camera \(/dev/video0\)"
NOTHING_USABLE = (CAMERA + r" has sent no usable frame for [\d.]+ seconds", r"unplug the camera and plug it in again")
NOTHING_GOOD = (CAMERA + r" sends nothing but damaged frames", r"Check its cable")
NODROP = "/sys/module/uvcvideo/parameters/nodrop"
HANGS = 5           # seconds after which the kernel gives up a control request, in which nothing can end


@contextlib.contextmanager
def no_drop():
    """The driver delivers damaged frames with a flag; it asks for the parameter when a camera is plugged in."""
    set_no_drop(1)
    try:
        yield
    finally:
        set_no_drop(0)


def set_no_drop(value):
    with open(NODROP, "w") as f:
        f.write(str(value))
    unplug()
    plugged()


def clear():
    camera("clear")


@case
def some_bad_frames():
    """One frame in ten is damaged: nobody is told, nothing is missed."""
    with scanning() as scan:
        for fault in ("truncate", "garbage", "empty", "oversize", "error"):
            scan.outage("One frame in ten: %s" % fault, lambda: camera("every", 10, fault), clear)
        scan.outage("Five failed USB transfers, after which the driver is silent", lambda: camera("urberr", 5), None)
        scan.outage("USB transfers that fail for three seconds", lambda: camera("urberr", 10**6), clear)


@case
def all_bad_frames():
    """Every frame is damaged and arrives so."""
    with scanning() as scan:
        for fault in ("truncate", "garbage"):
            scan.outage("Every frame: %s" % fault, lambda: camera("every", 1, fault), clear, says=NOTHING_GOOD)


@case
def all_frames_dropped():
    """Every frame is damaged so that the driver drops it: silence."""
    with scanning() as scan:
        for fault in ("empty", "oversize", "error"):
            scan.outage("Every frame: %s" % fault, lambda: camera("every", 1, fault), clear, says=NOTHING_USABLE)


@case
def flagged_frames():
    """The newer drivers' way: damaged frames come with the error flag."""
    with no_drop(), scanning() as scan:
        for fault in ("error", "oversize", "truncate"):
            scan.outage("Every frame: %s, flagged by the driver" % fault, lambda: camera("every", 1, fault), clear,
                        says=NOTHING_GOOD)
        scan.outage("One frame in ten: error, flagged by the driver", lambda: camera("every", 10, "error"), clear)


@case
def stall():
    with scanning() as scan:
        scan.outage("No frames for a second", lambda: camera("stall"), lambda: camera("resume"), wait=0.7)
        scan.outage("No frames any more", lambda: camera("stall"), lambda: camera("resume"), says=NOTHING_USABLE,
                    wait=8)


@case
def slow_frames():
    """Three frames a second, as in the dark, and one in two seconds: slow is not stalled."""
    with scanning() as scan:
        scan.outage("Three frames a second", lambda: camera("fps", 3), None, wait=5)
        for rate in (1, 0.5):
            camera("fps", rate)
            scan.watch(8)
        scan.outage("A frame in two seconds", lambda: None, None, wait=10)
        camera("fps", 0)


@case
def control_stall():
    """The camera answers no request it understands, so that it cannot be set up again."""
    def fault():
        camera("ctlstall", "on")
        camera("stall")
    with scanning() as scan:
        scan.outage("No frames, and every request is refused", fault, clear, says=(CAMERA,), wait=6)


@case
def control_hang():
    """The camera answers nothing: every request takes the kernel five seconds."""
    with scanning() as scan:
        scan.outage("No frames, and no request is answered", hang, clear, says=(CAMERA,), wait=6)


@case
def ending_in_a_hang():
    """A signal while the kernel waits for the camera ends the program as soon as the kernel lets it."""
    scan = Disturbed()
    with scan:
        scan.reads_on()
        hang()
        scan.watch(12, lambda: waits_for_the_camera(scan.process.pid))
        began = time.monotonic()
        scan.process.terminate()
        scan.watch(PATIENCE, lambda: not scan.selector.get_map())
        scan.process.wait(PATIENCE)
        print("end %.3f %g" % (time.monotonic() - began, HANGS), flush=True)
        expect(scan.process.returncode == 0, "exit status 0", scan.process.returncode)
        expect(scan.lines == scan.wanted, "the lines", scan.lines)
    clear()


def hang():
    camera("ctlhang", "on")
    camera("stall")


def waits_for_the_camera(pid):
    """Whether a thread of the program is in a call that cannot be interrupted."""
    for path in glob.glob("/proc/%d/task/*/stat" % pid):
        try:
            with open(path) as f:
                if f.read().rsplit(")", 1)[1].split()[0] == "D":
                    return True
        except OSError:     # the thread has just ended
            continue
    return False
