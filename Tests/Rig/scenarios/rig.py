"""The camera and the machine around the program under test."""
import glob
import os
import subprocess
import time
from program import Failed, expect

RIG = os.environ.get("RIG", "")
NODE = "/dev/video0"
NAME, SERIAL = "Rig Document Camera", "DOC-4711"
BY_ID = "/dev/v4l/by-id/usb-Rig_Rig_Document_Camera_%s-video-index0" % SERIAL
NOBODY = ("setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups")


def camera(*words):
    subprocess.run(["rig-camera", *map(str, words)], check=True, stdout=subprocess.DEVNULL)


def status():
    """What the camera says about itself, as a dictionary."""
    said = subprocess.run(["rig-camera", "status"], check=True, stdout=subprocess.PIPE, text=True).stdout
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


def await_(condition, what, seconds=15):
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
