"""What happens to a camera in a soak: faults with random lengths and strengths, the same for the same seed."""
import os
import signal
import subprocess
from disturbed import nodes, plugged
from rig import NODE, camera, unplug


class Grabber:
    """Another program that takes the camera whenever it can get it, and keeps it until it is ended."""
    SCRIPT = "until v4l2-ctl -d %s --stream-mmap >/dev/null 2>&1; do sleep 0.02; done" % NODE

    def __init__(self):
        self.process = subprocess.Popen(["sh", "-c", self.SCRIPT], start_new_session=True)

    def end(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()


class Fault:
    """One fault: a name, how long it lasts, how it begins, how it ends."""

    def __init__(self, chance):
        self.lasts = chance.uniform(0.2, 6)
        kind = chance.choice(("unplug", "stall", "frames", "transfers", "slow", "requests", "busy"))
        self.grabber = None
        getattr(self, "choose_" + kind)(chance)

    def choose_unplug(self, _chance):
        self.name, self.begin, self.end = "unplug", unplug, plugged

    def choose_stall(self, _chance):
        self.name, self.begin, self.end = "stall", lambda: camera("stall"), lambda: camera("resume")

    def choose_frames(self, chance):
        fault = chance.choice(("truncate", "garbage", "corrupt", "empty", "error", "oversize"))
        period = chance.choice((1, 1, 2, 10))
        self.name = "%s in every %d" % (fault, period)
        self.begin, self.end = lambda: camera("every", period, fault), lambda: camera("clear")

    def choose_transfers(self, chance):
        count = chance.randint(1, 40)
        self.name = "%d failed transfers" % count
        self.begin, self.end = lambda: camera("urberr", count), lambda: camera("clear")

    def choose_slow(self, chance):
        rate = chance.choice((1, 3, 10))
        self.name = "%d frames a second" % rate
        self.begin, self.end = lambda: camera("fps", rate), lambda: camera("fps", 0)

    def choose_requests(self, _chance):
        self.name, self.end = "refused requests and stall", lambda: camera("clear")
        self.begin = lambda: (camera("ctlstall", "on"), camera("stall"))

    def choose_busy(self, _chance):
        self.name = "busy"

        def begin():
            unplug()
            self.grabber = Grabber()
            plugged()

        def end():
            self.grabber.end()
            if not nodes():
                plugged()
        self.begin, self.end = begin, end
