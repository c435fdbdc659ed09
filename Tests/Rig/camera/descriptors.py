"""The byte tables a USB host asks a UVC 1.1 webcam for, and the modes they describe."""
import struct

IF_CONTROL, IF_STREAMING = 0, 1
ENDPOINT = 0x81
CAMERA_TERMINAL, PROCESSING_UNIT, OUTPUT_TERMINAL = 1, 2, 3
SECOND = 10_000_000             # UVC counts time in steps of 100 ns
USB2_BYTES_PER_SECOND = 24_576_000
GUID_YUYV = b"YUY2\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"


class Mode:
    """One picture size of one format, with the frame rates it is offered at."""

    def __init__(self, width, height, rates):
        self.width, self.height = width, height
        self.intervals = [SECOND // rate for rate in rates]

    @property
    def largest_frame(self):
        return self.width * self.height * 2


def modes(name, sizes):
    """The modes a real USB 2 webcam would have: raw pictures only as fast as the cable carries them."""
    out = []
    for width, height in sizes:
        if name == "mjpeg":
            rates = [60, 30, 15, 10, 5] if width * height <= 1280 * 720 else [30, 15, 10, 5]
        else:
            rates = [r for r in (30, 15, 10, 5) if width * height * 2 * r <= USB2_BYTES_PER_SECOND] or [1]
        out.append(Mode(width, height, rates))
    return out


class Descriptors:
    """Everything the camera says about itself while it is plugged in."""

    def __init__(self, options, formats, sizes):
        self.strings = {1: options.manufacturer, 2: options.product, 3: options.serial}
        self.formats = [(name, modes(name, sizes)) for name in formats]
        self.device = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, 0xEF, 2, 1, 64, options.vendor_id,
                                  options.product_id, 0x0100, 1, 2, 3 if options.serial else 0, 1)
        self.config = configuration(self.formats)

    def string(self, index):
        if index == 0:
            return b"\x04\x03\x09\x04"      # English
        text = self.strings.get(index)
        if text is None:
            return None
        data = text.encode("utf-16-le")
        return bytes((len(data) + 2, 3)) + data


def configuration(formats):
    # An association with its own name would make the card "product: name"; without, it is the product.
    association = struct.pack("<8B", 8, 11, IF_CONTROL, 2, 0x0E, 3, 0, 0)
    rest = association + control_interface() + streaming_interface(formats)
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(rest), 2, 1, 0, 0x80, 250) + rest


def control_interface():
    # Exposure mode, exposure time, focus, automatic focus; brightness, contrast.
    bits = (1 << 1) | (1 << 3) | (1 << 5) | (1 << 17)
    units = struct.pack("<BBBBHBBHHHB", 18, 0x24, 2, CAMERA_TERMINAL, 0x0201, 0, 0, 0, 0, 0, 3)
    units += struct.pack("<I", bits)[:3]
    units += struct.pack("<BBBBBHB", 13, 0x24, 5, PROCESSING_UNIT, CAMERA_TERMINAL, 0, 3)
    units += b"\x03\x00\x00" + b"\x00\x00"
    units += struct.pack("<BBBBHBBB", 9, 0x24, 3, OUTPUT_TERMINAL, 0x0101, 0, PROCESSING_UNIT, 0)
    header = struct.pack("<BBBHHIBB", 13, 0x24, 1, 0x0110, 13 + len(units), 48_000_000, 1, IF_STREAMING)
    return struct.pack("<9B", 9, 4, IF_CONTROL, 0, 0, 0x0E, 1, 0, 0) + header + units


def streaming_interface(formats):
    # Bulk and a single alternate setting: no isochronous timing to keep.
    body = b"".join(format_descriptor(n, name, sizes) for n, (name, sizes) in enumerate(formats, 1))
    count = len(formats)
    header = struct.pack("<BBBBHBBBBBBB", 13 + count, 0x24, 1, count, 13 + count + len(body),
                         ENDPOINT, 0, OUTPUT_TERMINAL, 0, 0, 0, 1) + bytes(count)
    interface = struct.pack("<9B", 9, 4, IF_STREAMING, 0, 1, 0x0E, 2, 0, 0)
    return interface + header + body + struct.pack("<BBBBHB", 7, 5, ENDPOINT, 2, 512, 0)


def format_descriptor(number, name, sizes):
    if name == "mjpeg":
        out = struct.pack("<11B", 11, 0x24, 6, number, len(sizes), 1, 1, 0, 0, 0, 0)
    else:
        out = struct.pack("<5B", 27, 0x24, 4, number, len(sizes)) + GUID_YUYV
        out += struct.pack("<6B", 16, 1, 0, 0, 0, 0)
    kind = 7 if name == "mjpeg" else 5
    for k, mode in enumerate(sizes, 1):
        out += frame_descriptor(kind, k, mode)
    return out + struct.pack("<6B", 6, 0x24, 0x0D, 1, 1, 4)


def frame_descriptor(kind, number, mode):
    bits = mode.largest_frame * 8
    rates = [SECOND // i for i in mode.intervals]
    default = next((i for i in mode.intervals if i >= SECOND // 30), mode.intervals[0])
    head = struct.pack("<BBBBBHHIIIIB", 26 + 4 * len(rates), 0x24, kind, number, 0, mode.width,
                       mode.height, bits * min(rates), min(bits * max(rates), 0xFFFFFFFF),
                       mode.largest_frame, default, len(rates))
    return head + struct.pack("<%dI" % len(rates), *mode.intervals)
