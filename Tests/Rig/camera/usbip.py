"""The cable: USB/IP over a socket pair whose other end the kernel's vhci_hcd holds."""
import os
import socket
import struct

VHCI = "/sys/devices/platform/vhci_hcd.0"
HIGH_SPEED = 3
EPIPE, ECONNRESET = 32, 104


class Cable:
    """One plugged-in connection. Closing it is pulling the plug."""

    def __init__(self, port):
        self.port = port
        self.pending = {}               # sequence number -> length of waiting video requests, in order
        self.unanswered = set()
        self._received = bytearray()
        # The kernel insists on a stream socket, and keeps its own reference to the other end.
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        for end in (self.socket, theirs):
            for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
                end.setsockopt(socket.SOL_SOCKET, option, 1 << 20)
        with open(VHCI + "/attach", "w") as f:
            f.write("%d %d %d %d" % (port, theirs.fileno(), (1 << 16) | (port + 2), HIGH_SPEED))
        theirs.close()

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()

    def receive(self, on_control):
        """Takes in what the host sent; `on_control(sequence, setup, body)` for requests to endpoint 0.

        False when the host has let go of the device.
        """
        try:
            chunk = self.socket.recv(1 << 18)
        except OSError:
            chunk = b""
        if not chunk:
            return False
        self._received += chunk
        at, data = 0, self._received
        while len(data) - at >= 48:
            size = self._message(data, at, on_control)
            if size == 0:
                break
            at += size
        del data[:at]
        return True

    def _message(self, data, at, on_control):
        """Handles the message at this place: its length, or 0 when the rest of it is still to come."""
        command, sequence, _device, direction, endpoint = struct.unpack_from(">5I", data, at)
        if command == 2:
            self._unlink(sequence, struct.unpack_from(">I", data, at + 20)[0])
            return 48
        if command != 1:
            raise RuntimeError("unknown USB/IP command %d" % command)
        length = struct.unpack_from(">i", data, at + 24)[0]
        size = 48 + (length if direction == 0 and length > 0 else 0)
        if len(data) - at < size:
            return 0
        if endpoint == 0:
            on_control(sequence, bytes(data[at + 40:at + 48]), bytes(data[at + 48:at + size]))
        else:
            self.pending[sequence] = length
        return size

    def _unlink(self, sequence, victim):
        known = self.pending.pop(victim, None) is not None or victim in self.unanswered
        self.unanswered.discard(victim)
        self.socket.sendall(struct.pack(">IIIIIi24x", 4, sequence, 0, 0, 0, -ECONNRESET if known else 0))

    @staticmethod
    def answer_header(sequence, status, length):
        return struct.pack(">IIIIIiiiii8x", 3, sequence, 0, 0, 0, status, length, 0, 0, 0)

    def answer(self, sequence, status=0, data=b"", length=None):
        count = len(data) if length is None else length
        self.socket.sendall(self.answer_header(sequence, status, count) + data)

    def send(self, parts):
        """Sends buffers one after another with as few copies as can be."""
        sent = self.socket.sendmsg(parts)
        if sent < sum(map(len, parts)):
            self.socket.sendall(b"".join(parts)[sent:])


def free_port(avoid=None):
    """A free high-speed port, another than the last one where there is a choice."""
    ports = []
    with open(VHCI + "/status") as f:
        for line in f.read().splitlines()[1:]:
            words = line.split()
            if words[0] == "hs" and int(words[2]) == 4:
                ports.append(int(words[1]))
    best = [p for p in ports if p != avoid] or ports
    if not best:
        raise RuntimeError("no free port")
    return best[0]


def find_node(serial, product):
    """The capture node of the camera that says this: its by-id link where udev runs, else /dev/videoN."""
    base = "/sys/class/video4linux"
    for name in sorted(os.listdir(base)) if os.path.isdir(base) else []:
        device = os.path.realpath(os.path.join(base, name, "device", ".."))
        said = _line(device + ("/serial" if serial else "/product"))
        if said != (serial or product) or _line(os.path.join(base, name, "index")) != "0":
            continue
        node = "/dev/" + name
        links = "/dev/v4l/by-id"
        for link in os.listdir(links) if os.path.isdir(links) else []:
            if os.path.realpath(os.path.join(links, link)) == node:
                return os.path.join(links, link)
        # A udev that runs is not done with it yet.
        return None if os.path.exists("/run/udev/control") else node
    return None


def _line(path):
    try:
        with open(path) as f:
            return f.read().strip()
    except OSError:
        return None
