"""The webcam as a USB device: plugging, standard and class requests, and the loop that serves them."""
import os
import select
import signal
import struct
import sys
from commands import Commands
from controls import GET_CUR, GET_DEF, GET_INFO, GET_LEN, SET_CUR, controls
from descriptors import ENDPOINT, IF_CONTROL, IF_STREAMING, SECOND, Descriptors
from pictures import Pictures
from usbip import EPIPE, Cable, free_port
from video import Video

OUT_OF_RANGE, INVALID_CONTROL, INVALID_REQUEST = 4, 6, 7


class Camera:
    def __init__(self, options):
        self.options = options
        self.formats = options.formats
        self.video = Video(Pictures(options.pictures), options.hold, options.rate, options.payload)
        self.controls = controls()
        self.cable = None
        self.port = None
        self.control_stall = self.control_hang = False
        self.verbose = options.verbose
        self.last_error = 0
        self.running = True

    # Plugging

    def plug(self, port=None):
        if self.cable:
            return "already plugged into port %d" % self.port
        sizes = self.video.pictures.sizes
        if not sizes:
            raise RuntimeError("no JPEG in " + " ".join(self.options.pictures))
        self.descriptors = Descriptors(self.options, self.formats, sizes)
        self.probe = self.commit = self.negotiate(1, 0, 0)
        self.port = free_port(avoid=self.port) if port is None else port
        self.cable = Cable(self.port)
        return "ok"

    def unplug(self):
        if not self.cable:
            return "not plugged in"
        self.cable.close()
        self.cable = None
        self.video.stop()
        return "ok"

    # Probe and commit: the host proposes, the camera says what it can do.

    def negotiate(self, format_number, frame_number, interval):
        formats = self.descriptors.formats
        format_number = min(max(format_number, 1), len(formats))
        name, sizes = formats[format_number - 1]
        frame_number = min(max(frame_number, 1), len(sizes))
        mode = sizes[frame_number - 1]
        wanted = interval or SECOND // 30
        interval = min(mode.intervals, key=lambda i: abs(i - wanted))
        return dict(format=format_number, frame=frame_number, interval=interval, name=name, mode=mode)

    def packed(self, proposal):
        return struct.pack("<HBBIHHHHHIIIBBBB", 1, proposal["format"], proposal["frame"], proposal["interval"],
                           0, 0, 0, 0, 0, proposal["mode"].largest_frame, self.options.payload,
                           48_000_000, 3, 0, 0, 0)

    def on_streaming_request(self, selector, request, body):
        if request == SET_CUR:
            if len(body) < 26:
                return None
            _hint, format_number, frame_number, interval = struct.unpack_from("<HBBI", body)
            self.probe = proposal = self.negotiate(format_number, frame_number, interval)
            if selector == 2:
                self.commit = proposal
                self.video.start(proposal["name"], proposal["mode"], proposal["interval"])
            return b""
        if request == GET_LEN:
            return struct.pack("<H", 34)
        if request == GET_INFO:
            return b"\x03"
        if request == GET_DEF:
            return self.packed(self.negotiate(1, 0, 0))
        return self.packed(self.probe if selector == 1 else self.commit)

    # Requests to endpoint 0

    def on_control(self, sequence, setup, body):
        kind, request, value, index, length = struct.unpack("<BBHHH", setup)
        class_request = (kind & 0x60) == 0x20
        if self.control_hang and class_request:
            self.cable.unanswered.add(sequence)
            return
        asks_for_error = value >> 8 == 2 and index == IF_CONTROL
        if self.control_stall and class_request and not asks_for_error:
            self.last_error = INVALID_REQUEST
            answer = None
        elif class_request:
            answer = self.class_answer(request, value >> 8, index, body)
        else:
            answer = self.standard_answer(kind, request, value, index)
        if self.verbose:
            print("control %02x %02x value=%04x index=%04x %s -> %s" % (
                kind, request, value, index, body.hex(), "STALL" if answer is None else answer[:length].hex()),
                file=sys.stderr, flush=True)
        if answer is None:
            self.cable.answer(sequence, -EPIPE)
        elif kind & 0x80:
            self.cable.answer(sequence, 0, answer[:length])
        else:
            self.cable.answer(sequence, 0, b"", len(body))

    def standard_answer(self, kind, request, value, index):
        if request == 6:                # GET_DESCRIPTOR
            what, number = value >> 8, value & 255
            if what == 3:
                return self.descriptors.string(number)
            return {1: self.descriptors.device, 2: self.descriptors.config}.get(what)
        if request == 1 and kind == 2 and index == ENDPOINT:
            self.video.stop()           # CLEAR_FEATURE(HALT): all a bulk camera hears of the stream's end
        # GET_STATUS, GET_CONFIGURATION, GET_INTERFACE, and the requests without an answer.
        known = {0: b"\x00\x00", 8: b"\x01", 10: b"\x00", 1: b"", 3: b"", 5: b"", 9: b"", 11: b""}
        return known.get(request) if kind & 0x60 == 0 else None

    def class_answer(self, request, selector, index, body):
        unit, interface = index >> 8, index & 255
        if interface == IF_STREAMING and selector in (1, 2):
            return self.on_streaming_request(selector, request, body)
        if interface == IF_CONTROL and unit == 0 and selector == 2 and request == GET_CUR:
            return bytes((self.last_error,))
        control = self.controls.get((unit, selector)) if interface == IF_CONTROL else None
        if control is None:
            self.last_error = INVALID_CONTROL
            return None
        if request == SET_CUR:
            if control.set(body):
                return b""
            self.last_error = OUT_OF_RANGE
            return None
        answer = control.answer(request)
        if answer is None:
            self.last_error = INVALID_REQUEST
        return answer

    # The loop

    def run(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: setattr(self, "running", False))
        commands = Commands(self, self.options.commands)
        if not self.options.unplugged:
            self.plug(self.options.port)
        while self.running:
            wait = self.video.pump(self.cable) if self.cable else None
            descriptors = [commands.descriptor] + ([self.cable.socket] if self.cable else [])
            ready = select.select(descriptors, [], [], 0.5 if wait is None else min(wait, 0.5))[0]
            if self.cable and self.cable.socket in ready:
                if not self.cable.receive(self.on_control):
                    self.unplug()       # the host let go of us
            if commands.descriptor in ready:
                commands.serve()
        self.unplug()
        os.unlink(self.options.commands)
