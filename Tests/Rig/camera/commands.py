"""What `rig-camera` can tell the camera: one command per line through a named pipe."""
import os
import sys
from descriptors import SECOND
from pictures import Pictures
from video import FAULTS

HELP = """\
status                  one line of key=value
unplug                  cable out: the device vanishes, streaming programs get ENODEV
plug [PORT]             cable in again, same serial number, another port unless PORT says
formats F,F             offer only these (mjpeg, yuyv) from the next plug on
reload                  read the pictures again; new sizes are offered from the next plug on
goto N | next           show the N-th (from 0) or next picture of the current size
hold | loop             stay on the picture | a new one with every frame
stall | resume          stop sending video while staying on the bus | go on
fps X|max|0             frames a second | as fast as it goes | as negotiated
truncate N [KEEP]       the next N frames keep only KEEP (0 to 1, default 0.5) of their bytes
garbage N               the next N frames are random bytes
corrupt N [LENGTH]      the next N frames have random bytes in their middle (default 2000)
error N                 the next N frames carry the UVC error bit
empty N                 the next N frames have no bytes
noeof N                 the next N frames lack the end-of-frame bit
nofid N                 the next N frames do not toggle the frame id
oversize N              the next N frames are longer than announced
urberr N [ERRNO]        the next N video requests fail (default 32, EPIPE)
every N FAULT [X]       one of the faults above in every N-th frame, until `clear`
ctlstall on|off         refuse every class request
ctlhang on|off          never answer class requests
clear                   no faults, resume
reset                   as at the start: clear, first picture, negotiated rate, all formats, plugged in
log on|off              write every control request to the camera's log
quit                    end the camera
"""


class Commands:
    """Reads commands and answers each on the pipe named before it, if one is: `[/REPLY/PIPE] COMMAND`."""

    def __init__(self, camera, path):
        self.camera = camera
        self.buffer = b""
        if not os.path.exists(path):
            os.mkfifo(path)
        os.chmod(path, 0o666)
        self.descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)     # read-write: no end between writers

    def serve(self):
        *lines, self.buffer = (self.buffer + os.read(self.descriptor, 4096)).split(b"\n")
        for line in lines:
            words = line.decode(errors="replace").split()
            reply = words.pop(0) if words and words[0].startswith("/") else None
            try:
                answer = self.run(words)
            except Exception as error:  # a bad command must not end the camera
                answer = "error: %s" % (error or type(error).__name__)
            if reply:
                self.send(reply, answer)
            elif answer != "ok":
                print("camera: %s: %s" % (" ".join(words), answer), file=sys.stderr, flush=True)

    @staticmethod
    def send(path, answer):
        try:
            pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
            os.write(pipe, answer.encode() + b"\4")
            os.close(pipe)
        except OSError:                 # the asker is gone
            pass

    def run(self, words):
        """Does the command; what it says back."""
        if not words:
            return "ok"
        name, arguments = words[0], words[1:]
        if name in FAULTS:
            self.camera.video.faults.add(name, int(arguments[0]), *numbers(arguments[1:]))
            return "ok"
        method = getattr(self, "on_" + name, None)
        if method is None:
            return "error: unknown command %s; rig-camera help lists them" % name
        return method(*arguments) or "ok"

    def on_help(self):
        return HELP.rstrip()

    def on_status(self):
        camera, video = self.camera, self.camera.video
        mode = camera.commit["mode"]
        return "plugged=%d port=%s streaming=%d stalled=%d format=%s size=%dx%d fps=%g frames=%d picture=%s faults=%s %s" % (
            bool(camera.cable), camera.port, video.streaming, video.stalled, camera.commit["name"], mode.width,
            mode.height, SECOND / camera.commit["interval"], video.frames, video.current, video.faults,
            " ".join("%s=%d" % (c.name, c.current) for c in camera.controls.values()))

    def on_unplug(self):
        return self.camera.unplug()

    def on_plug(self, port=None):
        return self.camera.plug(None if port is None else int(port))

    def on_formats(self, names):
        self.camera.formats = names.split(",")

    def on_reload(self):
        self.camera.video.pictures = Pictures(self.camera.options.pictures)

    def on_goto(self, number):
        self.camera.video.position = int(number)

    def on_next(self):
        self.camera.video.position += 1

    def on_hold(self):
        self.camera.video.hold = True

    def on_loop(self):
        self.camera.video.hold = False

    def on_stall(self):
        self.camera.video.stalled = True

    def on_resume(self):
        self.camera.video.stalled = False

    def on_fps(self, rate):
        video = self.camera.video
        video.rate_cap = 0.0 if rate == "max" else (float(rate) or None)
        video.due = 0.0

    def on_every(self, period, fault, *argument):
        if fault not in FAULTS or fault == "urberr":
            raise ValueError("every takes a fault of a frame, not %s" % fault)
        self.camera.video.faults.repeat(fault, int(period), *numbers(argument))

    def on_ctlstall(self, switch):
        self.camera.control_stall = switch == "on"

    def on_ctlhang(self, switch):
        self.camera.control_hang = switch == "on"

    def on_clear(self):
        self.camera.video.faults.clear()
        self.camera.video.stalled = self.camera.control_stall = self.camera.control_hang = False

    def on_reset(self):
        camera = self.camera
        self.on_clear()
        camera.video.rate_cap = camera.options.rate
        camera.video.position = 0
        camera.video.hold = camera.options.hold
        if camera.formats != camera.options.formats:
            camera.formats = camera.options.formats
            camera.unplug()
        if not camera.cable:
            camera.plug()

    def on_log(self, switch):
        self.camera.verbose = switch == "on"

    def on_quit(self):
        self.camera.running = False


def numbers(words):
    """The optional argument of a fault, as (number,) or (None,)."""
    return (float(words[0]),) if words else (None,)
