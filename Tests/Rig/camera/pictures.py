"""The still pictures the camera shows: JPEG files as they are, and as raw YUYV frames.

`pictures.py FILE.jpg OUT.yuyv` writes the raw frame, for tests that compare bytes.
"""
import os
import struct
import sys


class Pictures:
    """The JPEGs of some files and folders by size, in the order of their names."""

    def __init__(self, paths):
        self.paths = paths
        self.by_size = {}
        self.raw = {}
        for path in self.files():
            with open(path, "rb") as f:
                data = f.read()
            size = jpeg_size(data)
            if size:
                self.by_size.setdefault(size, []).append((os.path.basename(path), data))

    def files(self):
        for path in self.paths:
            if os.path.isdir(path):
                for name in sorted(os.listdir(path)):
                    if name.lower().endswith((".jpg", ".jpeg")):
                        yield os.path.join(path, name)
            else:
                yield path

    @property
    def sizes(self):
        return sorted(self.by_size, key=lambda size: size[0] * size[1])

    def frame(self, format_name, size, position):
        """(name, bytes) of the picture at this position, counted round."""
        pictures = self.by_size.get(size)
        if not pictures:                # reloaded without this size
            return "none", b""
        name, data = pictures[position % len(pictures)]
        if format_name == "yuyv":
            key = (size, position % len(pictures))
            if key not in self.raw:
                self.raw[key] = yuyv(data)
            data = self.raw[key]
        return name, data


def jpeg_size(data):
    """(width, height) from a JPEG's frame header, or None."""
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5:at + 9])
            return width, height
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:
            at += 2
        else:
            at += 2 + struct.unpack(">H", data[at + 2:at + 4])[0]
    return None


def yuyv(jpeg):
    """The raw frame a webcam would send for the same picture: 4:2:2, interleaved, video range."""
    width, height, columns, rows, planes = decode(jpeg)
    luma = planes[0].translate(bytes(16 + round(v * 219 / 255) for v in range(256)))
    to_chroma = bytes(16 + round(v * 224 / 255) for v in range(256))
    chroma = [halve_columns(plane.translate(to_chroma), width, height, columns, rows) for plane in planes[1:]]
    out = bytearray(b"\x80" * (width * height * 2))
    out[0::4] = luma[0::2]
    out[2::4] = luma[1::2]
    for start, plane in zip((1, 3), chroma):
        out[start::4] = plane
    return bytes(out)


def halve_columns(plane, width, height, columns, rows):
    """A colour plane of columns x rows as one of width/2 x height."""
    if columns == width:
        plane, columns = plane[0::2], width // 2
    if rows == height:
        return plane
    lines = [plane[k * columns:(k + 1) * columns] for k in range(rows)]
    return b"".join(lines[k * rows // height] for k in range(height))


def decode(jpeg):
    """(width, height, colour columns, colour rows, planes) by libjpeg-turbo."""
    import ctypes
    turbo = ctypes.CDLL("libturbojpeg.so.0")
    turbo.tjInitDecompress.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(turbo.tjInitDecompress())
    width, height, sampling, space = (ctypes.c_int() for _ in range(4))
    length = ctypes.c_ulong(len(jpeg))
    turbo.tjDecompressHeader3(handle, jpeg, length, *map(ctypes.byref, (width, height, sampling, space)))
    w, h, kind = width.value, height.value, sampling.value
    count = 1 if kind == 3 else 3       # TJSAMP_GRAY has no colour
    sizes = [(turbo.tjPlaneWidth(k, w, kind), turbo.tjPlaneHeight(k, h, kind)) for k in range(count)]
    if w % 2 or sizes[0] != (w, h) or sizes[-1][0] not in (w, w // 2):
        raise ValueError("a %dx%d JPEG of this colour sampling cannot become YUYV" % (w, h))
    planes = [ctypes.create_string_buffer(columns * rows) for columns, rows in sizes]
    pointers = (ctypes.c_void_p * count)(*(ctypes.addressof(p) for p in planes))
    failed = turbo.tjDecompressToYUVPlanes(handle, jpeg, length, pointers, w, None, h, 0)
    turbo.tjDestroy(handle)
    if failed:
        raise ValueError("libjpeg-turbo cannot decode the picture")
    return w, h, *sizes[-1], [p.raw for p in planes]


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as source, open(sys.argv[2], "wb") as target:
        target.write(yuyv(source.read()))
