"""The camera's adjustable values, as UVC control requests see them."""
import struct
from descriptors import CAMERA_TERMINAL, PROCESSING_UNIT

SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = (
    0x01, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87)


class Control:
    """One value: its name, struct format, smallest, largest, step and default."""

    def __init__(self, name, layout, low, high, step, default):
        self.name, self.layout = name, layout
        self.low, self.high, self.step, self.default = low, high, step, default
        self.current = default

    def answer(self, request):
        if request == GET_LEN:
            return struct.pack("<H", struct.calcsize(self.layout))
        if request == GET_INFO:
            return b"\x03"              # can be read and set
        value = {GET_CUR: self.current, GET_MIN: self.low, GET_MAX: self.high,
                 GET_RES: self.step, GET_DEF: self.default}.get(request)
        return None if value is None else struct.pack(self.layout, value)

    def set(self, data):
        if len(data) != struct.calcsize(self.layout):
            return False
        value = struct.unpack(self.layout, data)[0]
        # The exposure mode is a set of bits, with its step as the mask of those there are.
        if self.name != "ae_mode" and not self.low <= value <= self.high:
            return False
        self.current = value
        return True


def controls():
    """The table of a simple document camera, by (unit, selector)."""
    return {
        (CAMERA_TERMINAL, 0x02): Control("ae_mode", "<B", 1, 8, 0x09, 8),
        (CAMERA_TERMINAL, 0x04): Control("exposure", "<I", 3, 2047, 1, 250),
        (CAMERA_TERMINAL, 0x06): Control("focus_abs", "<H", 0, 250, 5, 0),
        (CAMERA_TERMINAL, 0x08): Control("focus_auto", "<B", 0, 1, 1, 1),
        (PROCESSING_UNIT, 0x02): Control("brightness", "<h", -64, 64, 1, 0),
        (PROCESSING_UNIT, 0x03): Control("contrast", "<H", 0, 100, 1, 50),
    }
