"""A scan that is disturbed: what it says meanwhile, when lines flow again, what the wait costs, what is lost.

The camera shows signs (see pages/signs.py); each is shown once in a scan, so a line that comes twice was doubled, and
one that never comes was lost.
"""
import contextlib
import glob
import json
import os
import re
import time
from program import ENDINGS, PAGES, PATIENCE, Failed, Program, expect
from rig import camera, await_

CASES = {}
RUNNING = [""]          # the case that runs, last
AT_ONCE = 1.0           # seconds in which lines are to flow again, beside what a healthy camera takes
HEALTHY = {}            # by kind of camera, once measured: seconds from a sign's showing to its first line


def case(function):
    """A case of recovery: starts with a fresh camera that shows the first sign, and prints a row for each outage."""
    CASES[function.__name__.replace("_", "-")] = function
    return function


def sign(number):
    with open("%s/sign-%02d.txt" % (PAGES, number)) as f:
        return f.read().splitlines()


class Disturbed(Program):
    """`lectern scan` while things happen to its camera."""

    def __init__(self, *arguments, before=(), show=lambda number: camera("goto", number), first=0):
        self.show_sign = show
        self.kind = show.__qualname__       # a camera of a kind is read at a pace of its own
        self.shown = []
        self.heard = 0
        # What is proven is that no line is lost or doubled: an engine that reads these pages without an error
        # on every processor shows it.
        super().__init__("scan", "--engine", "tesseract", *arguments, before=before)
        self.next_number = first

    # Signs

    def show(self):
        """Puts the next sign in front of the camera."""
        self.show_sign(self.next_number)
        self.shown.append(self.next_number)
        self.next_number += 1

    @property
    def wanted(self):
        return [line for number in self.shown for line in sign(number)]

    def reads_on(self, patience=PATIENCE):
        """The next sign is read."""
        self.show()
        return self.lines_come(patience)

    def lines_come(self, patience=PATIENCE):
        """Waits for the lines of all signs shown so far; when the last sign's first came, in monotonic seconds."""
        last = set(sign(self.shown[-1]))
        expect(self.watch(patience, lambda: last & set(self.lines)), "lines of %r" % last, self.news())
        first = time.monotonic()
        self.watch(patience, lambda: set(self.wanted) <= set(self.lines))
        expect(set(self.wanted) <= set(self.lines), difference(self), self.news())
        return first

    @property
    def lost(self):
        return len([line for line in self.wanted if line not in self.lines])

    @property
    def doubled(self):
        return len(self.lines) - len(set(self.lines))

    def finishes(self, quiet=1.5):
        """All lines are there, once each and in order; a signal ends the scan, and nobody has the camera then."""
        self.watch(quiet)
        expect(self.lines == self.wanted, difference(self), self.news())
        expect(self.process.poll() is None, "the scan still running", self.messages)
        self.stops()
        print("end %.3f" % ENDINGS[-1], flush=True)

    # Messages

    def news(self):
        """What was said since the last outage began."""
        return self.messages[self.heard:]

    def says(self, *phrases, within=PATIENCE):
        """Waits until it has said all of these, each a regular expression, since the outage began."""
        def missing():
            return [phrase for phrase in phrases if not re.search(phrase, self.news())]
        self.watch(within, lambda: not missing() or self.process.poll() is not None)
        expect(not missing(), "a message with %r" % missing(), self.news() or "nothing")
        expect(self.process.poll() is None, "the scan going on", self.messages)

    # Cost

    def processor_time(self):
        """Seconds; the guest's scheduler counts hundredths."""
        return time.clock_gettime(~self.process.pid << 3 | 2)       # what clock_getcpuclockid(3) makes of a process

    def holds(self):
        """Descriptors, threads, and resident kilobytes."""
        pid = self.process.pid
        with open("/proc/%d/statm" % pid) as f:
            resident = int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
        return len(os.listdir("/proc/%d/fd" % pid)), len(os.listdir("/proc/%d/task" % pid)), resident

    def holds_no_more(self, before):
        """Descriptors and threads come down to what they were; passing ones may be open at the moment."""
        def seen():
            self.watch(0.1)
            return self.holds()
        try:
            await_(lambda: seen()[0] <= before[0] and self.holds()[1] <= before[1] + 1, "no more")
        except Failed:
            raise Failed("no descriptor and thread more; saw descriptors, threads, kilobytes: %s, then %s" % (
                before, self.holds())) from None

    # An outage

    def outage(self, name, cause, cure, says=(), wait=3.0, new_sign=True, then_lines=None):
        """Causes it, checks what is said, changes the sign, waits, cures it, and waits for the sign's lines.

        Prints the row of the table. No cause: it is there already. `says` empty: nothing may be said; where the machine
        itself stood still for so long that something had to be said, it is tried again. No cure: the lines must come
        all the same.
        """
        for chance in (3, 2, 1):
            said, figures = self.disturb(name, cause, cure, says, wait, new_sign, then_lines)
            if says or not said:
                break
            expect(chance > 1, "%s: no message" % name, said)
        row(name, said, *figures, target=AT_ONCE + HEALTHY[self.kind] if self.kind in HEALTHY else None)

    def disturb(self, name, cause, cure, says, wait, new_sign, then_lines):
        if cause:
            self.heard = len(self.messages)
            cause()
        if says:
            self.says(*says)
        self.watch(0.3)
        before = len(self.lines)
        if new_sign:
            self.show()
        ran, began = self.processor_time(), time.monotonic()
        self.watch(wait)
        share = 100 * (self.processor_time() - ran) / (time.monotonic() - began)
        said = self.news()
        expect(len(set(said.splitlines())) == len(said.splitlines()), "%s: each message once" % name, said)
        flows = len(self.lines) > before
        again = None
        if cure:
            cured = time.monotonic()
            cure()
        if not flows and (new_sign or then_lines):
            again = self.lines_come() - (cured if cure else began)
        elif new_sign:
            self.lines_come()
        self.watch(0.5)
        expect(self.lines == self.wanted, "%s: %s" % (name, difference(self)), self.news())
        # What recovers by itself does not only wait.
        return said, ("never stopped" if flows else again, None if flows or not cure else share, self.lost, self.doubled)


