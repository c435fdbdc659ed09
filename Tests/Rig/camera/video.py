"""The video stream: pictures cut into USB payloads, on time, with the faults asked for."""
import os
import time
from descriptors import SECOND
from usbip import EPIPE

# What can go wrong with a frame, and the default of each fault's argument.
FAULTS = {"truncate": 0.5, "garbage": 0, "corrupt": 2000, "oversize": 0, "empty": 0, "error": 0,
          "noeof": 0, "nofid": 0, "urberr": EPIPE}


class Faults:
    """Faults waiting for the next frames, and those that come again every so many."""

    def __init__(self):
        self.next = {}                  # name -> [how many, argument]
        self.every = {}                 # name -> (period, argument)
        self.frame = 0

    def add(self, name, count, argument):
        self.next[name] = [count, FAULTS[name] if argument is None else argument]

    def repeat(self, name, period, argument):
        self.every[name] = (period, FAULTS[name] if argument is None else argument)

    def clear(self):
        self.next, self.every = {}, {}

    def take(self, name):
        """The argument when the fault is due now, else None."""
        due = self.next.get(name)
        if due:
            due[0] -= 1
            if due[0] <= 0:
                del self.next[name]
            return due[1]
        period, argument = self.every.get(name, (0, None))
        return argument if period and self.frame % period == period - 1 else None

    def __str__(self):
        words = ["%s:%d" % (k, v[0]) for k, v in self.next.items()]
        words += ["%s/%d" % (k, v[0]) for k, v in self.every.items()]
        return ",".join(words) or "-"


class Video:
    """Fills the host's video requests from the pictures."""

    def __init__(self, pictures, hold, rate_cap, payload):
        self.pictures, self.hold, self.rate_cap, self.payload = pictures, hold, rate_cap, payload
        self.faults = Faults()
        self.position = 0
        self.frames = 0
        self.current = "-"
        self.stalled = False
        self.stop()

    def start(self, format_name, mode, interval):
        self.format_name, self.mode, self.negotiated = format_name, mode, interval
        self.frame_id = 0
        self.due = 0.0
        self.payloads = []
        self.streaming = True

    def stop(self):
        self.streaming = False
        self.payloads = []

    @property
    def interval(self):
        """Seconds from frame to frame; 0 = as fast as it goes."""
        if self.rate_cap is not None:
            return 1.0 / self.rate_cap if self.rate_cap > 0 else 0.0
        return self.negotiated / SECOND

    def pump(self, cable):
        """Answers waiting requests. Returns seconds until the next frame is due, or None."""
        while self.streaming and cable.pending and not self.stalled:
            if not self.payloads:
                wait = self._wait()
                if wait > 0:
                    return wait
                self._build_frame()
            try:
                cable.send(self._answers(cable))
            except OSError:
                return None
        return None

    def _wait(self):
        now, interval = time.monotonic(), self.interval
        self.due = self.due or now
        if now < self.due:
            return self.due - now
        self.due += interval
        if now > self.due + interval:   # too late to catch up
            self.due = now + interval
        return 0

    def _answers(self, cable):
        parts = []
        while self.payloads and cable.pending and len(parts) < 96:
            sequence = next(iter(cable.pending))
            length = cable.pending.pop(sequence)
            status = self.faults.take("urberr")
            if status is not None:
                parts.append(cable.answer_header(sequence, -int(status), 0))
                continue
            header, piece = self.payloads.pop()
            count = min(len(piece) + 2, length)
            parts += [cable.answer_header(sequence, 0, count), header, piece[:count - 2]]
        return parts

    def _build_frame(self):
        """The current picture as a list of (header, piece), last one first: pop() takes from the end."""
        size = (self.mode.width, self.mode.height)
        self.current, data = self.pictures.frame(self.format_name, size, self.position)
        if not self.hold:
            self.position += 1
        data = self._damage(data)
        bits, end = 0x80, 2
        if self.faults.take("error") is not None:
            bits |= 0x40
        if self.faults.take("noeof") is not None:
            end = 0
        step = self.payload - 2
        view = memoryview(data)
        pieces = [view[i:i + step] for i in range(0, len(data), step)] or [view]
        last = len(pieces) - 1
        # Two bytes of header and no clock in it: a clock makes the driver ask for the bus's frame number each time.
        self.payloads = [(bytes((2, bits | self.frame_id | (end if i == last else 0))), piece)
                         for i, piece in enumerate(pieces)]
        self.payloads.reverse()
        if self.faults.take("nofid") is None:
            self.frame_id ^= 1
        self.frames += 1
        self.faults.frame += 1

    def _damage(self, data):
        keep = self.faults.take("truncate")
        if keep is not None:
            data = data[:int(len(data) * keep)]
        if self.faults.take("garbage") is not None:
            data = os.urandom(len(data))
        length = self.faults.take("corrupt")
        if length is not None:
            middle = max(0, (len(data) - int(length)) // 2)
            data = data[:middle] + os.urandom(int(length)) + data[middle + int(length):]
        if self.faults.take("oversize") is not None:
            data = data + bytes(self.mode.largest_frame + 4096 - len(data))
        if self.faults.take("empty") is not None:
            data = b""
        return data
