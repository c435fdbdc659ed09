"""Recovery with vivid, the kernel's virtual camera, whose errors come on demand.

Its HDMI output is looped to its HDMI input, so that it shows the signs as well.
"""
import contextlib
import os
import subprocess
from disturbed import case, scanning
from pictures import yuyv
from program import PAGES, expect
from rig import await_

CAPTURE, OUTPUT = "/dev/video20", "/dev/video21"
DRIVER = "/sys/bus/platform/drivers/vivid/"
CAMERA = r"vivid \(/dev/video20\)"
ARGUMENTS = ("--device", CAPTURE, "--size", "640x480")


def control(text, node=CAPTURE):
    subprocess.run(["v4l2-ctl", "-d", node, "-c", text], check=True, stdout=subprocess.DEVNULL)


class Loop:
    """The virtual camera, and the program that shows signs on the cable to it."""

    def __init__(self, *parameters):
        self.parameters = parameters
        self.player = None
        self.number = 0

    def __enter__(self):
        subprocess.run(["modprobe", "vivid", "n_devs=1", "node_types=0x101", "num_inputs=1", "input_types=3",
                        "num_outputs=1", "output_types=1", "vid_cap_nr=20", "vid_out_nr=21", *self.parameters], check=True)
        self.connect()
        return self

    def __exit__(self, *_):
        self.pause()
        subprocess.run(["modprobe", "-r", "vivid"], check=False)

    def connect(self):
        for node in (CAPTURE, OUTPUT):
            await_(lambda: os.path.exists(node), node)
            subprocess.run(["v4l2-ctl", "-d", node, "--set-dv-bt-timings", "index=0"], check=True,
                           stdout=subprocess.DEVNULL)
        control("osd_text_mode=2,loop_video=1")

    def show(self, number):
        self.pause()
        self.number = number
        self.play()

    def play(self):
        self.player = subprocess.Popen(
            ["v4l2-ctl", "-d", OUTPUT, "--set-fmt-video-out", "width=640,height=480,pixelformat=GREY",
             "--stream-out-mmap", "--stream-loop", "--stream-from", gray(self.number)], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)

    def pause(self):
        if self.player:
            self.player.kill()
            self.player.wait()
        self.player = None

    def plug_out(self):
        self.pause()
        with open(DRIVER + "unbind", "w") as f:
            f.write("vivid.0")

    def plug_in(self):
        with open(DRIVER + "bind", "w") as f:
            f.write("vivid.0")
        self.connect()
        self.play()


def gray(number):
    path = "/run/rig/sign-%02d.gray" % number
    if not os.path.exists(path):
        with open("%s/sign-%02d.jpg" % (PAGES, number), "rb") as source, open(path, "wb") as target:
            target.write(yuyv(source.read())[0::2])
    return path


@contextlib.contextmanager
def watching(*parameters):
    with Loop(*parameters) as loop, scanning(*ARGUMENTS, show=loop.show) as scan:
        scan.loop = loop
        yield loop, scan


def inject(*names):
    for name in names:
        control("inject_%s=1" % name)


@case
def vivid_stream_errors():
    """What a restart of the stream cures, without a word."""
    with watching() as (_, scan):
        scan.outage("vivid: a frame with the error flag", lambda: inject("v4l2_buf_flag_error"), None)
        scan.outage("vivid: a buffer that cannot be queued", lambda: inject("vidioc_qbuf_error"), None)
        scan.outage("vivid: a fatal error of the stream", lambda: inject("fatal_streaming_error"), None)
        control("wrap_sequence_number=1,wrap_timestamp=1")
        scan.outage("vivid: a fatal error, then a clock and a counter that wrap", lambda: inject("fatal_streaming_error"),
                    None)


@case
def vivid_start_errors():
    """The restart, and what follows it, fails as well, once."""
    with watching() as (_, scan):
        scan.outage("vivid: a fatal error, and the restart is refused once",
                    lambda: inject("vidioc_streamon_error", "fatal_streaming_error"), None)
        scan.outage("vivid: a fatal error, and a buffer of the restart is refused once",
                    lambda: inject("vidioc_qbuf_error", "fatal_streaming_error"), None)
        scan.outage("vivid: lost, and the new buffers are refused once",
                    lambda: (scan.loop.pause(), inject("vidioc_reqbufs_error"), control("disconnect=1")), None,
                    says=(CAMERA + " was unplugged", "Reading"))


@case
def vivid_silence():
    with watching() as (_, scan):
        scan.outage("vivid: every frame is dropped", lambda: control("percentage_of_dropped_buffers=100"),
                    lambda: control("percentage_of_dropped_buffers=0"),
                    says=(CAMERA + " has sent no usable frame",))


@case
def vivid_second_opener():
    """Another program opens the camera that is read, and asks to stream from it."""
    with watching() as (_, scan):
        def ask():
            other = subprocess.run(["v4l2-ctl", "-d", CAPTURE, "--stream-mmap", "--stream-count", "1"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            expect("busy" in other.stderr, "the other program refused", other.stderr)
        scan.outage("vivid: a second program asks for the stream", ask, None)


@case
def vivid_lost():
    with watching() as (loop, scan):
        def disconnect():
            loop.pause()
            control("disconnect=1")
        scan.outage("vivid: lost, with its node still there", disconnect, None, says=(CAMERA + " was unplugged",))
        scan.outage("vivid: driver unbound, and bound again", loop.plug_out, loop.plug_in,
                    says=(CAMERA + " was unplugged", "is not connected"))


@case
def vivid_no_signal():
    with watching() as (_, scan):
        scan.outage("vivid: no signal at the input", lambda: control("dv_timings_signal_mode=1"),
                    lambda: control("dv_timings_signal_mode=0"), says=(CAMERA + " has no picture", "Check the cable"))


@case
def vivid_planes():
    """The interface for several planes."""
    with watching("multiplanar=2") as (_, scan):
        scan.outage("vivid, several planes: a fatal error of the stream", lambda: inject("fatal_streaming_error"), None)