def difference(scan):
    lost = [line for line in scan.wanted if line not in scan.lines]
    strange = [line for line in scan.lines if line not in scan.wanted]
    twice = sorted({line for line in scan.lines if scan.lines.count(line) > 1})
    words = ["%s %r" % (what, some[:6]) for what, some in
             (("lost", lost), ("not on a sign", strange), ("doubled", twice)) if some]
    return ", ".join(words) or "the right lines in another order: %r" % scan.lines[-8:]


def row(name, said, again, share, lost, doubled, target):
    """One line of the table, for the host's side."""
    messages = []
    for line in said.splitlines():
        text = line.removeprefix("lectern: ")
        if text not in messages and not text.startswith("Reading "):
            messages.append(text)
    print("row " + json.dumps(dict(case=RUNNING[-1], name=name, says=messages, again=again, cpu=share, lost=lost,
                                   doubled=doubled, target=target)), flush=True)


@contextlib.contextmanager
def scanning(*arguments, **more):
    """A scan that has read the first sign, to be disturbed; ends with the check that nothing was lost or doubled."""
    with Disturbed(*arguments, **more) as scan:
        scan.reads_on()
        scan.watch(0.5)
        if scan.kind not in HEALTHY:
            began = time.monotonic()
            HEALTHY[scan.kind] = scan.reads_on() - began
            scan.watch(0.5)
        yield scan
        scan.finishes()


def nodes():
    return sorted(glob.glob("/dev/video*"))


def plugged(*port):
    """The cable in again, and its node there."""
    camera("plug", *port)
    await_(nodes, "a video node")


def answer(*arguments, before=()):
    """What a command that ends says on both outputs, and its status."""
    with Program(*arguments, before=before) as program:
        program.watch(PATIENCE, lambda: not program.selector.get_map())
        program.process.wait(10)
        return program.process.returncode, program.out.decode() + program.messages


def check_says(status, *phrases, before=()):
    """`lectern check` gives this status, and says all of these."""
    code, text = answer("check", before=before)
    missing = [phrase for phrase in phrases if not re.search(phrase, text)]
    if code != status or missing:
        raise Failed("check with status %d and %r; saw: %d, %s" % (status, missing, code, text.replace("\n", " | ")))
