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
from program import PAGES, PATIENCE, Failed, Program, expect
from rig import camera, await_

# Of a processor of the guest while nothing can be read; a tick of its clock is a hundredth of a second.
CPU_LIMIT = 2.0
CASES = {}
UNSOLVED = set()
RUNNING = [""]          # the case that runs, last


def case(function):
    """A case of recovery: starts with a fresh camera that shows the first sign, and prints a row for each outage."""
    CASES[function.__name__.replace("_", "-")] = function
    return function


def unsolved(function):
    """A case that the program does not pass yet: run only when it is named."""
    UNSOLVED.add(case(function).__name__.replace("_", "-"))
    return function


def sign(number):
    with open("%s/sign-%02d.txt" % (PAGES, number)) as f:
        return f.read().splitlines()


class Disturbed(Program):
    """`lectern scan` while things happen to its camera."""

    def __init__(self, *arguments, before=(), show=lambda number: camera("goto", number), first=0):
        self.show_sign = show
        self.shown = []
        self.heard = 0
        super().__init__("scan", *arguments, before=before)
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
        """Waits for the lines of all signs shown so far; when the first of them came, in monotonic seconds."""
        before = len(self.lines)
        expect(self.watch(patience, lambda: len(self.lines) > before), "lines of %r" % sign(self.shown[-1]),
               self.news())
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
        """All lines are there, once each and in order; a signal ends the scan in time."""
        self.watch(quiet)
        expect(self.lines == self.wanted, difference(self), self.news())
        expect(self.process.poll() is None, "the scan still running", self.messages)
        self.stops()

    # Messages

    def news(self):
        """What was said since the last outage began."""
        return self.messages[self.heard:]

    def says(self, *phrases, within=20):
        """Waits until it has said all of these, each a regular expression, since the outage began."""
        def missing():
            return [phrase for phrase in phrases if not re.search(phrase, self.news())]
        self.watch(within, lambda: not missing() or self.process.poll() is not None)
        expect(not missing(), "a message with %r" % missing(), self.news() or "nothing")
        expect(self.process.poll() is None, "the scan going on", self.messages)

    # Cost

    def processor_time(self):
        with open("/proc/%d/stat" % self.process.pid) as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def holds(self):
        """Descriptors, threads, and resident kilobytes."""
        pid = self.process.pid
        with open("/proc/%d/statm" % pid) as f:
            resident = int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
        return len(os.listdir("/proc/%d/fd" % pid)), len(os.listdir("/proc/%d/task" % pid)), resident

    # An outage

    def outage(self, name, cause, cure, says=(), wait=3.0, new_sign=True, then_lines=None, limit=CPU_LIMIT,
               patience=PATIENCE):
        """Causes it, checks what is said, changes the sign, waits, cures it, and waits for the sign's lines.

        Prints the row of the table. No cause: it is there already. `says` empty: nothing may be said. No cure: the
        lines must come all the same.
        """
        if cause:
            self.heard = len(self.messages)
            cause()
        if says:
            self.says(*says)
        self.watch(0.3)
        before = len(self.lines)
        if new_sign:
            self.show()
        ticks, began = self.processor_time(), time.monotonic()
        self.watch(wait)
        share = 100 * (self.processor_time() - ticks) / (time.monotonic() - began)
        said = self.news()
        expect(says or not said, "%s: no message" % name, said)
        expect(len(set(said.splitlines())) == len(said.splitlines()), "%s: each message once" % name, said)
        flows = len(self.lines) > before
        again = None
        if cure:
            cured = time.monotonic()
            cure()
        if not flows and (new_sign or then_lines):
            again = self.lines_come(patience) - (cured if cure else began)
        self.watch(0.5)
        row(name, said, "never stopped" if flows else again, None if flows else share, self.lost, self.doubled)
        expect(self.lines == self.wanted, "%s: %s" % (name, difference(self)), self.news())
        if limit is not None:
            expect(share <= limit, "%s: at most %g %% of a processor" % (name, limit), "%.1f %%" % share)


def difference(scan):
    lost = [line for line in scan.wanted if line not in scan.lines]
    strange = [line for line in scan.lines if line not in scan.wanted]
    twice = sorted({line for line in scan.lines if scan.lines.count(line) > 1})
    words = ["%s %r" % (what, some[:6]) for what, some in
             (("lost", lost), ("not on a sign", strange), ("doubled", twice)) if some]
    return ", ".join(words) or "the right lines in another order: %r" % scan.lines[-8:]


def row(name, said, again, share, lost, doubled):
    """One line of the table, for the host's side."""
    messages = []
    for line in said.splitlines():
        text = line.removeprefix("lectern: ")
        if text not in messages and not text.startswith("Reading "):
            messages.append(text)
    print("row " + json.dumps(dict(case=RUNNING[-1], name=name, says=messages, again=again, cpu=share, lost=lost,
                                   doubled=doubled)), flush=True)


@contextlib.contextmanager
def scanning(*arguments, **more):
    """A scan that has read the first sign, to be disturbed; ends with the check that nothing was lost or doubled."""
    with Disturbed(*arguments, **more) as scan:
        scan.reads_on()
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
