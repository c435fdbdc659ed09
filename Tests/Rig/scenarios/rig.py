"""The camera and the machine around the program under test."""
import ctypes
import glob
import os
import subprocess
import time
from program import PAGES, PATIENCE, Failed, expect

RIG = os.environ.get("RIG", "")
NODE = "/dev/video0"
NAME, SERIAL = "Rig Document Camera", "DOC-4711"
BY_ID = "/dev/v4l/by-id/usb-Rig_Rig_Document_Camera_%s-video-index0" % SERIAL
NOBODY = ("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups")


def camera(*words, number=0):
    subprocess.run(["rig-camera", "-n", str(number), *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def status(number=0):
    """What the camera says about itself, as a dictionary."""
    said = subprocess.run(["rig-camera", "-n", str(number), "status"], check=True, stdout=subprocess.PIPE,
                          text=True).stdout
    return dict(word.split("=", 1) for word in said.split())


def fresh_camera():
    """As at the start of the guest: plugged in, first page, no faults, at /dev/video0."""
    camera("reset")
    await_(lambda: os.path.exists(BY_ID), "the camera's link")


def offer(formats):
    """The camera with only these formats."""
    camera("formats", formats)
    unplug()
    camera("plug")
    await_(lambda: os.path.exists(BY_ID), "the camera's link")


def unplug():
    camera("unplug")
    await_(lambda: not glob.glob("/dev/video*"), "no video node")


def await_(condition, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failed("%s, not there after %g s" % (what, seconds))
        time.sleep(0.02)


def streams(device=NODE, size="640x480", fourcc="MJPG"):
    """Another program gets frames from the camera, now."""
    done = subprocess.run(["/usr/bin/python3", "-S", RIG + "/v4l2probe.py", device, size, fourcc, "2"],
                          stdout=subprocess.PIPE, text=True)
    expect(done.returncode == 0, "another program streams at once", done.stdout)


class OtherProgram:
    """`v4l2-ctl`, streaming from the camera as long as this lasts."""

    def __enter__(self):
        self.process = subprocess.Popen(["v4l2-ctl", "-d", NODE, "--stream-mmap"], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        await_(lambda: status()["streaming"] == "1", "v4l2-ctl streaming")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class Openings:
    """Tells when somebody has closed a node again that he had opened, from now on."""
    IN_CLOSE = 0x18

    def __init__(self, node=NODE):
        libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self.descriptor < 0 or libc.inotify_add_watch(self.descriptor, node.encode(), self.IN_CLOSE) < 0:
            raise OSError(ctypes.get_errno(), "inotify", node)

    def seen(self):
        try:
            return bool(os.read(self.descriptor, 4096))
        except BlockingIOError:
            return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.descriptor)


class SecondCamera:
    """A second camera on a port of its own, showing the same pictures; without arguments the first one's twin."""

    def __init__(self, product=NAME, serial=SERIAL):
        self.arguments = ["--product", product, "--serial", serial]

    def __enter__(self):
        port = next(n for n in range(1, 8) if str(n) != status()["port"])
        before = set(glob.glob("/dev/video*"))
        self.process = subprocess.Popen(
            ["/usr/bin/python3", "-S", "-E", RIG + "/camera/uvc_camera.py", "--commands", "/run/rig/camera1",
             "--port", str(port), "--formats", "mjpeg", "--hold", "--pictures", PAGES, *self.arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await_(lambda: len(set(glob.glob("/dev/video*")) - before) >= 2, "the second camera's nodes")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    @staticmethod
    def status():
        return status(1)


class Vivid:
    """The kernel's virtual camera at /dev/video20, as long as this lasts."""
    node = "/dev/video20"

    def __enter__(self):
        subprocess.run(["modprobe", "vivid", "n_devs=1", "node_types=0x1", "num_inputs=1", "input_types=0",
                        "vid_cap_nr=20"], check=True)
        await_(lambda: os.path.exists(self.node), self.node)
        return self

    def __exit__(self, *_):
        subprocess.run(["modprobe", "-r", "vivid"], check=False)
