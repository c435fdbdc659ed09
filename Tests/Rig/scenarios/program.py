"""The program under test, as a user at a terminal has it: output, messages, signals, exit status, patience."""
import os
import selectors
import signal
import subprocess
import time

LECTERN = os.environ.get("LECTERN", "lectern")
PAGES = os.environ.get("PAGES", "")

# What takes longer than this many seconds hangs; nothing shorter decides whether a test passes, because the guest
# shares a processor that may be slow and busy.
PATIENCE = 180
# How long the programs took to end after a signal, in seconds.
ENDINGS = []


class Failed(Exception):
    """What was expected, and what came."""


def expect(truth, what, seen=""):
    if not truth:
        text = str(seen).strip().replace("\n", " | ")
        raise Failed(what + ("; saw: " + text[-700:] if text else ""))


def printed(page, size):
    """The lines on a page, such as printed("1-letter", "1280x720")."""
    with open("%s/%s-%s.txt" % (PAGES, page, size)) as f:
        return f.read().splitlines()


class Program:
    """A running `lectern`, or another program in its place."""

    def __init__(self, *arguments, before=()):
        self.process = subprocess.Popen([*before, LECTERN, *arguments], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.began = time.monotonic()
        self.out, self.err = b"", b""
        self.selector = selectors.DefaultSelector()
        for pipe in (self.process.stdout, self.process.stderr):
            self.selector.register(pipe, selectors.EVENT_READ)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdout, self.process.stderr):
            pipe.close()

    @property
    def lines(self):
        """The whole lines printed so far."""
        return self.out.decode(errors="replace").split("\n")[:-1]

    @property
    def messages(self):
        return self.err.decode(errors="replace")

    def watch(self, seconds, until=lambda: False):
        """Takes in output for so long, or until something is so; whether it is."""
        end = time.monotonic() + seconds
        while not until() and self.selector.get_map() and time.monotonic() < end:
            for key, _ in self.selector.select(max(0, end - time.monotonic())):
                data = os.read(key.fd, 65536)
                if not data:
                    self.selector.unregister(key.fileobj)
                elif key.fileobj is self.process.stdout:
                    self.out += data
                else:
                    self.err += data
        return until()

    def reads(self, expected, then_quiet=2):
        """Waits until these lines have come after those taken before, exactly once each.

        Those that settle with one reading come in reading order, one that settles later comes later.
        """
        start = getattr(self, "taken", 0)
        self.watch(PATIENCE, lambda: len(self.lines) >= start + len(expected))
        self.watch(then_quiet)
        came = self.lines[start:]
        self.taken = len(self.lines)
        expect(sorted(came) == sorted(expected), difference(expected, came), "" if came else self.messages)

    def says_nothing_more(self, seconds):
        before = len(self.lines)
        self.watch(seconds)
        expect(len(self.lines) == before, "nothing more for %g s" % seconds, self.lines[before:])

    def ends(self, status, within=PATIENCE):
        """Waits for the end by itself; the status must be this one."""
        self.watch(within, lambda: not self.selector.get_map())
        try:
            self.process.wait(max(0.05, self.began + within - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise Failed("an end within %g s; saw: %s" % (within, self.messages[-400:])) from None
        expect(self.process.returncode == status, "exit status %d" % status,
               "%d, %s" % (self.process.returncode, self.messages))

    def stops(self, number=signal.SIGTERM):
        """Sends the signal: the program must end, with exit status 0."""
        self.process.send_signal(number)
        began = time.monotonic()
        ended = self.watch(PATIENCE, lambda: self.process.poll() is not None or not self.selector.get_map())
        expect(ended, "an end after %s" % signal.Signals(number).name, self.messages)
        self.process.wait(PATIENCE)
        ENDINGS.append(time.monotonic() - began)
        expect(self.process.returncode == 0, "exit status 0 after a signal",
               "%d, %s" % (self.process.returncode, self.messages))


def difference(expected, came):
    """In words, what is wrong about the lines that came."""
    missing = [line for line in expected if line not in came]
    strange = [line for line in came if line not in expected]
    twice = sorted({line for line in came if came.count(line) > expected.count(line)} - set(strange))
    words = ["%s %r" % (what, some[:4]) for what, some in
             (("missing", missing), ("not on the page", strange), ("too often", twice)) if some]
    return ", ".join(words)
